import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { labeled, openPull } from './events.ts';
import { liveIn, withoutMarker } from './rendered-page.ts';
import { BOT } from './stub-github.ts';
import { createWorld } from './world.ts';

const LABEL: Step = { event: labeled() };

describe('a pull request link of the service', () => {
  const unusable: readonly { readonly prLink: unknown }[] = [
    'javascript:alert(1)',
    'http://x.example/1',
    'https://user@x.example/1',
    'https://github.com@evil.example/1',
    'https://u:p@x.example/',
    'https://x.example/\n@octocat',
    '\nhttps://x.example/1\n',
    '//evil.example/1',
    '/acme/app/pull/1',
    'data:text/html,x',
    'vbscript:x',
    'ftp://x.example/1',
    'https://',
    'https:///',
    `https://x.example/${'a'.repeat(20_000)}`,
    42,
    {},
    ['https://x.example/1'],
    true,
    'https://x.example/\u202e1',
    'https://x.example/\x00',
    'https://github.com&commat;evil.example/acme/app/pull/1',
    'https://github.com&#64;evil.example/acme/app/pull/1',
    'https://github.com&sol;acme&period;evil.example/',
    'https://github.com%26commat;evil.example/acme/app/pull/1',
    'https://git_hub.example/acme/app/pull/1',
    'https://x!y.example/1',
  ].map((prLink) => ({ prLink }));
  test.each(unusable)('$prLink is neither linked nor put out', async ({ prLink }) => {
    const world = createWorld();
    world.service.script = { seconds: 1, fields: (at) => (at < 1_000 ? {} : { prLink }) };
    const ended = await world.run({ ...LABEL, inputs: { notify: 'false' } });
    expect([ended.outputs.prLink, JSON.parse(ended.outputs.job ?? '{}').prLink]).toEqual(['', null]);
    expect(liveIn(withoutMarker(world.github.comments[0]?.body ?? ''))).toEqual([]);
    expect(ended.shown).not.toMatch(/alert|evil\.example|user@/);
  });

  const odd = [
    'https://x.example/)[a](https://evil.example',
    'https://x.example/<img src=x>',
    'https://x.example/a b',
    'https://x.example/|x|',
    'https://x.example/`@octocat`',
    'https://x.example/#1"onclick="x',
    'https://x.example/**x**',
    'https://x.example/&commat;evil.example&#41;&lsqb;',
    'https://x.example/?a=1&copy=2&NewLine;&lt;img&gt;',
  ];
  test.each(odd)('%s breaks out of no link', async (prLink) => {
    const world = createWorld();
    world.service.script = { seconds: 1, prLink };
    const { summary } = await world.run({ ...LABEL, inputs: { notify: 'false' } });
    const pages = [summary, withoutMarker(world.github.comments[0]?.body ?? '')];
    expect(pages.flatMap((page) => liveIn(page, ['x.example']))).toEqual([]);
    expect(pages.join()).not.toMatch(/(?<!\\)&(?!amp;|#8203;|nbsp;)/); // no entity: each `&` stays one when it is rendered
  });

  const open = openPull(44, 60_000);
  const fork = { id: 2, full_name: 'mallory/app' };
  const elsewhere: readonly { readonly prLink: string; readonly pull?: object; readonly why: string }[] = [
    { why: 'another host', prLink: 'https://github.com.evil.example/acme/app/pull/44', pull: open },
    { why: 'another repository', prLink: 'https://github.com/acme/other/pull/44', pull: open },
    { why: 'a query', prLink: 'https://github.com/acme/app/pull/44?x', pull: open },
    { why: 'a tab of it', prLink: 'https://github.com/acme/app/pull/44/files', pull: open },
    { why: 'a leading zero', prLink: 'https://github.com/acme/app/pull/044', pull: open },
    { why: 'dots in the path', prLink: 'https://github.com/acme/app/pull/43/../44/', pull: open },
    { why: 'the report thread', prLink: 'https://github.com/acme/app/pull/31', pull: { ...open, number: 31 } },
    { why: 'none that is there', prLink: 'https://github.com/acme/app/pull/44' },
    { why: 'a closed one', prLink: 'https://github.com/acme/app/pull/44', pull: { ...open, state: 'closed' } },
    {
      why: 'a fork’s',
      prLink: 'https://github.com/acme/app/pull/44',
      pull: { ...open, head: { ...open.head, repo: fork } },
    },
    {
      why: 'one without a repository',
      prLink: 'https://github.com/acme/app/pull/44',
      pull: { ...open, head: { ...open.head, repo: null } },
    },
    {
      why: 'one older than the job',
      prLink: 'https://github.com/acme/app/pull/44',
      pull: { ...open, created_at: '2026-01-01T00:00:00Z' },
    },
  ];
  test.each(elsewhere)('to $why gets no comment there', async ({ prLink, pull }) => {
    const world = createWorld();
    world.service.script = { seconds: 1, prLink };
    if (pull) world.github.pulls.set(44, pull);
    await world.run(LABEL);
    expect(world.github.comments.filter(({ issue, author }) => issue !== 31 && author === BOT)).toEqual([]);
    expect(world.count(/^(POST|PATCH|DELETE) github\/(issues|pulls)\/(?!31\/|comments)/)).toBe(0);
  });
});

import { expect } from '@jest/globals';
import type { FaultForm } from '../../../sandbox/http/faults.ts';
import { command, start } from '../../support/conversation.ts';
import { alice, askedGitHub, say } from '../../support/events.ts';
import { onGitHub, respond } from '../../support/faults.ts';
import { proseOf } from '../../support/markers.ts';
import type { Scene } from '../../support/scene.ts';
import { test } from '../../support/scene-test.ts';

const CHANGES = /^Changes .*$/m;
const lineOf = (text: string | undefined) => CHANGES.exec(text ?? '')?.[0].trim();

/** The line in the newest status comment of the issue. */
async function commented(scene: Scene) {
  const comments = await scene.comments();
  return lineOf(proseOf(comments.findLast(({ body }) => CHANGES.test(body))?.body ?? ''));
}

test('what the pull request changes stands in status comment, job summary, log and output', async (scene) => {
  const { outputs, summary, log } = await scene.run();
  const line = 'Changes 1 file (+10 −0): `docs/cli.md`.';
  expect(await commented(scene)).toBe(line);
  expect(lineOf(summary)).toBe(line);
  // A script that prints the output must run nothing in it.
  const plain = line.replaceAll('`', '');
  expect([lineOf(outputs.summary), lineOf(log)]).toEqual([plain, plain]);
});

test('after a follow-up, it is what the whole pull request changes now', async (scene) => {
  await scene.run();
  const { outputs } = await command(scene, '/docs Add an example with jq');
  const line = 'Changes 1 file (+16 −0): `docs/cli.md`.';
  expect([await commented(scene), lineOf(outputs.summary)]).toEqual([
    line,
    line.replaceAll('`', ''),
  ]);
  const pulls = askedGitHub(scene).filter((request) => /^GET .*\/pulls\/2/.test(request));
  expect(pulls.map((request) => request.replace(/\?.*/, ''))).toEqual([
    ...['', '/files'].map((rest) => `GET /repos/acme/docs/pulls/2${rest}`),
    'GET /repos/acme/docs/pulls/2', // may it be continued?
    ...['', '/files'].map((rest) => `GET /repos/acme/docs/pulls/2${rest}`),
  ]);
});

test('one failed read does not hide that the pull request was merged during a follow-up', async (scene) => {
  await scene.run();
  scene.service.script({ seconds: 60, link: `${scene.github.url}/acme/docs/pull/2` });
  const step = start(scene, await say(scene, '/docs Add an example with jq'), {
    inputs: { timeout: '30m' },
  });
  await scene.until('the follow-up is sent', () => scene.sent('follow-up') === 1);
  await alice(scene).mergePull(2);
  onGitHub(scene, 'GET /pulls/2$', 500, { times: 1 });
  const { outputs } = await step.result;
  expect(outputs.summary).toContain('The pull request was merged while the job worked');
});

/** GitHub's answer for the pull request of the scene's job, which is in `acme/manual`. */
function pullElsewhere(isPrivate: boolean): FaultForm {
  const repo = { id: 99, private: isPrivate };
  const pull = {
    ...{ number: 1, html_url: 'https://github.com/acme/manual/pull/1', state: 'open' },
    ...{ created_at: '2026-03-02T14:00:00Z', merged_at: null, user: null },
    ...{ base: { ref: 'main', repo }, head: { repo } },
    ...{ changed_files: 7, additions: 1_200, deletions: 3 },
  };
  return respond(200, JSON.stringify(pull));
}
const filesNamed = (...names: string[]) =>
  respond(200, JSON.stringify(names.map((filename) => ({ filename }))));

test.each([
  {
    where: 'a public repository',
    isPrivate: false,
    line: 'Changes 7 files (+1,200 −3): `a.md`, `b c.md` and 5 more.',
    agentRepository: 'manual',
  },
  {
    where: 'a private repository, whose files readers here may not know',
    isPrivate: true,
    line: undefined,
    agentRepository: 'manual',
  },
])('the pull request is in $where', async (scene, { isPrivate, line }) => {
  onGitHub(scene, 'GET /acme/manual/pulls/1$', pullElsewhere(isPrivate));
  onGitHub(scene, 'GET /acme/manual/pulls/1/files', filesNamed('a.md', 'b c.md'));
  const { outputs } = await scene.run();
  expect([await commented(scene), lineOf(outputs.summary)]).toEqual([
    line,
    line?.replaceAll('`', ''),
  ]);
  const files = askedGitHub(scene).filter((request) => request.includes('/files'));
  expect(files).toHaveLength(isPrivate ? 0 : 1);
});

test.each([
  ['a `$(command)`', 'docs/$(id).md'],
  ['a mention', 'docs/@acme.md'],
  ['a backtick', 'a`b.md'],
  ['a link', '[a](http:x).md'],
  ['HTML', '<img>.md'],
  ['an invisible sign', 'a\u202eb.md'],
  ['an invisible letter', 'a\u3164b.md'],
  ['blanks only', '  '],
  ['a line break', 'a\n::error::b.md'],
])('a file whose name has %s is counted', async (scene, _what, name) => {
  onGitHub(scene, 'GET /pulls/2/files', filesNamed(name, 'docs/日本語.md'));
  onGitHub(scene, 'GET /pulls/2$', pullElsewhere(false));
  await scene.run();
  const line = 'Changes 7 files (+1,200 −3): `docs/日本語.md` and 6 more.';
  expect(await commented(scene)).toBe(line);
});

test.each<{ what: string; request: string; form: FaultForm | number }>([
  { what: 'denies the pull request', request: 'GET /pulls/2$', form: 403 },
  { what: 'denies its files', request: 'GET /pulls/2/files', form: 403 },
  { what: 'breaks', request: 'GET /pulls/2/files', form: { kind: 'reset' } },
  {
    what: 'is over a limit',
    request: 'GET /pulls/2/files',
    form: respond(429, '', { 'retry-after': '600' }),
  },
  { what: 'answers otherwise', request: 'GET /pulls/2/files', form: respond(200, '{"files":[]}') },
])(
  'if GitHub $what, the line is missing and nothing else changes',
  async (scene, { request, form }) => {
    onGitHub(scene, request, form);
    const { outputs, duration } = await scene.run();
    expect(outputs.verdict).toBe('pull-request');
    expect(lineOf(outputs.summary)).toBeUndefined();
    expect(await commented(scene)).toBeUndefined();
    const [comment] = await scene.comments();
    expect(comment?.body).toContain('**✅ Pull request ready: [acme/docs#2]');
    expect(duration).toBeLessThan(60_000);
  },
);

test.each<{ what: string; form: FaultForm | number }>([
  { what: 'answers 500', form: 500 },
  { what: 'answers in another form', form: respond(200, '{}') },
  { what: 'is over a limit', form: respond(429, '', { 'retry-after': '1200' }) },
  { what: 'hangs', form: { kind: 'hang' } },
])(
  'a GitHub that $what for the pull request delays the final report by half a minute at most',
  async (scene, { form }) => {
    onGitHub(scene, 'GET /pulls/2$', form);
    const { outputs, duration } = await scene.run({ inputs: { timeout: '30m' } });
    expect(outputs.verdict).toBe('pull-request');
    const [comment] = await scene.comments();
    expect(comment?.body).toContain('**✅ Pull request ready: [acme/docs#2]');
    expect(duration).toBeLessThan(45_000);
  },
);

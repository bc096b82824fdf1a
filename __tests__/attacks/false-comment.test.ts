import { describe, expect, test } from '@jest/globals';
import type { Step } from './action-process.ts';
import { commented, compared, labeled, pushed, sha } from './events.ts';
import { CREATE, FOLLOW_UP, LIST, mute, says } from './faults.ts';
import { liveIn, withoutMarker } from './rendered-page.ts';
import { createWorld, type How, type World } from './world.ts';

const LABEL: Step = { event: labeled() };
const LIMITED = { message: 'You have exceeded a secondary rate limit.' };

const HOSTILE = [
  ...[
    '@octocat and @acme/owners',
    'Fixes #1, closes acme/app#2, resolves GH-3',
    'see https://github.com/acme/app/issues/4',
  ],
  ...[
    '<img src=x onerror=alert(1)>',
    '![x](https://evil.example/x.png)',
    '[click](https://evil.example)',
    '<b>@octocat</b>',
  ],
  ...[
    'https://evil.example',
    'www.evil.example',
    '<https://evil.example>',
    'x@evil.example',
    '[x][y]\n\n[y]: https://evil.example',
  ],
  ...[
    '<!-- hidden',
    '--> shown',
    '</sub><h1>Merged</h1>',
    '</details><details open>',
    '<script>x</script>',
    '<a href=//evil.example>x',
  ],
  ...[
    '`',
    '``` \n# x',
    '~~~\n@octocat',
    '| a | b |\n|--|--|\n| @octocat | c |',
    '> @octocat',
    '# Heading',
    'Heading\n=====',
  ],
  ...[
    '- [ ] task',
    '* * *',
    '\\@octocat \\[x](https://evil.example)',
    '&#64;octocat &lt;img&gt;',
    '\u202e@tacotco\u202c',
    '@\u200boctocat',
  ],
  ...[
    '`@octocat` `` @octocat `',
    '**✅ Pull request ready: [x](https://evil.example)**',
    '[^1]\n\n[^1]: @octocat',
    '\r\n\r\n# @octocat',
  ],
];

/** Some at once, where a text goes the same way as in a title. */
function together(texts: readonly string[], name: string): readonly string[] {
  if (name === 'a title') return texts;
  const size = 5;
  return texts.filter((_, at) => at % size === 0).map((_, at) => texts.slice(at * size, (at + 1) * size).join('\n\n'));
}

interface Place {
  readonly name: string;
  readonly set: (world: World, text: string) => Step;
}

const PLACES: readonly Place[] = [
  { name: 'a title', set: (_, title) => ({ event: labeled({ title }) }) },
  { name: 'a body', set: (_, body) => ({ event: labeled({ body: `Hello.\n\n${body}` }) }) },
  { name: 'a command', set: (_, text) => ({ event: commented(`/docs explain ${text}`) }) },
  {
    name: 'an error of the service',
    set({ faults }, error) {
      faults.push({ on: CREATE, how: says(400, { error }) });
      return LABEL;
    },
  },
  {
    name: 'a job’s status, model and source',
    set({ service }, text) {
      const fields = (at: number) => {
        if (at < 1_000) return {};
        return at < 3_000 ? { status: text.slice(0, 40) } : { model: text, source: { repository: text, ref: text } };
      };
      service.script = { seconds: 1, fields };
      return LABEL;
    },
  },
  {
    name: 'a file name, a commit and its author',
    set({ github }, text) {
      github.comparison = compared({ message: text, author: { name: text } }, { filename: text, patch: `+${text}` });
      return { event: pushed(sha('a'), sha('b')), inputs: { 'issue-number': '31', context: 'patches' } };
    },
  },
];

describe('nothing comes to life in comment, summary and outputs', () => {
  const livePages = async (set: Place['set'], text: string): Promise<string[]> => {
    const world = createWorld();
    world.service.script = { seconds: 1 };
    const step = set(world, text);
    const { summary, outputs } = await world.run({ ...step, inputs: { ...step.inputs, notify: 'false' } });
    const pages = [summary, outputs.summary ?? '', ...world.github.comments.map(({ body }) => withoutMarker(body))];
    return pages.flatMap((page) => liveIn(page));
  };

  test.each(PLACES)('that is in $name', async ({ name, set }) => {
    const usual = new Set(await livePages(set, 'harmless'));
    const found: string[] = [];
    for (const text of together(HOSTILE, name)) {
      const live = await livePages(set, text);
      found.push(...live.filter((problem) => !usual.has(problem)).map((problem) => `${text} → ${problem}`));
    }
    expect(found).toEqual([]);
  });

  test('and only the requester is mentioned', async () => {
    const world = createWorld();
    await world.run({ event: labeled({ title: '@octocat @mallory' }) });
    const mentions = world.github.comments.flatMap(({ body }) =>
      [...body.matchAll(/@(?!&#8203;)[\w-]+/g)].map(([name]) => name),
    );
    expect(mentions).toEqual(['@alice']);
  });
});

describe('no line of the log is a command to the runner', () => {
  const COMMANDS = [
    ...[
      '::add-mask::a',
      'x\n::error::x',
      'x\r::set-output name=verdict::x',
      '%0A::stop-commands::t',
      '##[add-mask]x',
      'x ##[error]x',
    ],
    ...[
      '\u2028::error::x',
      ':\u200b:error::x',
      ': :error::x',
      '::\u00aderror::x',
      '#\u200b#[error]x',
      '\x1b[2K::error::x',
    ],
  ];
  test.each(PLACES)('that is in $name', async ({ name, set }) => {
    for (const text of together(COMMANDS, name)) {
      const world = createWorld();
      world.service.script = { seconds: 1 };
      const { log } = await world.run(set(world, text));
      expect(log.split(/[\n\r\u2028\u2029]/).filter((line) => /^\s*::|##\[/.test(line))).toEqual([]);
      expect(log).not.toContain('\x1b');
    }
  });
});

/** The one exception: a label of accounts with at least `triage` is answered by one comment per thread. */
describe('nothing is written and no job is created for', () => {
  const strangers: readonly { readonly name: string; readonly step: Step; readonly verdict: string }[] = [
    { name: 'a label of a stranger', step: { event: labeled({ sender: 'mallory' }) }, verdict: 'denied' },
    {
      name: 'a command of a stranger',
      step: { event: commented('/docs x', { sender: 'mallory' }) },
      verdict: 'denied',
    },
    {
      name: 'a command of an account with `triage`',
      step: { event: commented('/docs x', { sender: 'tom' }) },
      verdict: 'denied',
    },
    {
      name: 'a label of an account with `triage`, in a run of a stranger',
      step: { event: labeled({ sender: 'tom' }), env: { GITHUB_ACTOR: 'mallory' } },
      verdict: 'denied',
    },
    { name: 'a label of an account with `read`', step: { event: labeled({ sender: 'rita' }) }, verdict: 'denied' },
    { name: 'a label of a bot', step: { event: labeled({ sender: 'dependabot[bot]' }) }, verdict: 'denied' },
    {
      name: 'a bot whose name begins like an allowed one',
      step: { event: labeled({ sender: 'renovate-x[bot]' }), inputs: { 'allow-bots': 'renovate[bot]' } },
      verdict: 'denied',
    },
    {
      name: 'a run that a stranger ran again',
      step: { ...LABEL, env: { GITHUB_TRIGGERING_ACTOR: 'mallory' } },
      verdict: 'denied',
    },
    { name: 'a run of a stranger', step: { ...LABEL, env: { GITHUB_ACTOR: 'mallory' } }, verdict: 'denied' },
    { name: 'a login with a slash', step: { event: labeled({ sender: 'alice/../alice' }) }, verdict: 'denied' },
    { name: 'a quoted command', step: { event: commented('> /docs x') }, verdict: 'skipped' },
    { name: 'a hidden command', step: { event: commented('<!-- x -->\n<p hidden>/docs x</p>') }, verdict: 'skipped' },
  ];
  test.each(strangers)('$name', async ({ step, verdict }) => {
    const world = createWorld();
    world.github.roles.set('tom', 'triage').set('rita', 'read');
    const ended = await world.run(step);
    expect([ended.verdict, world.count(/^(POST|PATCH|DELETE) /), world.count(/ service/)]).toEqual([verdict, 0, 0]);
  });
});

test('a command whose job ended, and that GitHub then kept waiting until the timeout, does not say that the job was still active', async () => {
  const world = createWorld();
  world.service.script = { seconds: 60 };
  const command: Step = { event: commented('/docs Shorter', { id: 901 }), run: 9, inputs: { timeout: '10m' } };
  const running = world.runAll([LABEL, command], 10_000);
  const limited: How = (request, carryOut) => {
    const now = world.time.now();
    if (now < 30_000) return carryOut();
    return now < 606_000
      ? says(403, LIMITED, { 'retry-after': String(606 - Math.floor(now / 1000)) })(request, carryOut)
      : mute(request, carryOut);
  };
  world.faults.push({ on: LIST, how: limited, times: Number.POSITIVE_INFINITY });
  const [, ended] = await running;
  const [comment = ''] = world.github.comments.flatMap(({ body }) => (body.includes('Not sent') ? [body] : []));
  expect([ended?.verdict, world.count(FOLLOW_UP)]).toEqual(['timed-out', 0]);
  expect(comment).toContain('**⌛ Not sent** · the timeout came before its turn');
});

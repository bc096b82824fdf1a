import { describe, expect } from '@jest/globals';
import { createPerson } from '../../../sandbox/github/person.ts';
import type { StepResult } from '../../../sandbox/runner/step.ts';
import { answer, botComments } from '../../support/conversation.ts';
import { askedGitHub, fillThread, say } from '../../support/events.ts';
import {
  ACTIVE,
  DAY,
  endedWith,
  GUIDES,
  labelNew,
  linkTo,
  openByAgent,
  plantJobs,
  plantRequest,
  startLabeled,
  UNCONFIRMED,
  UNSENT,
} from '../../support/limits.ts';
import { forge } from '../../support/markers.ts';
import { type Scene, warnings } from '../../support/scene.ts';
import { test, testWith } from '../../support/scene-test.ts';

const testElsewhere = testWith({ agentRepository: GUIDES });
const limit = (count: number, more: Record<string, string> = {}) => ({
  'max-open-pulls': String(count),
  ...more,
});
const verdictsOf = (results: readonly StepResult[]) =>
  results.map(({ outputs }) => outputs.verdict);
const alice = ({ github }: Scene, repo = github.repo) => createPerson({ ...github, repo }, 'alice');

/** Labels an issue, and expects that the limit stops the request, or that it gets a job. */
async function expectStopped(scene: Scene, max: number, isStopped: boolean): Promise<void> {
  const before = scene.sent('create');
  const result = await labelNew(scene, limit(max));
  const verdict = isStopped ? 'limit-reached' : 'pull-request';
  expect(result).toMatchObject({ exitCode: 0, outputs: { verdict } });
  expect(scene.sent('create') - before).toBe(isStopped ? 0 : 1);
}

testElsewhere.each([
  [1, 1, false],
  [2, 1, true],
])(
  'a limit of 3, with %i open pull requests and %i active jobs, stops a request: %s',
  async (scene, open, active, isStopped) => {
    await plantJobs(scene, { open, active });
    await expectStopped(scene, 3, isStopped);
  },
);

/** Creates an earlier request with a pull request. @returns its number. */
async function plantPull(
  scene: Scene,
  options: Parameters<typeof openByAgent>[2] = {},
): Promise<number> {
  const { number, link } = await openByAgent(scene, GUIDES, options);
  await plantRequest(scene, endedWith(link));
  return number;
}

describe('a pull request', () => {
  /** The limit, whether it stops a request, and the requests before. */
  const cases: Readonly<
    Record<string, [max: number, isStopped: boolean, before: (scene: Scene) => unknown]>
  > = {
    'that is open counts': [1, true, plantPull],
    'that is a draft counts': [1, true, (scene) => plantPull(scene, { draft: true })],
    'that was closed does not': [
      1,
      false,
      async (scene) => alice(scene, GUIDES).closePull(await plantPull(scene)),
    ],
    'that was deleted does not': [
      1,
      false,
      async (scene) => {
        const { number, link } = await openByAgent(scene);
        await alice(scene, GUIDES).closePull(number);
        await plantRequest(scene, endedWith(link.replace(/\d+$/, '77')));
      },
    ],
    'counts once, however many requests show it': [
      2,
      false,
      async (scene) => {
        const { link } = await openByAgent(scene);
        for (let made = 0; made < 3; made++) await plantRequest(scene, endedWith(link));
      },
    ],
  };
  testElsewhere.each(Object.entries(cases))('%s', async (scene, _, [max, isStopped, before]) => {
    await before(scene);
    await expectStopped(scene, max, isStopped);
  });

  test.each([
    [
      'a repository that the token may not read',
      'secret',
      ['`pull-requests: read`', 'acme/secret'],
    ],
    ['another server', 'git.example/acme/docs#7', ["not on this workflow's GitHub server"]],
  ])('of %s is an error that says so, and nothing is created', async (scene, _, place, says) => {
    scene.github.addRepository('secret', { isPrivate: true });
    await plantRequest(
      scene,
      endedWith(place === 'secret' ? (await openByAgent(scene, place)).link : place),
    );
    const result = await labelNew(scene, limit(5));
    expect(result).toMatchObject({ exitCode: 1, outputs: { verdict: 'error' } });
    for (const text of says) expect(result.log).toContain(text);
    expect(scene.sent('create')).toBe(0);
  });

  test.each([
    { by: 'agent', what: "the agent's bot", agentLogin: 'mintlify[bot]', isStopped: true },
    {
      by: 'agent',
      what: 'a bot that is not declared',
      agentLogin: 'another[bot]',
      isStopped: false,
    },
    { by: 'bob', what: 'a person', agentLogin: 'mintlify[bot]', isStopped: false },
    { by: 'bob', what: 'a person who is declared', agentLogin: 'bob', isStopped: false },
  ] as const)(
    'in this repository that $what opened without a request counts: $isStopped',
    async (scene, row) => {
      const author = createPerson(scene.github, row.by);
      await author.commit({ 'docs/old.md': 'Old\n' }, 'Write', { branch: 'old' });
      const { url } = await author.openPull('old', 'Write', 'Words');
      const inputs = limit(1, { 'agent-login': row.agentLogin });
      expect((await labelNew(scene, inputs)).outputs.verdict).toBe(
        row.isStopped ? 'limit-reached' : 'pull-request',
      );
      await plantRequest(scene, endedWith(linkTo(url)));
      expect((await labelNew(scene, inputs)).outputs.verdict).toBe('limit-reached'); // it is recorded
    },
  );
});

test('open pull requests that GitHub does not show are an error, and not none', async (scene) => {
  scene.github.faults.add({
    kind: 'answer',
    status: 404,
    method: 'GET',
    path: /\/pulls\?/,
    times: Infinity,
  });
  const result = await labelNew(scene, limit(5));
  expect(result.outputs.verdict).toBe('error');
  expect(result.log).toContain(
    'GitHub does not show the pull requests of `acme/docs` to `github-token`',
  );
  expect(scene.sent('create')).toBe(0);
});

describe('a request whose job has no known pull request', () => {
  const followUp = { before: { job: 'j0', link: '' } };
  const failed = (job: string) =>
    ({ at: 'over', why: 'ended', job, verdict: 'failed', link: '' }) as const;
  const starting = () => ({ at: 'sending' }) as const;
  const waiting = () => ({ at: 'waiting', waitsFor: 'an earlier request' }) as const;

  testElsewhere.each<
    [
      what: string,
      hours: number,
      counts: boolean,
      phase: Parameters<typeof plantRequest>[1],
      marker?: object,
    ]
  >([
    ['works', 23, true, ACTIVE],
    ['has worked for more than 24 h', 25, false, ACTIVE],
    ['is unconfirmed', 23, true, UNCONFIRMED],
    ['was unconfirmed yesterday', 25, false, UNCONFIRMED],
    ['was killed while it sent', 1, true, starting],
    ['is about to be sent', 0, true, starting, { leaseSeconds: 3600 }],
    ['waits', 0, false, waiting],
    ['was not sent', 0, false, UNSENT],
    ['is a follow-up', 0, false, ACTIVE, followUp],
    ['is an unconfirmed follow-up', 0, false, UNCONFIRMED, followUp],
    ['has failed', 0, false, failed],
    ['is of another project', 0, false, ACTIVE, { project: '0123456789abcdef' }],
  ])('and %s, after %i h: counts is %s', async (scene, _, hours, counts, phase, marker = {}) => {
    await plantRequest(scene, phase, marker);
    await scene.clock.pass((hours * DAY) / 24);
    await expectStopped(scene, 1, counts);
  });
});

describe('runs at the same time', () => {
  const job = { seconds: 30 };
  testElsewhere.each([
    { job, what: ', where lists show a comment after 2 s', lag: 2_000, latency: 0 },
    { job, what: ', where each answer takes 0.5 s', lag: 0, latency: 500 },
  ])('of 9 legs of a matrix, 3 create a job$what', async (scene, { lag, latency }) => {
    scene.github.lag.milliseconds = lag;
    scene.github.latency.milliseconds = latency;
    const inputs = { timeout: '10m', ...limit(3) };
    const legs = Array.from({ length: 9 }, (_, page) =>
      scene.run({ run: { matrix: { page } }, inputs }),
    );
    const verdicts = verdictsOf(await Promise.all(legs)).sort();
    expect(verdicts).toEqual([...Array(6).fill('limit-reached'), ...Array(3).fill('pull-request')]);
    expect(scene.sent('create')).toBe(3);
  });

  testElsewhere(
    'of six labels within three minutes, three create a job',
    { job: { seconds: 120 } },
    async (scene) => {
      const runs: Promise<StepResult>[] = [];
      for (let at = 0; at < 6; at++) {
        runs.push((await startLabeled(scene, { timeout: '10m', ...limit(3) })).result);
        await scene.clock.pass(30_000);
      }
      const verdicts = verdictsOf(await Promise.all(runs));
      expect(verdicts).toEqual([
        ...Array(3).fill('pull-request'),
        ...Array(3).fill('limit-reached'),
      ]);
    },
  );

  testElsewhere.each([
    { job: { seconds: 60 }, others: 1, verdict: 'pull-request', created: 2 },
    { job: { seconds: 60 }, others: 2, verdict: 'limit-reached', created: 1 },
  ])(
    'a command that waited, and needs a new job as the pull request was merged, with $others other jobs: $verdict',
    async (scene, { others, verdict, created }) => {
      const inputs = { timeout: '10m', ...limit(2) };
      const first = scene.run({ inputs });
      await scene.until('the job works', () => scene.sent('create') === 1);
      const commands = [await say(scene, '/docs one'), await say(scene, '/docs two')];
      const runs = commands.map((event) => answer(scene, event, { inputs }));
      await scene.until(
        'it has a pull request',
        () => scene.github.events.all('pull_request', 'opened').length > 0,
      );
      await alice(scene, GUIDES).mergePull(1);
      await plantJobs(scene, { active: others });
      expect(verdictsOf(await Promise.all([first, ...runs]))).toEqual([
        'pull-request',
        verdict,
        verdict,
      ]);
      expect(scene.sent('create')).toBe(created);
    },
  );
});

testElsewhere(
  'the comment names the limit, the five oldest pull requests with their ages, and how to ask again',
  async (scene) => {
    for (let made = 0; made < 6; made++) {
      await plantRequest(scene, endedWith((await openByAgent(scene)).link));
      await scene.clock.pass(2 * DAY);
    }
    const result = await labelNew(scene, limit(5, { notify: 'true' }));
    const [report = '', ...more] = (await botComments(scene, 2)).map(({ prose }) => prose);
    const link = (number: number, days: number) =>
      `[acme/guides#${number}](${scene.github.url}/acme/guides/pull/${number}) (${days} days)`;
    expect(report.split('\n').map((line) => line.trimEnd())).toEqual([
      '**⏸️ Not started** · 6 pull requests of the agent are open (limit `max-open-pulls: 5`)',
      '> Explain a flag — alice',
      '',
      `When fewer than 5 are left, remove the label \`docs\` and set it again. The oldest: ${[link(1, 12), link(2, 10), link(3, 8), link(4, 6), link(5, 4)].join(', ')}, …`,
      expect.stringContaining('<sub>[run]'),
      '',
    ]);
    expect(more).toEqual([]); // a mention would say the same again
    const message =
      'Not started: 6 pull requests of the agent are open (limit `max-open-pulls: 5`)';
    expect(result.outputs.message).toBe(message);
    expect(warnings(result)).toEqual([
      expect.stringContaining('⏸️ limit-reached: Not started · 6 pull requests'),
    ]);
    expect(await alice(scene).readReactions({ issue: 2 })).toContainEqual(
      expect.objectContaining({ content: 'confused' }),
    );
  },
);

testElsewhere('`fail-on` can name the verdict', async (scene) => {
  await plantJobs(scene, { active: 1 });
  expect((await labelNew(scene, limit(1, { 'fail-on': 'limit-reached' }))).exitCode).toBe(1);
});

testElsewhere('a re-run after one was merged creates the job, in a new comment', async (scene) => {
  const { number, link } = await openByAgent(scene);
  await plantRequest(scene, endedWith(link));
  const event = await say(scene, '/docs explain it', { login: 'bob' });
  const ask = (attempt: number) =>
    answer(scene, event, { run: { id: 900, attempt }, inputs: { timeout: '60s', ...limit(1) } });
  const first = await ask(1);
  await alice(scene, GUIDES).mergePull(number);
  const second = await ask(2);
  expect(verdictsOf([first, second])).toEqual(['limit-reached', 'pull-request']);
  expect(second.outputs.commentUrl).not.toBe(first.outputs.commentUrl);
  const other = await answer(scene, event, {
    run: { id: 901 },
    inputs: { timeout: '60s', ...limit(1) },
  });
  expect(other.outputs.verdict).toBe('pull-request'); // it joins that job
  expect(scene.sent('create')).toBe(1);
});

describe('a status comment', () => {
  testElsewhere('that is forged or copied does not count', async (scene) => {
    const { body } = await plantRequest(scene, ACTIVE);
    const mallory = createPerson(scene.github, 'mallory');
    for (let made = 0; made < 4; made++) await mallory.comment(1, body);
    await mallory.comment(
      1,
      forge(body, ({ marker }) => ({ marker: { ...marker, nonce: '0123456789abcdef' } })),
    );
    expect((await labelNew(scene, limit(2))).outputs.verdict).toBe('pull-request');
  });

  testElsewhere(
    'whose first text is copied while it is sent counts once',
    { job: { seconds: 600 } },
    async (scene) => {
      const first = scene.run({ inputs: { timeout: '20m' } });
      await scene.until('it is announced', () => scene.commentWrites().length > 0);
      const [announced] = await botComments(scene);
      const mallory = createPerson(scene.github, 'mallory');
      for (let made = 0; made < 3; made++) await mallory.comment(1, announced?.body ?? '');
      expect((await labelNew(scene, limit(2, { timeout: '20m' }))).outputs.verdict).toBe(
        'pull-request',
      );
      expect((await first).outputs.verdict).toBe('pull-request');
    },
  );

  test('that was deleted does not count, but the one on the pull request in this repository does', async (scene) => {
    await scene.run();
    const planted = await plantRequest(scene, ACTIVE);
    for (const { id } of [planted, ...(await botComments(scene))])
      await alice(scene).deleteComment(id);
    expect((await labelNew(scene, limit(1))).outputs.verdict).toBe('limit-reached');
    expect((await labelNew(scene, limit(2))).outputs.verdict).toBe('pull-request');
  });

  testElsewhere(
    'of this run that the list of the repository lacks: the list is read again',
    async (scene) => {
      await plantJobs(scene, { active: 1 });
      const list = { method: 'GET', path: /comments\?sort=updated/ };
      scene.github.faults.add({ kind: 'answer', status: 200, body: '[]', ...list });
      await expectStopped(scene, 1, true);
    },
  );
});

test('a limit costs 6 requests with 400 comments and 150 open pull requests, and none without a limit', async (scene) => {
  await scene.run();
  const links = await Promise.all(
    Array.from({ length: 150 }, () => openByAgent(scene, scene.github.repo)),
  );
  for (const { link } of links) await plantRequest(scene, endedWith(link));
  fillThread(scene, 230);
  const costOf = async (inputs: Record<string, string>) => {
    const before = askedGitHub(scene).length;
    expect((await labelNew(scene, inputs)).outputs.verdict).toBe('pull-request');
    return askedGitHub(scene).slice(before);
  };
  const without = await costOf({});
  const withLimit = await costOf(limit(900));
  const isOfLimit = (request: string) => /comments\?sort=updated|pulls\?/.test(request);
  expect(without.filter(isOfLimit)).toEqual([]);
  expect(withLimit.filter(isOfLimit)).toHaveLength(6);
  expect(linkTo(links[0]?.url ?? '')).toBe(links[0]?.link);
});

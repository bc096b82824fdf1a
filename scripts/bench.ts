/**
 * `npm run bench`: what the action costs a runner. CPU time and memory are ratios to `node -e 0`,
 * interleaved with it in the same run, because machines differ; they are printed, never asserted.
 * `-- 5` plays five rounds instead of 21. Further arguments are the folders of other actions: in
 * the same rounds, each is started with its default inputs and the same event.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { createPerson } from '../sandbox/github/person.ts';
import { readAction, stepEnvironment } from '../sandbox/runner/environment.ts';
import { createWorld } from '../sandbox/world.ts';

const [rounds = '21', ...PEERS] = process.argv.slice(2);
const ROUNDS = Number(rounds);
const BASE = '`node -e 0`';
const ACTION = 'dist/index.js';

interface Measured {
  /** Milliseconds of all threads, in user and system mode. */
  readonly cpu: number;
  /** Peak resident set in KB. */
  readonly memory: number;
}

const room = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  const measured = await measureAll();
  const base = medians(measured.get(BASE) ?? []);
  console.log(
    `Medians of ${ROUNDS} rounds, as ratios to ${BASE}, which takes ${base.cpu.toFixed(0)} ms of CPU time here\n`,
  );
  console.log('| What | CPU time | Peak memory |\n|---|---:|---:|');
  for (const [what, runs] of measured) {
    const { cpu, memory } = medians(runs);
    console.log(
      `| ${what} | ${(cpu / base.cpu).toFixed(2)} | ${(memory / base.memory).toFixed(2)} |`,
    );
  }
  console.log(`\n${ACTION}: ${(statSync(ACTION).size / 1000).toFixed(0)} KB`);
} finally {
  rmSync(room, { recursive: true });
}

/**
 * A label in the sandbox GitHub, and a run without a thread, which consists of one request: its job
 * has ended when it is created.
 */
async function measureAll(): Promise<Map<string, Measured[]>> {
  const quota = { create: 10_000 };
  // elsewhere: a run has nothing to write there
  const link = 'https://github.com/acme/handbook/pull/412';
  const world = await createWorld({ job: { seconds: 1, link }, quota });
  const atOnce = await createWorld({ job: { seconds: 0, link }, quota });
  const alice = createPerson(world.github, 'alice');
  const dispatch = { name: 'workflow_dispatch', payload: { sender: { login: 'alice' } } };
  const plain = stepEnvironment(
    atOnce.step({ event: dispatch, inputs: { prompt: 'Tidy up.' } }),
    room,
  );
  const found = new Map<string, Measured[]>();
  const add = async (what: string, ...run: Parameters<typeof measure>) =>
    found.set(what, [...(found.get(what) ?? []), await measure(...run)]);
  for (let round = 1; round <= ROUNDS; round++) {
    await add(BASE, ['-e', '0'], plain);
    await add('run without a thread', [ACTION], plain);
    const { number } = await alice.openIssue(
      'Explain the new `--json` flag',
      'What does it print?',
    );
    await alice.addLabel(number, 'docs');
    const step = world.step({
      event: await world.github.events.waitFor('issues', 'labeled', round),
    });
    await add('label request', [ACTION], stepEnvironment(step, room));
    for (const folder of PEERS) {
      const action = readAction(folder);
      const env = stepEnvironment({ ...step, actionDir: folder, inputs: {} }, room, action);
      await add(basename(folder), [join(folder, action.runs.main)], env, [0, 1]);
    }
  }
  const perRun = [world.github, world.service].map(({ requests }) => requests.length / ROUNDS);
  console.log(`A label sends ${perRun[0]} requests to GitHub and ${perRun[1]} to the service.\n`);
  const created = [atOnce.service.requests.length, world.service.jobs.length];
  if (created.some((count) => count !== ROUNDS))
    throw new Error(`One job per run was expected, and not ${created}.`);
  await Promise.all([world.close(), atOnce.close()]);
  return found;
}

/**
 * Runs node, which writes at its end what it used. @throws if it ends with another code than these.
 */
async function measure(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  codes: readonly unknown[] = [0],
): Promise<Measured> {
  const hook = join(room, 'usage.cjs');
  const file = join(room, 'usage.json');
  const write = `require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.resourceUsage()))`;
  writeFileSync(hook, `process.on('exit', () => ${write})`);
  const child = spawn(process.execPath, ['--require', hook, ...args], { env, stdio: 'ignore' });
  const code = await new Promise((resolve, reject) =>
    child.once('error', reject).once('exit', resolve),
  );
  if (!codes.includes(code)) throw new Error(`node ${args.join(' ')} ended with ${code}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(file, 'utf8'));
  return { cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS };
}

function medians(runs: readonly Measured[]): Measured {
  const of = (key: keyof Measured) =>
    runs.map((run) => run[key]).toSorted((a, b) => a - b)[runs.length >> 1] ?? 0;
  return { cpu: of('cpu'), memory: of('memory') };
}

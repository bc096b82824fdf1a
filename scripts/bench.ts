/**
 * `npm run bench`: what the action costs a runner. Times and memory are ratios to `node -e 0`, interleaved with it in the same
 * run, because machines differ; they are printed, never asserted. `-- 5` plays five rounds instead of 21. Further arguments are the folders of
 * other actions: in the same rounds, each is started with its default inputs and the same event.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { systemClock } from '../sandbox/clock.ts';
import { createPerson } from '../sandbox/github/person.ts';
import { readAction, stepEnvironment } from '../sandbox/runner/environment.ts';
import { createWorld } from '../sandbox/world.ts';

const [rounds = '21', ...PEERS] = process.argv.slice(2);
const ROUNDS = Number(rounds);
const ACTION = ['dist/index.js'];

type Row = readonly [what: string, measured: string, aim: string];
const ratio = (value: number, base: number) => (value / base).toFixed(2);
const now = () => performance.timeOrigin + performance.now();
const room = mkdtempSync(join(tmpdir(), 'bench-'));
try {
  const rows = await requestRows();
  const size = `${(statSync('dist/index.js').size / 1000).toFixed(0)} KB`;
  console.log('| What | Measured | Aim: at most |\n|---|---|---|');
  for (const row of [...rows, ['dist/index.js', size, '1000 KB']]) console.log(`| ${row.join(' | ')} |`);
} finally {
  rmSync(room, { recursive: true });
}

/** A label in the sandbox GitHub, and a run without a thread, which consists of one request: its job has ended when it is created. */
async function requestRows(): Promise<Row[]> {
  const quota = { create: 10_000 };
  const world = await createWorld({ job: { seconds: 1, link: 'https://github.com/acme/handbook/pull/412' }, quota });
  const atOnce = await createWorld({ job: { seconds: 0 }, quota, clock: { ...systemClock, now } });
  const alice = createPerson(world.github, 'alice');
  const dispatch = { name: 'workflow_dispatch', payload: { sender: { login: 'alice' } } };
  const env = stepEnvironment(atOnce.step({ event: dispatch, inputs: { prompt: 'Tidy up.' } }), room);
  const [bases, plain, labeled, first]: [Measured[], Measured[], Measured[], number[]] = [[], [], [], []];
  const peers = PEERS.map((folder) => ({ folder, action: readAction(folder), measured: [] as Measured[] }));
  for (let round = 1; round <= ROUNDS; round++) {
    bases.push(await measure(['-e', '0'], env));
    const began = now();
    plain.push(await measure(ACTION, env));
    first.push((atOnce.service.requests.at(-1)?.at ?? 0) - began);
    const { number } = await alice.openIssue('Explain the new `--json` flag', 'What does it print?');
    await alice.addLabel(number, 'docs');
    const event = await world.github.events.waitFor('issues', 'labeled', round);
    const step = world.step({ event });
    labeled.push(await measure(ACTION, stepEnvironment(step, room)));
    for (const { folder, action, measured } of peers) {
      const env = stepEnvironment({ ...step, actionDir: folder, inputs: {} }, room, action);
      measured.push(await measure([join(folder, action.runs.main)], env, [0, 1]));
    }
  }
  const created = [atOnce.service.requests.length, world.service.jobs.length];
  if (created.some((count) => count !== ROUNDS)) throw new Error(`One job per run was expected, and not ${created}.`);
  await Promise.all([world.close(), atOnce.close()]);
  const [base, run, label] = [medians(bases), medians(plain), medians(labeled)];
  console.log(`Medians of ${ROUNDS} rounds, as ratios to \`node -e 0\` (${base.cpu.toFixed(0)} ms of CPU time here)\n`);
  return [
    ['label request, CPU time', ratio(label.cpu, base.cpu), '-'],
    ['the same, peak memory', ratio(label.memory, base.memory), '-'],
    ['run without a thread, CPU time', ratio(run.cpu, base.cpu), '-'],
    ['the same, first request sent, time', ratio(median(first), base.time), '-'],
    ['the same, peak memory', ratio(run.memory, base.memory), '1.45'],
    ...peers.flatMap(({ folder, measured }): Row[] => [
      [`${basename(folder)}, CPU time`, ratio(medians(measured).cpu, base.cpu), '-'],
      ['the same, peak memory', ratio(medians(measured).memory, base.memory), '-'],
    ]),
  ];
}

interface Measured {
  /** Milliseconds from the spawn to the end of the process. */
  readonly time: number;
  /** Milliseconds of all its threads, in user and system mode. */
  readonly cpu: number;
  /** Peak resident set in KB. */
  readonly memory: number;
}

/** Runs node, which writes at its end what it used. @throws if it ends with another code than these. */
async function measure(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  codes: readonly unknown[] = [0],
): Promise<Measured> {
  const [hook, file] = [join(room, 'usage.cjs'), join(room, 'usage.json')];
  const write = `require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.resourceUsage()))`;
  writeFileSync(hook, `process.on('exit', () => ${write})`);
  const began = performance.now();
  const child = spawn(process.execPath, ['--require', hook, ...args], { env, stdio: 'ignore' });
  const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
  const time = performance.now() - began;
  if (!codes.includes(code)) throw new Error(`node ${args.join(' ')} ended with ${code}`);
  const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(file, 'utf8'));
  return { time, cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
}

/** The medians of several runs. */
function medians(runs: readonly Measured[]): Measured {
  const of = (key: keyof Measured) => median(runs.map((run) => run[key]));
  return { time: of('time'), cpu: of('cpu'), memory: of('memory') };
}

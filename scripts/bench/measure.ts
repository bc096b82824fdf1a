import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Env = Readonly<Record<string, string>>;

export interface Measured {
  /** Milliseconds from the spawn to the end of the process. */
  readonly time: number;
  /** Milliseconds of all its threads, in user and system mode. */
  readonly cpu: number;
  /** Peak resident set in KB, which the process prints at its end. */
  readonly memory: number;
}

/** Runs node and returns the milliseconds that it took. @throws if it fails. */
function time(args: readonly string[], env: Env): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code === 0) resolve(performance.now() - began);
      else reject(new Error(`node ${args.join(' ')} ended with ${code}`));
    });
  });
}

/** Runs node and measures it, which takes some milliseconds. @throws if it fails. */
export async function measure(args: readonly string[], env: Env): Promise<Measured> {
  const room = mkdtempSync(join(tmpdir(), 'bench-'));
  const [hook, file] = [join(room, 'usage.cjs'), join(room, 'usage.json')];
  const write = `require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.resourceUsage()))`;
  writeFileSync(hook, `process.on('exit', () => ${write})`);
  try {
    const taken = await time(['--require', hook, ...args], env);
    const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(file, 'utf8'));
    return { time: taken, cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS };
  } finally {
    rmSync(room, { recursive: true });
  }
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** The medians of several runs. */
export const medians = (runs: readonly Measured[]): Measured => ({
  time: median(runs.map(({ time }) => time)),
  cpu: median(runs.map(({ cpu }) => cpu)),
  memory: median(runs.map(({ memory }) => memory)),
});

export const ratio = (value: number, base: number): string => (value / base).toFixed(2);

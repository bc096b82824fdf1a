import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Env = Readonly<Record<string, string>>;

export interface Measured {
  /** Milliseconds from the spawn to the end of the process. */
  readonly time: number;
  /** Peak resident set in KB, which the process prints at its end. */
  readonly memory: number;
}

/** Runs node and returns the milliseconds that it took. @throws if it fails. */
export function time(args: readonly string[], env: Env): Promise<number> {
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

/** Runs node and measures time and memory; measuring memory takes some milliseconds. */
export async function measure(args: readonly string[], env: Env): Promise<Measured> {
  const room = mkdtempSync(join(tmpdir(), 'bench-'));
  const [hook, file] = [join(room, 'memory.cjs'), join(room, 'memory')];
  const write = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS))`;
  writeFileSync(hook, `process.on('exit', () => ${write})`);
  try {
    const taken = await time(['--require', hook, ...args], env);
    return { time: taken, memory: Number(readFileSync(file, 'utf8')) };
  } finally {
    rmSync(room, { recursive: true });
  }
}

/** The median peak memory of several runs, in KB. */
export async function peakMemory(args: readonly string[], env: Env, rounds = 9): Promise<number> {
  const peaks: number[] = [];
  for (let round = 0; round < rounds; round++) peaks.push((await measure(args, env)).memory);
  return median(peaks);
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

export const ratio = (value: number, base: number): string => (value / base).toFixed(2);

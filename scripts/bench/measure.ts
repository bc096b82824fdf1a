import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Measured {
  /** Milliseconds from the spawn to the end of the process. */
  readonly time: number;
  /** Milliseconds of all its threads, in user and system mode. */
  readonly cpu: number;
  /** Peak resident set in KB. */
  readonly memory: number;
}

/** Runs node, which writes at its end what it used. @throws if it ends with another code than these. */
export async function measure(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  codes: readonly unknown[] = [0],
): Promise<Measured> {
  const room = mkdtempSync(join(tmpdir(), 'bench-'));
  const [hook, file] = [join(room, 'usage.cjs'), join(room, 'usage.json')];
  const write = `require('node:fs').writeFileSync(${JSON.stringify(file)}, JSON.stringify(process.resourceUsage()))`;
  writeFileSync(hook, `process.on('exit', () => ${write})`);
  try {
    const began = performance.now();
    const child = spawn(process.execPath, ['--require', hook, ...args], { env, stdio: 'ignore' });
    const code = await new Promise((resolve, reject) => child.once('error', reject).once('exit', resolve));
    const time = performance.now() - began;
    if (!codes.includes(code)) throw new Error(`node ${args.join(' ')} ended with ${code}`);
    const { userCPUTime, systemCPUTime, maxRSS } = JSON.parse(readFileSync(file, 'utf8'));
    return { time, cpu: (userCPUTime + systemCPUTime) / 1000, memory: maxRSS };
  } finally {
    rmSync(room, { recursive: true });
  }
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** The medians of several runs. */
export const medians = (runs: readonly Measured[]): Measured => ({
  time: median(runs.map(({ time }) => time)),
  cpu: median(runs.map(({ cpu }) => cpu)),
  memory: median(runs.map(({ memory }) => memory)),
});

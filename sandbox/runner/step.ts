import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { readAction, type StepContext, stepEnvironment } from './environment.ts';
import { createLog, type Log, readValues } from './log.ts';

export interface StepOptions extends StepContext {
  /** Additional variables, or other values for the runner's variables; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Receives every visible line of the log as it is printed. */
  readonly onLine?: (line: string) => void;
  /** Whether the reading end of its standard output is closed right after the start. */
  readonly hasClosedOutput?: boolean;
}

export interface StepResult extends Log {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly outputs: Readonly<Record<string, string>>;
  readonly summary: string;
  readonly state: Readonly<Record<string, string>>;
  readonly duration: number;
}

export interface Step {
  readonly result: Promise<StepResult>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Runs an action's `main` as GitHub's runner does: inputs, event and files are passed through the
 * environment only.
 */
export function runStep(options: StepOptions): Step {
  return start(options, 'main', {});
}

/**
 * Runs the action's `post` with the state that `main` saved. The runner does this after failures
 * and kills too.
 */
export function runPost(options: StepOptions, main: StepResult): Step {
  const state = Object.entries(main.state).map(([name, value]) => [`STATE_${name}`, value]);
  return start(options, 'post', Object.fromEntries(state));
}

function start(options: StepOptions, phase: 'main' | 'post', state: Record<string, string>): Step {
  const room = mkdtempSync(join(tmpdir(), 'step-'));
  const action = readAction(options.actionDir);
  const env = { ...stepEnvironment(options, room, action), ...state, ...options.env };
  const log = createLog(options.onLine);
  const began = performance.now();
  const file = resolve(options.actionDir, action.runs[phase]);
  const child = spawn(process.execPath, [file], { env, cwd: env.GITHUB_WORKSPACE });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', log.reader());
  if (options.hasClosedOutput) child.stdout.destroy();
  const end = async () => {
    const [exitCode, signal] = await once(child, 'close');
    const read = (name: string) => readFileSync(join(room, name), 'utf8');
    const files = {
      outputs: readValues(read('output')),
      state: readValues(read('state')),
      summary: read('summary'),
    };
    rmSync(room, { recursive: true });
    return { ...log.finish(), ...files, exitCode, signal, duration: performance.now() - began };
  };
  return { result: end(), kill: (signal) => void child.kill(signal) };
}

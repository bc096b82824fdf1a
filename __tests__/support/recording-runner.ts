import { createRunner, type Runner, toolkit } from '../../src/runtime/runner.ts';

export interface RecordingRunner extends Runner {
  /** Every call in order: `log …`, `warn …`, `output jobId=…`. */
  readonly told: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summaries: readonly string[];
  readonly masked: readonly string[];
  readonly states: Readonly<Record<string, string>>;
}

/** A runner that records its calls. It redacts nothing, so that tests find leaked secrets. */
export function createRecordingRunner(env: Runner['env'], states: Record<string, string> = {}): RecordingRunner {
  const real = createRunner(env, { ...toolkit, setSecret: () => {} });
  const told: string[] = [];
  const outputs: Record<string, string> = {};
  const summaries: string[] = [];
  const masked: string[] = [];
  const tell = (how: string) => (line: string) => void told.push(`${how} ${line}`);
  return {
    variables: real.variables,
    env,
    told,
    outputs,
    summaries,
    masked,
    states,
    log: tell('log'),
    notice: tell('notice'),
    warn: tell('warn'),
    error: tell('error'),
    mask(secret) {
      masked.push(secret);
      real.mask(secret);
    },
    redact: real.redact,
    redactIncoming: real.redactIncoming,
    output(name, value) {
      outputs[name] = value;
      told.push(`output ${name}=${value}`);
    },
    summary(markdown) {
      summaries.push(markdown);
    },
    saveState(name, value) {
      states[name] = value;
    },
    readState: (name) => states[name] ?? '',
  };
}

import { createRunner, type Runner, toolkit } from '../../src/runtime/runner.ts';

export interface RecordingRunner extends Runner {
  /** Every call in order: `log …`, `warn …`, `output jobId=…`. */
  readonly told: readonly string[];
  readonly outputs: Readonly<Record<string, string>>;
  readonly summaries: readonly string[];
}

/**
 * A runner that records its calls, as they are: it redacts none of them. It has no state of an
 * earlier process, and keeps none.
 */
export function createRecordingRunner(env: Runner['env']): RecordingRunner {
  const real = createRunner(env, { ...toolkit, setSecret: () => {} });
  const told: string[] = [];
  const outputs: Record<string, string> = {};
  const summaries: string[] = [];
  const tell = (how: string) => (line: string) => void told.push(`${how} ${line}`);
  return {
    ...real,
    told,
    outputs,
    summaries,
    log: tell('log'),
    notice: tell('notice'),
    warn: tell('warn'),
    error: tell('error'),
    output(name, value) {
      outputs[name] = value;
      told.push(`output ${name}=${value}`);
    },
    summary: (markdown) => void summaries.push(markdown),
    saveState() {},
    readState: () => '',
  };
}

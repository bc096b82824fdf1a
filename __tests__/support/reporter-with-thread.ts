import { type PostState, readUnfinished } from '../../src/report/post-state.ts';
import { createReporter, type Reporter, type Subject } from '../../src/report/reporter.ts';
import type { StatusReport } from '../../src/report/status-report.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createRecordingRunner, type RecordingRunner } from './recording-runner.ts';
import { REQUEST, RETRY_HINTS } from './sample-outcomes.ts';
import { sampleStatusReport } from './sample-status-report.ts';
import { type ScriptedThread, type Step, scriptedThread } from './scripted-thread.ts';

export interface ReporterWithThread {
  readonly runner: RecordingRunner;
  readonly clock: FakeClock;
  readonly reporter: Reporter;
  readonly report: StatusReport;
  readonly places: Required<Pick<Subject, 'thread' | 'reactions' | 'retryHints'>>;
  readonly thread: ScriptedThread;
  /** The reactions to the request. */
  readonly reactions: readonly string[];
  /** The successive writes in the thread, without markers. */
  written(): string[];
  /** The state for the post step, if the run were killed now. */
  saved(): PostState | undefined;
}

/** A reporter of a request by alice, in a thread with scripted responses. */
export function reporterWithThread(steps: readonly Step[] = [], request = REQUEST): ReporterWithThread {
  const runner = createRecordingRunner({});
  const clock = createFakeClock();
  const thread = scriptedThread(steps, clock, runner.redact);
  const reactions: string[] = [];
  const report = sampleStatusReport({ runner, ...thread }, request);
  return {
    runner,
    clock,
    report,
    thread,
    reactions,
    reporter: createReporter(runner, clock),
    places: {
      retryHints: RETRY_HINTS,
      thread: { report },
      reactions: {
        seen: async () => void reactions.push('seen'),
        ended: async ({ verdict }) => void reactions.push(verdict),
      },
    },
    written: () => thread.calls.flatMap((call) => /^(?:create|update \d+) (.*)$/s.exec(call)?.[1] ?? []),
    saved: () => readUnfinished(runner),
  };
}

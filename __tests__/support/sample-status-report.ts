import { statusFieldsOf } from '../../src/render/comment.ts';
import { createMention } from '../../src/report/notify.ts';
import { rememberDraft } from '../../src/report/post-state.ts';
import { createStatusReport, type StatusReport } from '../../src/report/status-report.ts';
import type { Clock } from '../../src/runtime/clock.ts';
import type { Runner } from '../../src/runtime/runner.ts';
import type { ReportThread } from '../../src/thread/thread.ts';
import { REQUEST } from './sample-outcomes.ts';
import { MARKED } from './scripted-thread.ts';

interface Surroundings {
  readonly runner: Runner;
  readonly clock: Clock;
  readonly comment: ReportThread['comment'];
  /** Writes another comment. */
  readonly write: ReportThread['comments']['create'];
}

/** The status report of a request by alice, with half an hour left. */
export function sampleStatusReport({ runner, clock, comment, write }: Surroundings, request = REQUEST): StatusReport {
  const { signal } = new AbortController();
  return createStatusReport({
    comment,
    clock,
    request: MARKED,
    fields: statusFieldsOf(request),
    retryHints: request.retryHints,
    deadline: 1_800_000,
    timeout: 1_805_000,
    redact: runner.redact,
    signal,
    runsUrl: 'https://github.com/acme/app/actions/runs',
    save: (draft) => rememberDraft(runner, draft),
    mention: createMention({ comment, write, warn: runner.warn, clock, signal, loginOf: async () => 'alice' }),
  });
}

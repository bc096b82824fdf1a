import { statusFieldsOf } from '../../src/render/comment.ts';
import { keepState } from '../../src/report/post-state.ts';
import { createStatusReport, type StatusReport } from '../../src/report/status-report.ts';
import type { Runner } from '../../src/runtime/runner.ts';
import type { StatusComment } from '../../src/thread/status-comment.ts';
import type { StatusComments } from '../../src/thread/thread.ts';
import { REQUEST, RETRY_HINTS, RUN_URL } from './sample-outcomes.ts';
import { MARKED } from './scripted-thread.ts';

interface Surroundings {
  readonly runner: Runner;
  readonly comment: StatusComment;
  readonly statusComments: Pick<StatusComments, 'effects' | 'comments'>;
}

/** The status report of a request by alice, with half an hour left. */
export function sampleStatusReport({ runner, comment, statusComments }: Surroundings, request = REQUEST): StatusReport {
  return createStatusReport({
    comment,
    statusComments,
    request: MARKED,
    words: { ...statusFieldsOf(request, RUN_URL), retryHints: RETRY_HINTS },
    deadline: 1_800_000,
    loginOf: async () => 'alice',
    mentionsTimeout: false,
    save: (draft) => keepState(runner, 'draft', draft),
  });
}

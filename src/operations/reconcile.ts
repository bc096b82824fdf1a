import { MARKER_PREFIX } from '../github/comments.ts';
import { isAsking } from '../inputs/fields.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { CANCELLED, interrupted, type Outcome, outcomeOfPoll } from '../outcome.ts';
import { handleOf, statusFieldsOfRecord } from '../report/earlier-comments.ts';
import { mentionable, proseOf, type ReportedRequest, showReport } from '../report/final-report.ts';
import { showOpened } from '../report/opened-for.ts';
import type { Connections } from '../request/connections.ts';
import { withPull } from '../request/wait.ts';
import { hasEnded, type JobReading } from '../service/job.ts';
import { SETTLE_MS } from '../service/watch.ts';
import { requestOf } from '../thread/request.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';

/** Milliseconds for the one reading of a job. */
export const ONE_READ_MS = 10_000;

/**
 * The end of a job, as one reading shows it; undefined if it is active, cannot be read, or may not
 * be what the request led to yet.
 */
export function endOfReading(
  { marker, sinceEditMs }: Pick<StatusRecord, 'marker' | 'sinceEditMs'>,
  reading: JobReading,
): Outcome | undefined {
  if (reading.kind !== 'job' || !hasEnded(reading.job)) return undefined;
  const { job } = reading;
  // After a prompt, a service may show the end before it for a moment, and no link yet.
  const lacksLink = job.status === 'completed' && job.pullRequest.kind === 'none';
  const mayChange = sinceEditMs < SETTLE_MS && (marker.before !== null || lacksLink);
  return mayChange ? undefined : outcomeOfPoll({ kind: 'ended', job, isProven: true });
}

/** What to report for a request that no run handles, and that has no job. */
export const endWithoutJob = (wasSent: boolean): Outcome => (wasSent ? interrupted() : CANCELLED);

/**
 * Makes the status comment of a request, its mention, and the comment "Opened for" on the pull
 * request of its job true. It is idempotent. Returns whether they are: if not, GitHub rejected the
 * edit, or another try may succeed.
 */
export async function reconcile(
  record: StatusRecord,
  outcome: Outcome,
  inputs: Pick<Inputs, 'operation' | 'trigger' | 'accounts' | 'notify'>,
  statusComments: StatusComments,
  connections: Connections,
): Promise<'done' | 'rejected' | 'failed'> {
  const { github, effects } = statusComments;
  const { command } = inputs.trigger;
  const request = requestOf(record.marker);
  const reported: ReportedRequest = {
    statusComments,
    comment: handleOf(record, statusComments),
    request,
    texts: {
      ...statusFieldsOfRecord(record, effects.variables.runsUrl),
      retryHints: { kind: request.retryVia, command, label: undefined },
    },
    loginOf: (requester) => mentionable(requester, { inputs, github }),
    mentionsTimeout: isAsking(inputs.operation),
  };
  const { body, issueNumber, url } = record.comment;
  const end = await withPull(outcome, request.before !== null, connections);
  if (body.startsWith(`${proseOf(end, reported)}\n${MARKER_PREFIX}`)) return 'done';
  const openedFor = [{ link: `#${issueNumber}`, to: url }];
  const { accounts } = inputs;
  const opened = {
    statusComments,
    request,
    openedFor,
    requester: '',
    command,
    accounts,
    reportThread: issueNumber,
  };
  // a later process comments there, if the request stays open
  if (!(await showOpened(end, opened))) return 'failed';
  if (await showReport(end, reported, undefined)) return 'done';
  return reported.comment.isRejected() ? 'rejected' : 'failed';
}

import { type GitHub, needed } from '../github/client.ts';
import { recentComments } from '../github/comments.ts';
import type { SweepInputs } from '../inputs/inputs.ts';
import type { Outcome, Swept } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import { type ActionContext, deadlineOf, gitHubFor, serviceFor } from '../request/context.ts';
import { warnOnce } from '../runtime/runner.ts';
import { type IgnoredComment, warningsAbout } from '../thread/ignored-comments.ts';
import { deriveMarkerKeys } from '../thread/marker.ts';
import { projectHash } from '../thread/request-key.ts';
import { readRecords, type StatusRecord } from '../thread/status-records.ts';
import { createStatusComments, type StatusComments } from '../thread/thread.ts';
import type { JobFinding } from './job-finding.ts';
import { createJobChecker } from './sweep-check.ts';
import { createJobReporter } from './sweep-report.ts';

/** Below so many requests in GitHub's hour, a sweep leaves them to others. */
const RESERVE = 200;

/**
 * Finds the repository's open jobs by their markers, asks once for each one's status, and tells in its comment what changed. What
 * does not fit into the budget, or into GitHub's, is left for the next sweep.
 * @throws GitHubError when the comments cannot be read.
 */
export async function sweep(inputs: SweepInputs, reporter: Reporter, effects: ActionContext): Promise<Outcome> {
  const { runner, clock, signal } = effects;
  const github = needed(gitHubFor(inputs, effects));
  const warn = warnOnce(runner.warn);
  const desk = createStatusComments(github, deriveMarkerKeys(inputs.apiKey, inputs.previousApiKey), {
    ...effects,
    context: runner.context,
    warn,
    deadline: inputs.timeout,
  });
  const deadline = deadlineOf(inputs);
  const isOver = () => signal.aborted || clock.now() >= deadline || github.remaining() < RESERVE;
  const records = await openRecords(inputs, { github, desk, isOver, ...effects });
  runner.log(`Open requests found: ${records.filter((record) => !isEnded(record)).length}`);

  const service = serviceFor(inputs, inputs.apiKey, reporter, effects);
  const { check: look, forget: again, refusal } = createJobChecker(records, { service, clock, signal, deadline });
  const tell = createJobReporter({ inputs, github, desk, warn, deadline, ...effects });
  const open = records.filter((record) => !isEnded(record));
  const swept = new Map<StatusRecord, Swept['verdict']>(open.map((record) => [record, 'left']));
  const doubtful = new Map<StatusRecord, number>();

  async function each(of: Iterable<StatusRecord>, report: (record: StatusRecord, sight: JobFinding) => unknown) {
    for (const record of of) {
      if (isOver()) return;
      await report(record, await look(record));
    }
  }

  await each(records, async (record, sight) => {
    if (sight.kind === 'recheck') doubtful.set(record, sight.after);
    else if (isNews(record, sight)) swept.set(record, await tell(record, sight));
  });
  const pause = Math.max(0, ...doubtful.values());
  if (clock.now() + pause < deadline) {
    await clock.sleep(pause, signal);
    again();
    await each(doubtful.keys(), async (record, sight) =>
      swept.set(record, await tell(record, sight.kind === 'recheck' ? sight.last : sight)),
    );
  }
  const problem = refusal();
  if (problem) return { verdict: 'error', problem, job: undefined };
  return { verdict: 'swept', swept: [...swept].map(([record, verdict]) => toSwept(record, verdict)) };
}

/** Of a job that was reported already, only a late link is. */
const isNews = (record: StatusRecord, { kind }: JobFinding) => !isEnded(record) || kind === 'ended';

/** Those of our project, the oldest first; those that only began last, as by then it is known whether another key is gone. */
async function openRecords(
  { window, projectId }: SweepInputs,
  { github, desk, isOver, runner }: { github: GitHub; desk: StatusComments; isOver: () => boolean } & ActionContext,
): Promise<StatusRecord[]> {
  const project = projectHash(runner.context, projectId);
  const open = new Map<number, StatusRecord>();
  const notBelieved: IgnoredComment[] = [];
  for await (const page of recentComments(github, window)) {
    const { records, ignored } = readRecords(page, desk.reader);
    notBelieved.push(...ignored);
    for (const record of records) {
      const { marker, comment } = record;
      if (isToRead(record) && marker.project === project) open.set(comment.id, record);
    }
    if (page.isLast || !isOver()) continue;
    runner.warn(
      'Not all comments back to `window` could be read within the budget; the next sweep begins with the newest again.',
    );
    break;
  }
  for (const warning of warningsAbout(notBelieved)) runner.warn(warning);
  const hasBegun = ({ marker }: StatusRecord) => Number(!('job' in marker));
  return [...open.values()].sort((one, other) => hasBegun(one) - hasBegun(other) || one.comment.id - other.comment.id);
}

/** Milliseconds after its end for which a job without a pull request is still read: the link may come late. */
const LATE_LINK = 3_600_000;

const isEnded = ({ marker }: StatusRecord) => marker.state === 'ended';

function isToRead({ marker, ageMs: age }: StatusRecord): boolean {
  switch (marker.state) {
    case 'open':
    case 'starting':
    case 'waiting':
      return true;
    case 'ended':
      return (marker.verdict === 'no-changes' || marker.verdict === 'archived') && age <= LATE_LINK;
    case 'unsent':
    case 'unconfirmed':
    case 'continued':
    case 'lost':
      return false;
  }
}

function toSwept({ comment, marker }: StatusRecord, verdict: Swept['verdict']): Swept {
  const jobId = 'job' in marker ? marker.job : null;
  return { jobId, issueNumber: comment.issueNumber, commentUrl: comment.url, verdict };
}

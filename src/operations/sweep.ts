import type { ActionContext } from '../action-context.ts';
import { type GitHub, needed } from '../github/client.ts';
import { recentComments } from '../github/comments.ts';
import type { SweepInputs } from '../inputs/inputs.ts';
import type { Outcome, Swept } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import { deadlineOf, gitHubFor, serviceFor } from '../request/context.ts';
import { warnOnce } from '../runtime/runner.ts';
import type { JobReading } from '../service/job.ts';
import { projectHash } from '../thread/earlier-requests.ts';
import { deriveMarkerKeys } from '../thread/marker.ts';
import {
  type IgnoredComment,
  openForMs,
  readRecords,
  type StatusRecord,
  warningsAbout,
} from '../thread/status-records.ts';
import { createStatusComments, type StatusComments } from '../thread/thread.ts';
import { createJobReader, findingOf, findingWithoutJob, type JobFinding } from './sweep-check.ts';
import { createJobReporter } from './sweep-report.ts';

/** A sweep stops when the token has fewer requests left in GitHub's hourly rate limit, which other workflows share. */
const MIN_REMAINING_REQUESTS = 200;

/**
 * Finds the repository's open jobs by their markers, reads the status of each once, and reports changes in its status comment. The
 * jobs that do not fit into the timeout, or into GitHub's rate limit, are left for the next sweep.
 * @throws GitHubError when the comments cannot be read.
 */
export async function sweep(inputs: SweepInputs, reporter: Reporter, effects: ActionContext): Promise<Outcome> {
  const { runner, clock, signal } = effects;
  const github = needed(gitHubFor(inputs, effects));
  const warn = warnOnce(runner.warn);
  const statusComments = createStatusComments(github, deriveMarkerKeys(inputs.apiKey, inputs.previousApiKey), {
    ...effects,
    context: runner.context,
    redact: runner.redact,
    warn,
    deadline: inputs.timeout,
  });
  const deadline = deadlineOf(inputs);
  const isOver = () => signal.aborted || clock.now() >= deadline || github.remaining() < MIN_REMAINING_REQUESTS;
  const all = await recordsOfProject(inputs, { github, statusComments, isOver, ...effects });
  const open = openOnes(all);
  runner.log(`Open requests: ${open.length}`);

  const service = serviceFor(inputs, inputs.apiKey, reporter, effects);
  const jobs = createJobReader({ service, clock, signal, deadline });
  const reportJob = createJobReporter({ inputs, statusComments, log: runner.log, deadline });
  const swept = new Map<StatusRecord, Swept['verdict']>(open.map((record) => [record, 'left']));

  async function check(record: StatusRecord, readings: Map<string, JobReading>, isLast: boolean): Promise<JobFinding> {
    const { sent, job } = record.facts;
    if (sent !== 'yes' || job === undefined) return findingWithoutJob(record);
    return findingOf(await jobs.read(job, readings), record, { jobId: job, openFor: openForMs(job, all), isLast });
  }

  /** Checks requests, and reports what was found. Returns those to check again, and after how many milliseconds. */
  async function checkEach(checked: Iterable<StatusRecord>, isLast: boolean): Promise<Map<StatusRecord, number>> {
    const readings = new Map<string, JobReading>();
    const again = new Map<StatusRecord, number>();
    for (const record of checked) {
      if (isOver()) break;
      const finding = await check(record, readings, isLast);
      if (finding.kind === 'recheck') again.set(record, finding.after);
      else swept.set(record, await reportJob(record, finding));
    }
    return again;
  }

  const again = await checkEach(open, false);
  const pause = Math.max(0, ...again.values());
  if (clock.now() + pause < deadline) {
    await clock.sleep(pause, signal);
    await checkEach(again.keys(), true);
  }
  const problem = jobs.refusal();
  if (problem) return { verdict: 'error', problem, job: undefined };
  return { verdict: 'swept', swept: [...swept].map(([record, verdict]) => toSwept(record, verdict)) };
}

/** The requests of the project within `window`. */
async function recordsOfProject(
  { window, projectId }: SweepInputs,
  {
    github,
    statusComments,
    isOver,
    runner,
  }: { github: GitHub; statusComments: StatusComments; isOver: () => boolean } & ActionContext,
): Promise<StatusRecord[]> {
  const project = projectHash(runner.context, projectId);
  const byId = new Map<number, StatusRecord>(); // pages may shift while they are read
  const allIgnored: IgnoredComment[] = [];
  for await (const page of recentComments(github, window)) {
    const { records, ignored } = readRecords(page, statusComments.reader);
    allIgnored.push(...ignored);
    for (const record of records) if (record.marker.project === project) byId.set(record.comment.id, record);
    if (page.isLast || !isOver()) continue;
    runner.warn(
      'Not all comments within `window` could be read before the timeout. The next sweep starts with the newest again.',
    );
    break;
  }
  for (const warning of warningsAbout(allIgnored)) runner.warn(warning);
  return [...byId.values()];
}

/** The open requests, the oldest first. Those without a job, which need no status request, come last. */
function openOnes(records: readonly StatusRecord[]): StatusRecord[] {
  const hasNoJob = ({ facts }: StatusRecord) => Number(facts.sent !== 'yes');
  const oldestFirst = (one: StatusRecord, other: StatusRecord) =>
    hasNoJob(one) - hasNoJob(other) || one.comment.id - other.comment.id;
  return records.filter(({ facts }) => facts.end === undefined).sort(oldestFirst);
}

function toSwept({ comment, facts }: StatusRecord, verdict: Swept['verdict']): Swept {
  const jobId = facts.job ?? null;
  return { jobId, issueNumber: comment.issueNumber, commentUrl: comment.url, verdict };
}

import type { ActionContext } from '../action-context.ts';
import type { ServiceError } from '../errors.ts';
import { needed } from '../github/client.ts';
import { WRITE_PAUSE_MS } from '../github/comments.ts';
import type { Inputs } from '../inputs/inputs.ts';
import { errorOf, type Outcome, type Swept } from '../outcome.ts';
import type { Reporter } from '../report/reporter.ts';
import { connect } from '../request/connections.ts';
import { DAY_MS } from '../runtime/clock.ts';
import type { AgentService } from '../service/agent-service.ts';
import { hasEnded, type JobReading } from '../service/job.ts';
import { SETTLE_MS } from '../service/watch.ts';
import { projectHash } from '../thread/earlier-requests.ts';
import { createStatusComment } from '../thread/status-comment.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';
import { endOfReading, endWithoutJob, ONE_READ_MS, reconcile } from './reconcile.ts';

/**
 * A sweep stops when the token has fewer requests left in GitHub's hourly rate limit, which other
 * workflows share.
 */
const MIN_REMAINING_REQUESTS = 200;
const NOT_ALL =
  'Not all comments within `window` could be read before the timeout. The next sweep starts with the newest again.';

/**
 * Finds the repository's open jobs by their markers, reads the status of each once, and reports
 * changes in its status comment. Those that do not fit into the timeout, or into GitHub's rate
 * limit, are left for the next sweep. @throws GitHubError when the comments cannot be read.
 */
export async function sweep(
  inputs: Inputs,
  reporter: Reporter,
  context: ActionContext,
): Promise<Outcome> {
  const { runner, clock, signal } = context;
  const connections = connect(inputs, reporter, context);
  const { service, pollUntil } = connections;
  const statusComments = needed(connections.statusComments);
  const { github } = statusComments;
  const isOver = () =>
    signal.aborted || clock.now() >= pollUntil || github.remaining() < MIN_REMAINING_REQUESTS;
  const from = (now: number) => now - inputs.days * DAY_MS;
  const { records, ignored, end } = await statusComments.readRecent(from, isOver);
  if (end === 'enough') runner.warn(NOT_ALL);
  statusComments.logIgnored(ignored);
  const project = projectHash(runner.variables, inputs.projectId);
  const all = records.filter(({ marker }) => marker.project === project);
  const open = openOnes(all);
  runner.log(`Open requests: ${open.length}`);

  const paced = withPauses(statusComments);
  /** Reports what is known of a request, if its comment is not up to date. */
  async function check(
    record: StatusRecord,
    reading: JobReading | undefined,
  ): Promise<Swept['verdict']> {
    const finding = findingOf(record, reading);
    if (typeof finding === 'string') return finding;
    const end = await reconcile(record, finding, inputs, paced, connections);
    if (end !== 'done') return 'left';
    runner.log(`${record.comment.url}: ${finding.verdict}`);
    return finding.verdict;
  }

  const jobs = createJobReader(service.readJob);
  const swept = new Map<StatusRecord, Swept['verdict']>(open.map((record) => [record, 'left']));
  for (const record of open) {
    if (isOver()) break;
    const reading = await jobs.read(record);
    if (reading?.kind === 'throttled') break;
    swept.set(record, await check(record, reading));
  }
  const problem = jobs.refusal();
  if (problem) return errorOf(problem);
  return {
    verdict: 'swept',
    swept: [...swept].map(([{ comment, facts }, verdict]) => ({
      jobId: facts.job ?? null,
      issueNumber: comment.issueNumber,
      commentUrl: comment.url,
      verdict,
    })),
  };
}

/**
 * The open requests, the oldest first. Those without a job, which need no status request, come
 * last.
 */
function openOnes(records: readonly StatusRecord[]): StatusRecord[] {
  const hasNoJob = ({ facts }: StatusRecord) => Number(facts.sent !== 'yes');
  const oldestFirst = (one: StatusRecord, other: StatusRecord) =>
    hasNoJob(one) - hasNoJob(other) || one.comment.id - other.comment.id;
  return records
    .filter(({ facts }) => facts.end === undefined && !facts.isOpenedFor)
    .sort(oldestFirst);
}

/** Reads each job once. */
function createJobReader(readJob: AgentService['readJob']) {
  const readings = new Map<string, JobReading>();
  return {
    /** Undefined if the request has no job. */
    async read({ facts: { sent, job } }: StatusRecord): Promise<JobReading | undefined> {
      if (sent !== 'yes') return undefined;
      const reading = readings.get(job) ?? (await readJob(job, ONE_READ_MS));
      readings.set(job, reading);
      return reading;
    },
    /**
     * The error if the service rejected every status request: then the cause is the configuration,
     * not a job.
     */
    refusal(): ServiceError | undefined {
      const errors = [...readings.values()].map((reading) =>
        reading.kind === 'refused' ? reading.error : undefined,
      );
      return errors.every(Boolean) ? errors[0] : undefined;
    },
  };
}

/**
 * What one reading of its job says of an open request: that its comment is up to date, that the
 * next sweep reads it again, or its end.
 */
function findingOf(
  record: StatusRecord,
  reading: JobReading | undefined,
): 'active' | 'left' | Outcome {
  const { facts, marker, isLeaseHeld, sinceEditMs } = record;
  if (!reading) return isLeaseHeld ? 'active' : endWithoutJob(facts.sent !== 'no');
  if (reading.kind === 'not-found')
    return isLeaseHeld || sinceEditMs < SETTLE_MS ? 'active' : 'left';
  if (reading.kind !== 'job') return 'left';
  const { job } = reading;
  const isAbandoned = !isLeaseHeld && marker.leaseSeconds > 0;
  const running = isAbandoned && !hasEnded(job);
  return (
    endOfReading(record, reading) ??
    (running ? { verdict: 'timed-out', job, problem: undefined, failures: 0 } : 'active')
  );
}

/** With a pause between two writes. */
function withPauses(statusComments: StatusComments): StatusComments {
  const { effects, github } = statusComments;
  const { clock, signal } = effects;
  let lastWrite = Number.NEGATIVE_INFINITY;
  async function paced<T>(write: () => Promise<T>): Promise<T> {
    await clock.sleep(Math.max(0, lastWrite + WRITE_PAUSE_MS - clock.now()), signal);
    return write().finally(() => {
      lastWrite = clock.now();
    });
  }
  const comments = (number: number) => {
    const { create, update, ...rest } = statusComments.comments(number);
    return {
      ...rest,
      create: (body: string) => paced(() => create(body)),
      update: (id: number, body: string) => paced(() => update(id, body)),
    };
  };
  return {
    ...statusComments,
    comments,
    handle: (number) =>
      createStatusComment(comments(number), statusComments.reader, github, effects),
  };
}

import { ServiceError } from '../errors.ts';
import type { GitHub } from '../github/client.ts';
import type { Pull } from '../github/pulls.ts';
import type { Clock } from '../runtime/clock.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { hashOfLink, type Job, linkOf } from '../service/job.ts';
import type { JobReading } from '../service/job-reading.ts';
import { THROTTLED, UNKNOWN_JOB } from '../service/poll.ts';
import type { AgentService } from '../service/submit.ts';
import { openedBy } from '../thread/job-to-continue.ts';
import type { Marker } from '../thread/marker.ts';
import {
  jobOfMarker,
  LOST_AFTER_MS,
  type RecentRecords,
  readRecentRecords,
  readRecords,
  type StatusRecord,
} from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';
import type { JobEffects } from './read-earlier.ts';

/** Recognizes the pull requests of this repository that jobs of the project opened. */
export interface AgentPulls {
  /**
   * The id of the job that opened the pull request; undefined if no job of the project is known to have opened it.
   * @throws GitHubError if GitHub does not answer, ServiceError if a job that may have opened it cannot be read.
   */
  openerOf(pull: PullIdentity): Promise<string | undefined>;
  /** The same, for a pull request whose thread has no comment that says so. */
  openerByLink(pull: PullIdentity): Promise<string | undefined>;
}

/** `createdAt`: by GitHub's clock, in milliseconds since the epoch; undefined if that is not known. */
type PullIdentity = { readonly number: number; readonly createdAt: Pull['createdAt'] | undefined };

interface AgentPullEffects {
  readonly github: GitHub;
  readonly statusComments: StatusComments;
  readonly service: Pick<AgentService, 'readJob'>;
  /** Hash of the project. */
  readonly project: string;
  readonly context: Pick<GitHubContext, 'serverUrl'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** On the clock's `now`. */
  readonly deadline: number;
  readonly log: (line: string) => void;
}

/**
 * A service opens the pull request and then ends the job, which shows the link. For so many milliseconds after a pull request was opened
 * it may belong to a job that is active and shows no link.
 */
const LINK_DELAY_MS = 60_000;
/** How many jobs without a known link are read, the newest first. */
const MAX_JOBS = 50;
/** For so many milliseconds after its end a job without a link may still have opened a pull request: the link may appear late. */
const LATE_LINK_MS = 3_600_000;

export function createAgentPulls(effects: AgentPullEffects): AgentPulls {
  const { github, statusComments, project, context } = effects;
  const recent = createRecent(effects);
  const readJob = createJobReader(effects);

  async function openerByLink({ number, createdAt }: PullIdentity): Promise<string | undefined> {
    const { owner, repo } = github.repository;
    const link = hashOfLink(`${context.serverUrl}/${owner}/${repo}/pull/${number}`);
    const { records, now } = await recent(createdAt);
    const ofProject = records.filter(({ marker }) => marker.project === project);
    const known = ofProject.map(({ marker }) => jobWithLink(marker, link)).findLast((job) => job !== undefined);
    if (known !== undefined) return known;
    return findJobOfLink(link, jobsWithoutLink(ofProject, createdAt ?? now), {
      ...effects,
      readJob,
      patienceMs: patienceFor(createdAt, now),
    });
  }

  return {
    openerByLink,
    async openerOf(pull) {
      const list = await statusComments.comments(pull.number).list();
      return openedBy(project, readRecords(list, statusComments.reader).records) ?? openerByLink(pull);
    },
  };
}

/** Reads the recent status comments of the repository once, and once more for an older pull request. */
function createRecent({ github, statusComments }: AgentPullEffects) {
  let known: { readonly from: number; readonly reading: Promise<RecentRecords> } | undefined;
  return (createdAt = Number.POSITIVE_INFINITY): Promise<RecentRecords> => {
    // The job that opened it was not given up, so its status comment was edited in the 24 h before that, or later.
    const from = createdAt - LOST_AFTER_MS;
    if (!known || from < known.from) known = { from, reading: readRecentRecords(github, statusComments.reader, from) };
    return known.reading;
  };
}

/** The job that had this link at its end, or before a follow-up, during which a service may show none. */
function jobWithLink(marker: Marker, link: string): string | undefined {
  if (marker.before?.link === link) return marker.before.job;
  return marker.state === 'ended' && marker.link === link ? marker.job : undefined;
}

/** How long an active job may still show the link of a pull request, in milliseconds. @param now by GitHub's clock. */
const patienceFor = (createdAt: number | undefined, now: number): number =>
  createdAt === undefined ? 0 : Math.max(0, createdAt + LINK_DELAY_MS - now);

/** The jobs that may have opened a pull request whose link no status comment stores, the newest first. @param createdAt of the pull request. */
function jobsWithoutLink(records: readonly StatusRecord[], createdAt: number): string[] {
  const jobs = records.toReversed().flatMap(({ marker, comment }) => {
    if (marker.state !== 'ended' && marker.state !== 'opened') return jobOfMarker(marker) ?? [];
    const isWithin = comment.createdAt <= createdAt && createdAt < comment.updatedAt + LATE_LINK_MS;
    return marker.state === 'ended' && marker.link === '' && isWithin ? [marker.job] : [];
  });
  return [...new Set(jobs)].slice(0, MAX_JOBS);
}

/** Milliseconds between two readings of a job, and for one of them. */
const PAUSE_MS = 10_000;
const READ_TIMEOUT_MS = 10_000;
/** For so many milliseconds the jobs that could not be read are read again; after a 404, which may be wrong, until the deadline. */
const RETRY_MS = 30_000;

/** Reads a job at most once per pause, as the pull requests of many commits may need the same one. */
function createJobReader({
  service,
  clock,
  deadline,
}: Pick<JobEffects, 'clock' | 'deadline'> & { readonly service: Pick<JobEffects['service'], 'readJob'> }): (
  id: string,
) => Promise<JobReading> {
  const known = new Map<string, { readonly at: number; readonly reading: Promise<JobReading> }>();
  return (id) => {
    const now = clock.now();
    const last = known.get(id);
    if (last && now - last.at < PAUSE_MS) return last.reading;
    const reading = service.readJob(id, Math.max(1, Math.min(READ_TIMEOUT_MS, deadline - now)));
    known.set(id, { at: now, reading });
    return reading;
  };
}

interface SearchEffects extends Pick<JobEffects, 'clock' | 'signal' | 'deadline' | 'log'> {
  readonly readJob: (id: string) => Promise<JobReading>;
  /** For how long an active job may still show the link, in milliseconds. */
  readonly patienceMs: number;
}

/**
 * The id of the first of the jobs with this link; undefined if none has it. Reads the others again until the patience ends.
 * @throws ServiceError if a job cannot be read: the request may be the agent's own work.
 */
async function findJobOfLink(
  link: string,
  jobs: readonly string[],
  { readJob, clock, signal, patienceMs, deadline, log }: SearchEffects,
): Promise<string | undefined> {
  const began = clock.now();
  let isInDoubt = false;
  for (let left = jobs; ; ) {
    const readings = await Promise.all(left.map(readJob));
    const found = readings.flatMap(jobIn).find((job) => hashOfLink(linkOf(job)) === link);
    if (found) return found.id;
    const problem = problemOf(readings);
    isInDoubt ||= readings.some(({ kind }) => kind === 'not-found');
    left = left.filter((_, at) => mayShowLink(readings[at]));
    if (left.length === 0) return undefined;
    const retryMs = isInDoubt ? Number.POSITIVE_INFINITY : RETRY_MS;
    const end = Math.min(deadline, began + Math.max(patienceMs, problem ? retryMs : 0));
    const pause = pauseUntil(end - clock.now(), problem);
    if (signal.aborted || pause === undefined) return problem && failUnknown(problem.error);
    if (problem) log(`${problem.error.message} Trying again in ${Math.round(pause / 1000)} s`);
    await clock.sleep(Math.min(pause, deadline - clock.now()), signal); // a whole pause: a job is not read more often
  }
}

/** Milliseconds before the next reading; undefined if `left` milliseconds of patience do not allow another one. */
function pauseUntil(left: number, problem: Problem | undefined): number | undefined {
  const pause = Math.max(PAUSE_MS, problem?.retryIn ?? 0);
  return left > (problem ? pause : 0) ? pause : undefined;
}

const jobIn = (reading: JobReading): Job[] => (reading.kind === 'job' ? [reading.job] : []);

/** Whether a job that shows no link now may show one later. The link may follow the end. */
function mayShowLink(reading: JobReading | undefined): boolean {
  if (reading?.kind !== 'job') return reading?.kind !== 'not-found' || !reading.isBelieved;
  return linkOf(reading.job) === '' && reading.job.status !== 'failed';
}

interface Problem {
  readonly error: ServiceError;
  /** Milliseconds before which a further request is useless. */
  readonly retryIn: number;
}

/** Why the links of some jobs are unknown; undefined if all jobs were read. */
const problemOf = (readings: readonly JobReading[]): Problem | undefined =>
  readings
    .map(problemIn)
    .filter((problem) => problem !== undefined)
    .toSorted((one, other) => other.retryIn - one.retryIn)[0];

function problemIn(reading: JobReading): Problem | undefined {
  switch (reading.kind) {
    case 'job':
      return undefined;
    case 'not-found':
      return reading.isBelieved ? undefined : { error: UNKNOWN_JOB, retryIn: 0 };
    case 'throttled':
      return { error: THROTTLED, retryIn: reading.retryIn ?? 0 };
    case 'transient':
      return { error: reading.error, retryIn: 0 };
    case 'refused':
      return { error: reading.error, retryIn: reading.isFinal ? Number.POSITIVE_INFINITY : 0 };
  }
}

function failUnknown(cause: ServiceError): never {
  throw new ServiceError(
    `It is unknown whether the agent opened this pull request, as a job could not be read: ${cause.message}`,
    cause.remedy,
    { cause, quote: cause.quote },
  );
}

import type { GitHub } from '../github/client.ts';
import type { CommentList } from '../github/comments.ts';
import type { PullAuthor } from '../github/pulls.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { SkipReason } from '../outcome.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { hasEnded, type Job, type JobReading, linkOf, type Snapshot, snapshotOf } from '../service/job.ts';
import { identitiesIn } from '../text/pull-link.ts';
import {
  LOST_AFTER_MS,
  leaseEnd,
  linksOf,
  type RecentRecords,
  readRecentRecords,
  readRecords,
  type StatusRecord,
} from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';
import type { RequestTrigger } from '../trigger/trigger.ts';
import { authorship, identitiesOf } from './authorship.ts';

/** Whose pull request it is, as far as signed records and jobs show it now. */
export type PullOrigin =
  /** A job opened it. `jobId`: undefined if that is a job of another project with the same API key. */
  | { readonly kind: 'agent'; readonly jobId: string | undefined }
  /**
   * One of these jobs may have opened it: none if its author is known as the agent, and no job worked then. `link`: its identity; `why`: the
   * reason as the end of a sentence.
   */
  | { readonly kind: 'suspected'; readonly link: string; readonly suspects: readonly Suspect[]; readonly why: string }
  | { readonly kind: 'person' };

/** A request whose job may have opened a pull request. */
export interface Suspect {
  /** The newest of that job. */
  readonly record: StatusRecord;
  /** Undefined if it is not known. */
  readonly jobId: string | undefined;
  /** The job before its last follow-up. */
  readonly before: Snapshot | null;
  /** Undefined if its id is not known, or the service does not answer with it. */
  readonly job: Job | undefined;
}

/** `createdAt`: by GitHub's clock, in milliseconds since the epoch. */
interface PullIdentity {
  readonly number: number;
  readonly createdAt: number;
  readonly author: PullAuthor;
}

interface AgentPullEffects {
  readonly github: GitHub;
  readonly statusComments: StatusComments;
  readonly readJob: (jobId: string, timeoutMs: number) => Promise<JobReading>;
  /** Hash of the project. */
  readonly project: string;
  readonly context: Pick<GitHubContext, 'serverUrl' | 'repositoryId'>;
  readonly warn: (line: string) => void;
}

/** For so many milliseconds after its reported end, a job without a link may have opened a pull request: the link may appear late. */
const LATE_LINK_MS = 10 * 60_000;
/** How many jobs are read for one pull request, the newest first. */
const MAX_JOBS = 50;
/** Milliseconds for reading a job. It is read once: in doubt, the pull request stays suspected. */
const READ_TIMEOUT_MS = 10_000;

/** Recognizes the pull requests of this repository that jobs opened. */
export function createAgentPulls(effects: AgentPullEffects) {
  const { github, statusComments, project, context, readJob } = effects;
  const repository = identitiesIn(context.serverUrl, github.repository);
  const requestsIn = (list: CommentList) => readRecords(list, statusComments.reader).records;
  const recent = createRecent(github, requestsIn);
  const readings = new Map<string, Promise<JobReading>>();
  const repositoryLinks = { ...effects, repository, elsewhere: new Map<string, Promise<boolean>>() };

  function readOnce(id: string): Promise<JobReading> {
    const reading = readings.get(id) ?? readJob(id, READ_TIMEOUT_MS);
    readings.set(id, reading);
    return reading;
  }

  async function suspectOf(sent: Pick<Suspect, 'record' | 'before'>): Promise<Suspect> {
    const { record } = sent;
    const jobId = workingJob(record);
    const isReadable = jobId !== undefined && record.marker.project === project;
    const reading = isReadable ? await readOnce(jobId) : undefined;
    return { ...sent, jobId, job: reading?.kind === 'job' ? reading.job : undefined };
  }

  const agent = (record: StatusRecord): PullOrigin => ({
    kind: 'agent',
    jobId: record.marker.project === project ? workingJob(record) : undefined,
  });

  return {
    /** @param onPull the status comments on the pull request, if they were read already. @throws GitHubError if GitHub does not answer. */
    async originOf(pull: PullIdentity, onPull?: readonly StatusRecord[]): Promise<PullOrigin> {
      const link = `${repository}${pull.number}`;
      const here = onPull ?? requestsIn(await statusComments.comments(pull.number).list());
      const opened = here.findLast(({ facts }) => facts.isOpening);
      if (opened) return agent(opened);
      const { records, since } = await recent(pull.createdAt);
      const links = (record: StatusRecord) => linksOf(record, repository);
      const names = await identitiesOf(link, records.flatMap(links), repositoryLinks);
      const named = records.findLast((record) => links(record).some((each) => names.has(each)));
      if (named) return agent(named);
      const author = await authorship(pull.author, records, repositoryLinks);
      if (author === 'person') return { kind: 'person' };
      const suspects = await Promise.all(mayHaveOpened(pull.createdAt, records).slice(-MAX_JOBS).map(suspectOf));
      const shown = suspects.flatMap(({ job }) => (job ? snapshotOf(job).link : []));
      const now = await identitiesOf(link, shown, repositoryLinks);
      const opener = suspects.find(({ job }) => job && now.has(snapshotOf(job).link));
      if (opener) return agent(opener.record);
      const left = suspects.filter(hidesLink);
      if (left.length > 0 || author === 'agent') {
        return { kind: 'suspected', link, suspects: left, why: describeSuspects(left) };
      }
      if (since > pull.createdAt - LOST_AFTER_MS) effects.warn(searchEnded(pull.number));
      return { kind: 'person' };
    },
  };
}

const searchEnded = (pull: number) =>
  `Pull request #${pull} counts as a person's, although a job may have opened it: only the 500 most recently edited comments of the ` +
  "repository were read, and the job's status comment may be an older one. `paths-ignore` excludes the agent's work in any case.";

/** Reads the recent status comments of the repository once, and once more for an older pull request. */
function createRecent(github: GitHub, requestsIn: (list: CommentList) => readonly StatusRecord[]) {
  let known: { readonly from: number; readonly reading: Promise<RecentRecords> } | undefined;
  return (createdAt: number): Promise<RecentRecords> => {
    const from = createdAt - LOST_AFTER_MS;
    if (!known || from < known.from) known = { from, reading: readRecentRecords(github, requestsIn, from) };
    return known.reading;
  };
}

/**
 * The jobs that may have opened a pull request without a known link, as it was opened while they worked on a request: the newest request to
 * each, which shows whether another one is about to be sent. @param createdAt of the pull request.
 */
function mayHaveOpened(createdAt: number, records: readonly StatusRecord[]) {
  const requests = records.filter((record) => workedUntil(record) > 0);
  return [...Map.groupBy(requests, (record) => workingJob(record) ?? record).values()].flatMap((ofJob) => {
    const isWithin = (record: StatusRecord) =>
      record.facts.sent !== 'no' &&
      record.comment.createdAt < createdAt && // a job is created some seconds after its status comment
      createdAt < workedUntil(record);
    const { before = null } = ofJob.findLast(({ marker }) => marker.before)?.marker ?? {};
    return ofJob.some(isWithin) ? ofJob.slice(-1).map((record) => ({ record, before })) : [];
  });
}

/** The job that works on a request, or that will. */
const workingJob = ({ facts }: StatusRecord): string | undefined => facts.job ?? facts.behind ?? undefined;

/** Until when the job of a request may show a pull request, by GitHub's clock; 0 if nothing was sent, or its pull request is known. */
function workedUntil(record: StatusRecord): number {
  const { marker, comment } = record;
  const { sent, end, isOpening } = record.facts;
  const latest = comment.createdAt + LOST_AFTER_MS;
  if (isOpening || end?.kind === 'unsent') return 0;
  if (sent === 'no') return leaseEnd(record).getTime();
  if (end?.kind !== 'job') return latest;
  // After a follow-up, a service may show the earlier pull request until it shows another one.
  const isKnown = end.link !== '' && end.link !== marker.before?.link;
  return isKnown ? 0 : Math.min(latest, comment.updatedAt + LATE_LINK_MS);
}

/** Whether a job may have a pull request that the service does not show yet: during a follow-up, it may show the one before. */
const hidesLink = ({ job, before }: Suspect): boolean =>
  !job || linkOf(job) === '' || (before !== null && (!hasEnded(job) || snapshotOf(job).link === before.link));

function describeSuspects(suspects: readonly Suspect[]): string {
  if (suspects.length === 0) return 'its author opened pull requests of the agent before';
  const jobs = suspects.map(({ record: { comment }, jobId, job }) => {
    const name = jobId === undefined ? 'a request whose job is not known' : `job \`${jobId}\``;
    return `${name}${job ? '' : ', which cannot be read now'} (${comment.url})`;
  });
  return `it was opened while ${jobs.length === 1 ? 'a job without a known pull request' : 'jobs without known pull requests'} worked: ${jobs.join(', ')}`;
}

/**
 * Why an event is no request, as the pull request that it belongs to is or may be the agent's: there, only commands are requests, and if
 * that is not certain, labels that another account than its author sets.
 */
export function whyNoRequest(
  origin: PullOrigin,
  { pull, kind, requester, thread }: Pick<RequestTrigger, 'pull' | 'kind' | 'requester' | 'thread'>,
  { trigger: { command, label } }: Pick<AskInputs, 'trigger'>,
): SkipReason | undefined {
  if (origin.kind === 'person' || kind === 'command') return undefined;
  if (origin.kind === 'agent') {
    const opener = origin.jobId === undefined ? 'the agent' : `job ${origin.jobId}`;
    return skipped(
      `${opener} opened pull request #${pull}, where only commands are requests: comment \`${command}\` and what to change`,
    );
  }
  if (kind === 'label' && requester.id !== null && requester.id !== thread?.author.id) return undefined;
  return skipped(
    `pull request #${pull} may be the agent's: ${origin.why}. If it is not, comment \`${command}\`${label === '*' ? '' : `, or let another account than its author set the label \`${label}\``}`,
  );
}

const skipped = (reason: string): SkipReason => ({ verdict: 'skipped', reason });

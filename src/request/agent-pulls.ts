import { isForbidden, isMoved } from '../github/answers.ts';
import { type Pull, type PullAuthor, readPull } from '../github/pulls.ts';
import type { AgentService } from '../service/agent-service.ts';
import { hasEnded, type Job, linkOf, type Snapshot, snapshotOf } from '../service/job.ts';
import { identitiesIn, pullOfIdentity } from '../text/pull-link.ts';
import { LOST_AFTER_MS, leaseEnd, linksOf, readRecords, type StatusRecord } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';

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

/** For so many milliseconds after its reported end, a job without a link may have opened a pull request: the link may appear late. */
const LATE_LINK_MS = 10 * 60_000;
/** How many jobs are read for one pull request, the newest first. */
const MAX_JOBS = 50;
/** Milliseconds for reading a job. It is read once: in doubt, the pull request stays suspected. */
const READ_TIMEOUT_MS = 10_000;

/**
 * Recognizes the pull requests of this repository that jobs opened. Returns a function that reads whose one is, as a pull request is judged
 * more than once. It throws GitHubError if GitHub does not answer.
 * @param project the hash of the project. @param readJob as {@link AgentService} has it.
 */
export function createAgentPulls(
  { github, reader, comments, recent, effects }: StatusComments,
  readJob: AgentService['readJob'],
  project: string,
) {
  const { serverUrl, repositoryId } = effects.variables;
  const repository = identitiesIn(serverUrl, github.repository);
  const linksOfRecord = (record: StatusRecord) => linksOf(record, repository);
  const readOnce = memoized((id) => readJob(id, READ_TIMEOUT_MS));
  /** A link with an earlier name of this repository does not lead elsewhere: GitHub redirects it. */
  const leadsElsewhere = memoized(async (identity) => {
    const link = pullOfIdentity(identity, serverUrl);
    const pull = link && (await readPull(github, link).catch(orUnreadable));
    return String(pull?.repositoryId) !== repositoryId;
  });

  /** Whether some links name a pull request of this repository, also as it was before a rename. */
  async function namingOf(number: number, links: readonly string[]): Promise<(link: string) => boolean> {
    const same = new Set([`${repository}${number}`]);
    for (const link of links)
      if (!same.has(link) && link.endsWith(`#${number}`) && !(await leadsElsewhere(link))) same.add(link);
    return (link) => same.has(link);
  }

  /**
   * Whether an account may be the agent's. The comment on a pull request that a job opened stores the number of its author. If there is
   * none, every account may be, unless the jobs of the project open their pull requests in another repository.
   */
  async function authorship({ id, isBot }: PullAuthor, records: readonly StatusRecord[]) {
    const accounts = records.flatMap(({ marker: { phase } }) => (phase.at === 'opened' ? (phase.author ?? []) : []));
    if (accounts.length > 0) {
      const isKnown = id === null || accounts.includes(id);
      return isKnown ? (isBot ? 'agent' : 'maybe') : 'person';
    }
    const links = records
      .filter(({ marker }) => marker.project === project)
      .flatMap(linksOfRecord)
      .filter((link) => !link.startsWith(repository));
    const newest = new Map(links.map((link) => [link.split('#')[0], link])).values();
    for (const link of newest) if (await leadsElsewhere(link)) return 'person';
    return 'maybe';
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

  /** @param onPull the status comments on the pull request, if they were read already. */
  return async (
    { number, createdAt, author: account }: Pick<Pull, 'number' | 'createdAt' | 'author'>,
    onPull?: readonly StatusRecord[],
  ): Promise<PullOrigin> => {
    const here = onPull ?? readRecords(await comments(number).list(), reader).records;
    const opened = here.findLast(({ facts }) => facts.isOpening);
    if (opened) return agent(opened);
    const { records, since } = await recent(createdAt - LOST_AFTER_MS);
    const isNamed = await namingOf(number, records.flatMap(linksOfRecord));
    const named = records.findLast((record) => linksOfRecord(record).some(isNamed));
    if (named) return agent(named);
    const author = await authorship(account, records);
    if (author === 'person') return { kind: 'person' };
    const suspects = await Promise.all(mayHaveOpened(createdAt, records).slice(-MAX_JOBS).map(suspectOf));
    const shown = suspects.flatMap(({ job }) => (job ? snapshotOf(job).link : []));
    const isNamedNow = await namingOf(number, shown);
    const opener = suspects.find(({ job }) => job && isNamedNow(snapshotOf(job).link));
    if (opener) return agent(opener.record);
    const left = suspects.filter(hidesLink);
    if (left.length > 0 || author === 'agent')
      return { kind: 'suspected', link: `${repository}${number}`, suspects: left, why: describeSuspects(left) };
    if (since > createdAt - LOST_AFTER_MS) effects.warn(searchEnded(number));
    return { kind: 'person' };
  };
}

/** The same result, or failure, for the same key. */
function memoized<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const readings = new Map<string, Promise<T>>();
  return (key) => {
    const reading = readings.get(key) ?? read(key);
    readings.set(key, reading);
    return reading;
  };
}

/** Undefined if the token may not read the pull request, or if another repository was renamed. @throws all other errors. */
function orUnreadable(error: unknown): undefined {
  if (isForbidden(error) || isMoved(error)) return undefined;
  throw error;
}

const searchEnded = (pull: number) =>
  `Pull request #${pull} counts as a person's, although a job may have opened it: only the 500 most recently edited comments of the ` +
  "repository were read, and the job's status comment may be an older one. `paths-ignore` excludes the agent's work in any case.";

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
  if (isOpening || end?.why === 'unsent') return 0;
  if (sent === 'no') return leaseEnd(record).getTime();
  if (end?.why !== 'ended') return latest;
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

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
  /** One of these jobs may have opened it, if any, or its author is known as the agent. `link`: its identity; `why`: the end of a sentence. */
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

/** Returns a function that reads whose a pull request of this repository is. It throws GitHubError if GitHub does not answer. */
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

  const isNaming = async (link: string, number: number) =>
    link === `${repository}${number}` || (link.endsWith(`#${number}`) && !(await leadsElsewhere(link)));

  /** The last of these with a link to a pull request of this repository, also as it was before a rename. */
  async function lastNaming<T>(number: number, all: readonly T[], linksOf: (one: T) => readonly string[]) {
    for (const one of all.toReversed()) for (const link of linksOf(one)) if (await isNaming(link, number)) return one;
    return undefined;
  }

  /** Whether an account is the agent's. The comments "Opened for" store its number. Without one, all may be, unless jobs report elsewhere. */
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

  /** The job of a request of this project. */
  const jobOfProject = (record: StatusRecord) => (record.marker.project === project ? workingJob(record) : undefined);

  async function suspectOf(sent: Pick<Suspect, 'record' | 'before'>): Promise<Suspect> {
    const readable = jobOfProject(sent.record);
    const reading = readable === undefined ? undefined : await readOnce(readable);
    return { ...sent, jobId: workingJob(sent.record), job: reading?.kind === 'job' ? reading.job : undefined };
  }

  const agent = (record: StatusRecord): PullOrigin => ({ kind: 'agent', jobId: jobOfProject(record) });

  /** @param onPull the status comments on the pull request, if they were read already. */
  return async (
    { number, createdAt, author: account }: Pick<Pull, 'number' | 'createdAt' | 'author'>,
    onPull?: readonly StatusRecord[],
  ): Promise<PullOrigin> => {
    const here = onPull ?? readRecords(await comments(number).list(), reader).records;
    const opened = here.findLast(({ facts }) => facts.isOpening);
    if (opened) return agent(opened);
    const { records, since } = await recent(createdAt - LOST_AFTER_MS);
    const named = await lastNaming(number, records, linksOfRecord);
    if (named) return agent(named);
    const author = await authorship(account, records);
    if (author === 'person') return { kind: 'person' };
    const suspects = await Promise.all(mayHaveOpened(createdAt, records).slice(-MAX_JOBS).map(suspectOf));
    const opener = await lastNaming(number, suspects, ({ job }) => (job ? [snapshotOf(job).link] : []));
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

/** The newest request to each job that worked on a request when the pull request was created: it may have opened that without a known link. */
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

/** Whether a job may have a pull request that the service does not show yet: during a follow-up, it may show the earlier one. */
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

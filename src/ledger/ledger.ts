import type { GitHub } from '../github/client.ts';
import type { CommentList } from '../github/comments.ts';
import { MAX_OPEN_PULLS, type PullFacts, readOpenPulls, readPullFacts } from '../github/pulls.ts';
import { identitiesIn, pullOfIdentity } from '../text/pull-link.ts';
import { projectHash } from '../thread/earlier-requests.ts';
import { linksOf, readRecords, type StatusRecord } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';

export const DAY_MS = 86_400_000;

/** The requests of one project in one repository, as signed status comments prove them, and the pull requests of their jobs. */
export interface Ledger {
  /** GitHub's clock when it was read, in milliseconds since the epoch. */
  readonly now: number;
  /** The oldest comment first. */
  readonly records: readonly StatusRecord[];
  /** By their identities: several may lead to the same one. */
  readonly pulls: ReadonlyMap<string, LedgerPull>;
  /** How many pull requests were not read, as there are too many. */
  readonly unread: number;
  /** The identities of the repository's own pull requests, up to the number. */
  readonly repository: string;
}

export interface LedgerPull extends Omit<PullFacts, 'state'> {
  readonly state: PullFacts['state'] | 'unreadable';
  /** As `acme/docs#391`. */
  readonly name: string;
  readonly url: string;
}

/** @param maxPulls how many pull requests are read, the newest first. @param own the id of this run's comment, which does not count. */
export async function readLedger(
  list: CommentList,
  { projectId, maxPulls, own }: Readonly<{ projectId: string; maxPulls: number; own?: number | undefined }>,
  { github, reader, warnAbout, effects: { variables, warn } }: StatusComments,
): Promise<Ledger> {
  const { serverUrl } = variables;
  // Of its own writings, those in the comments of earlier attempts prove jobs as before.
  const { records: all, ignored } = readRecords(list, { ...reader, writer: '' });
  warnAbout(ignored);
  const project = projectHash(variables, projectId);
  const records = all.filter(({ marker, comment }) => marker.project === project && comment.id !== own);
  const repository = identitiesIn(serverUrl, github.repository);
  const linkedIn = (some: readonly StatusRecord[]) => new Set(some.flatMap((record) => linksOf(record, repository)));
  const proven = linkedIn(all);
  const older = maxPulls > 0 ? await readOlderPulls(all, list.now, github, warn) : [];
  const unproven = older.map((number) => `${repository}${number}`).filter((identity) => !proven.has(identity));
  const linked = maxPulls > 0 ? [...unproven, ...linkedIn(records)] : [];
  const pulls = await readPulls(linked.slice(-maxPulls), serverUrl, github);
  return { now: list.now, records, pulls, repository, unread: Math.max(0, linked.length - maxPulls) };
}

/**
 * The numbers of open pull requests whose jobs may be older than the comments that were read: of bots that opened one which a status comment
 * proves. A person's account may be the agent's too, but opens others as well. Those of the last day are known by their jobs.
 */
async function readOlderPulls(
  records: readonly StatusRecord[],
  now: number,
  github: GitHub,
  warn: (message: string) => void,
): Promise<number[]> {
  const accounts = new Set(
    records.flatMap(({ marker: { phase } }) => (phase.at === 'opened' ? (phase.author ?? []) : [])),
  );
  if (accounts.size === 0) return [];
  const pulls = await readOpenPulls(github);
  if (pulls.length >= MAX_OPEN_PULLS) warn(MORE_PULLS);
  return pulls.flatMap(({ number, author: { id, isBot }, createdAt, isFromFork }) => {
    const isAgent = isBot && id !== null && accounts.has(id);
    return isAgent && !isFromFork && now - createdAt > DAY_MS ? number : [];
  });
}

const MORE_PULLS = `Pull requests of jobs without a recent status comment count only among the ${MAX_OPEN_PULLS} oldest open ones.`;

/** The state of pull requests. One that was deleted counts as closed. */
async function readPulls(
  identities: readonly string[],
  serverUrl: string,
  github: GitHub,
): Promise<ReadonlyMap<string, LedgerPull>> {
  const links = identities.flatMap((identity) => {
    const link = pullOfIdentity(identity, serverUrl);
    return link ? [{ ...link, identity }] : [];
  });
  const readings = await readPullFacts(github, links);
  const unknown = identities.map((name) => [name, { name, url: '', ...UNKNOWN }] as const);
  const pulls = new Map<string, LedgerPull>(unknown); // also links to another server, or of another form
  const shown = new Map<string, LedgerPull>(); // links with a former name of a repository lead to the same pull request
  for (const [at, { identity, owner, repo, number }] of links.entries()) {
    const reading = readings[at] ?? 'unreadable';
    const facts = typeof reading === 'object' ? reading : { ...UNKNOWN, ...(reading === 'deleted' && CLOSED) };
    const place = { name: `${owner}/${repo}#${number}`, url: `${serverUrl}/${owner}/${repo}/pull/${number}` };
    const key = `${owner} ${number} ${facts.createdAt || repo}`;
    const pull = shown.get(key) ?? { ...place, ...facts };
    shown.set(key, pull);
    pulls.set(identity, pull);
  }
  return pulls;
}

const UNKNOWN = { state: 'unreadable', isDraft: false, createdAt: 0, endedAt: null } as const;
const CLOSED = { state: 'closed' } as const;

/** The open pull requests, the oldest first. */
export const openIn = ({ pulls }: Ledger): readonly LedgerPull[] =>
  [...new Set(pulls.values())]
    .filter(({ state }) => state === 'open')
    .sort((one, other) => one.createdAt - other.createdAt);

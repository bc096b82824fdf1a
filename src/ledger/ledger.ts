import { GitHubError } from '../errors.ts';
import type { GitHub } from '../github/client.ts';
import { type PullFacts, readOpenPulls, readPullFacts } from '../github/pulls.ts';
import type { GitHubVariables } from '../runtime/github-variables.ts';
import { identitiesIn, type PullLink, pullOfIdentity } from '../text/pull-link.ts';
import { linksOf, type StatusRecord } from '../thread/status-records.ts';

export const DAY_MS = 86_400_000;

/** The requests of one project in one repository, as signed status comments prove them, and the pull requests of their jobs. */
export interface Ledger {
  /** GitHub's clock when it was read, in milliseconds since the epoch. */
  readonly now: number;
  /** The oldest comment first. */
  readonly records: readonly StatusRecord[];
  /** By their identities: several may lead to the same one. */
  readonly pulls: ReadonlyMap<string, LedgerPull>;
}

export interface LedgerPull extends Omit<PullFacts, 'state'> {
  readonly state: PullFacts['state'] | 'unreadable';
  /** As `acme/docs#391`. */
  readonly name: string;
  readonly url: string;
}

/** Where a ledger is read. */
export interface LedgerPlace extends Pick<GitHubVariables, 'serverUrl'> {
  readonly github: GitHub;
}

/** The identities of the pull requests of some requests, each once. */
export const linkedIn = (records: readonly StatusRecord[], { github, serverUrl }: LedgerPlace): readonly string[] => {
  const repository = identitiesIn(serverUrl, github.repository);
  return [...new Set(records.flatMap((record) => linksOf(record, repository)))];
};

/** The state of pull requests. One that was deleted counts as closed. @throws GitHubError if GitHub does not answer. */
export async function readPulls(
  identities: readonly string[],
  { github, serverUrl }: LedgerPlace,
): Promise<ReadonlyMap<string, LedgerPull>> {
  const known = identities.flatMap((identity) => {
    const link = pullOfIdentity(identity, serverUrl);
    return link ? [{ identity, link }] : [];
  });
  const readings = await readPullFacts(
    github,
    known.map(({ link }) => link),
  );
  const pulls = new Map<string, LedgerPull>(identities.map((identity) => [identity, elsewhere(identity)]));
  /** Links with a former name of a repository lead to the same pull request. */
  const shown = new Map<string, LedgerPull>();
  for (const [at, { identity, link }] of known.entries()) {
    const reading = readings[at] ?? 'unreadable';
    const facts = typeof reading === 'object' ? reading : { ...UNKNOWN, state: STATES[reading] };
    const key = `${link.owner} ${link.number} ${facts.createdAt || link.repo}`;
    const pull = shown.get(key) ?? { ...named(link, serverUrl), ...facts };
    shown.set(key, pull);
    pulls.set(identity, pull);
  }
  return pulls;
}

const UNKNOWN = { state: 'unreadable', isDraft: false, createdAt: 0, endedAt: null } as const;
const STATES = { deleted: 'closed', unreadable: 'unreadable' } as const;

/** A link to another server, or of another form: it is not known what it leads to. */
const elsewhere = (identity: string): LedgerPull => ({
  name: identity,
  url: '',
  ...UNKNOWN,
});

const named = ({ owner, repo, number }: PullLink, serverUrl: string) => ({
  name: `${owner}/${repo}#${number}`,
  url: `${serverUrl}/${owner}/${repo}/pull/${number}`,
});

/**
 * The identities of open pull requests of this repository whose jobs are older than the comments that were read. A bot's account opened them
 * that is known as the agent's, as it opened one that a status comment proves. A person's account may be the agent's too, but opens others as
 * well. Those of the last day are known by their jobs.
 * @param records of all projects. @throws GitHubError if GitHub does not answer.
 */
export async function findOlderPulls(
  records: readonly StatusRecord[],
  now: number,
  { github, serverUrl }: LedgerPlace,
): Promise<readonly string[]> {
  const openings = records.flatMap(({ marker: { phase } }) => (phase.at === 'opened' ? [phase.author] : []));
  const accounts = new Set(openings.filter((author) => author !== null));
  if (accounts.size === 0) return [];
  const repository = identitiesIn(serverUrl, github.repository);
  const proven = new Set(linkedIn(records, { github, serverUrl }));
  return (await readOpenPulls(github))
    .filter(({ author: { id, isBot }, createdAt, isFromFork }) => {
      const isAgent = isBot && id !== null && accounts.has(id);
      return isAgent && !isFromFork && now - createdAt > DAY_MS;
    })
    .map(({ number }) => `${repository}${number}`)
    .filter((identity) => !proven.has(identity));
}

/** @throws GitHubError if the state of a pull request is not known. */
export function requireReadable(pulls: ReadonlyMap<string, LedgerPull>): void {
  const hidden = [...pulls.values()].find(({ state }) => state === 'unreadable');
  if (!hidden) return;
  if (hidden.url === '')
    throw new GitHubError(
      "The pull request of an earlier job is not on this workflow's GitHub server, so `max-open-pulls` cannot count it.",
      'Remove `max-open-pulls`. `max-jobs-per-day` works with every service.',
      { headline: 'Pull request not readable' },
    );
  throw new GitHubError(
    `GitHub does not show the pull request ${hidden.name} of an earlier job to \`github-token\`, so \`max-open-pulls\` cannot count it.`,
    'Set `github-token` to a token with the permission `pull-requests: read` in that repository that can also do here what the ' +
      'default token can, or remove `max-open-pulls`.',
    { headline: 'Pull request not readable' },
  );
}

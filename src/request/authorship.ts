import { GitHubError } from '../errors.ts';
import type { GitHub } from '../github/client.ts';
import { isForbidden, isMoved } from '../github/errors.ts';
import { type PullAuthor, readPull } from '../github/pulls.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { pullOfIdentity } from '../text/pull-link.ts';
import { linksOf, type StatusRecord } from '../thread/status-records.ts';

interface AuthorshipEffects {
  readonly github: GitHub;
  /** What is known of links that do not have this repository's name, as a pull request is judged more than once. */
  readonly elsewhere: Map<string, Promise<boolean>>;
  /** Hash of the project. */
  readonly project: string;
  /** The start of the identities of this repository's pull requests. */
  readonly repository: string;
  readonly context: Pick<GitHubContext, 'serverUrl' | 'repositoryId'>;
}

/**
 * Whether an account may be the agent's. The comment on a pull request that a job opened stores the number of its author. If there is
 * none, every account may be, unless the jobs of the project open their pull requests in another repository.
 * @throws GitHubError if GitHub does not answer.
 */
export async function authorship(
  { id, isBot }: PullAuthor,
  records: readonly StatusRecord[],
  effects: AuthorshipEffects,
): Promise<'agent' | 'maybe' | 'person'> {
  const accounts = records.flatMap(({ marker: { phase } }) => (phase.at === 'opened' ? (phase.author ?? []) : []));
  if (accounts.length > 0) {
    const isKnown = id === null || accounts.includes(id);
    return isKnown ? (isBot ? 'agent' : 'maybe') : 'person';
  }
  const { project, repository } = effects;
  const links = records
    .filter(({ marker }) => marker.project === project)
    .flatMap((record) => linksOf(record, repository))
    .filter((link) => !link.startsWith(repository));
  const newest = new Map(links.map((link) => [link.split('#')[0], link])).values();
  for (const link of newest) {
    if (await leadsElsewhere(link, effects)) return 'person';
  }
  return 'maybe';
}

/**
 * Every identity of a pull request of this repository: its own, and those among `links` that name it as it was before a rename.
 * @throws GitHubError if GitHub does not answer.
 */
export async function identitiesOf(
  identity: string,
  links: readonly string[],
  effects: AuthorshipEffects,
): Promise<ReadonlySet<string>> {
  const number = identity.slice(effects.repository.length - 1); // with its number sign
  const same = new Set([identity]);
  for (const link of links)
    if (!same.has(link) && link.endsWith(number) && !(await leadsElsewhere(link, effects))) same.add(link);
  return same;
}

/** A link with an earlier name of this repository does not lead elsewhere: GitHub redirects it. */
function leadsElsewhere(identity: string, { github, context, elsewhere }: AuthorshipEffects): Promise<boolean> {
  const read = async () => {
    const link = pullOfIdentity(identity, context.serverUrl);
    const pull = link && (await readPull(github, link).catch(orUnreadable));
    return String(pull?.repositoryId) !== context.repositoryId;
  };
  const reading = elsewhere.get(identity) ?? read();
  elsewhere.set(identity, reading);
  return reading;
}

/** Undefined if the token may not read the pull request, or if another repository was renamed. @throws all other errors. */
function orUnreadable(error: unknown): undefined {
  if (isForbidden(error) || (error instanceof GitHubError && isMoved(error.cause))) return undefined;
  throw error;
}

import { createHash } from 'node:crypto';

/**
 * The path of a pull request's page, of one below it, or of it in GitHub's API. GitHub's numbers
 * have nine digits at most.
 */
const PULL_PATH = /^\/(?:(?:api\/v3\/)?repos\/)?([\w.-]+\/[\w.-]+)\/pulls?\/([1-9]\d{0,8})(?:\/|$)/;
/** Characters: a longer text is hashed, as a marker holds several. */
const MAX_LENGTH = 150;

/**
 * The same text for every address of a pull request: `github.com/acme/docs#412`. A hash for any
 * other address, empty for none.
 */
export function shortLinkOf(link: string): string {
  if (link === '') return '';
  const [, repository, number] =
    PULL_PATH.exec(URL.parse(link.toLowerCase())?.pathname ?? '') ?? [];
  const short = `${hostOf(link)}/${repository}#${number}`;
  if (repository && short.length <= MAX_LENGTH) return short;
  return createHash('sha256').update(link.toLowerCase()).digest('base64url').slice(0, 16);
}

/** In lower case, without the prefix of the API or the website. */
const hostOf = (url: string) => URL.parse(url)?.host.replace(/^(?:www|api)\./, '');

/** The start of the short links of all pull requests in a repository. */
export const shortLinksIn = (serverUrl: string, { owner, repo }: RepositoryName): string =>
  shortLinkOf(`${serverUrl}/${owner}/${repo}/pull/1`).replace(/1$/, '');

/** The pull request with this short link, in lower case; undefined if it is not on this server. */
export function pullOfShortLink(shortLink: string, serverUrl: string): PullRef | undefined {
  const [, host, owner, repo, number] = /^(.+)\/(.+)\/(.+)#(\d{1,9})$/.exec(shortLink) ?? [];
  const isHere = host === hostOf(serverUrl);
  return owner && repo && isHere ? { owner, repo, number: Number(number) } : undefined;
}

/** A pull request, as its page's address names it. Letters are in the case of the address. */
export interface PullRef {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/** A repository, as its page's address names it. */
export type RepositoryName = Pick<PullRef, 'owner' | 'repo'>;

/** Whether two names are of one repository: GitHub compares them without case. */
export const isSameRepository = (one: RepositoryName, other: RepositoryName): boolean =>
  `${one.owner}/${one.repo}`.toLowerCase() === `${other.owner}/${other.repo}`.toLowerCase();

/** GitHub's own character sets, so that the parts are safe in texts, paths and shell variables. */
const PATH =
  /^(?<owner>\w[\w.-]{0,99})\/(?<repo>(?!\.{1,2}\/)[\w.-]{1,100})\/pull\/(?<number>[1-9]\d{0,8})$/i;

/**
 * The pull request at exactly `serverUrl/owner/repo/pull/N`, compared without case; undefined for
 * every other address, also of a subpage.
 */
export function parsePullLink(url: string, serverUrl: string): PullRef | undefined {
  const server = `${serverUrl}/`;
  if (url.slice(0, server.length).toLowerCase() !== server.toLowerCase()) return undefined;
  const { owner, repo, number } = PATH.exec(url.slice(server.length))?.groups ?? {};
  return owner && repo ? { owner, repo, number: Number(number) } : undefined;
}

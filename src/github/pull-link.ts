/** A pull request, as its page's address names it. Letters are in the case of the address. */
export interface PullLink {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/** GitHub's own character sets, so that the parts are safe in texts, paths and shell variables. */
const PATH = /^(?<owner>\w[\w.-]{0,99})\/(?<repo>(?!\.{1,2}\/)[\w.-]{1,100})\/pull\/(?<number>[1-9]\d{0,9})$/i;

/**
 * The pull request at `SERVER/owner/repo/pull/N`, compared without case. Undefined for every other address: another server, a query, a
 * fragment, a subpage (`/files`), a trailing slash.
 * @param serverUrl without a trailing slash.
 */
export function parsePullLink(url: string, serverUrl: string): PullLink | undefined {
  const server = `${serverUrl}/`;
  if (url.slice(0, server.length).toLowerCase() !== server.toLowerCase()) return undefined;
  const { owner, repo, number } = PATH.exec(url.slice(server.length))?.groups ?? {};
  return owner && repo ? { owner, repo, number: Number(number) } : undefined;
}

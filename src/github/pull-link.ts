/** A pull request on GitHub. */
export interface PullLink {
  readonly owner: string;
  readonly repo: string;
  readonly number: number;
}

/**
 * Parses the address of a pull request on this GitHub; undefined for any other address.
 * @param serverUrl GITHUB_SERVER_URL, without a trailing slash. Compared without case, as GitHub compares names.
 */
export function parsePullLink(url: string, serverUrl: string): PullLink | undefined {
  const server = `${serverUrl.toLowerCase()}/`;
  if (!url.toLowerCase().startsWith(server)) return undefined;
  const [, owner, repo, number] = /^([\w.-]+)\/([\w.-]+)\/pull\/([1-9]\d{0,9})$/i.exec(url.slice(server.length)) ?? [];
  return owner && repo && number ? { owner, repo, number: Number(number) } : undefined;
}

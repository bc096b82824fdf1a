import { InputError } from '../errors.ts';
import type { GitHub } from '../github/client.ts';
import { inOtherRepository, type Repository, readVisibility, type Visibility } from '../github/repository.ts';
import type { AskInputs } from '../inputs/inputs.ts';
import type { GitHubContext } from '../runtime/github-context.ts';

/**
 * The repository of `compare`; undefined if it is the one that the workflow runs in.
 * @throws InputError if the page is on another server than the workflow's.
 */
export function otherRepository(
  { compare }: Pick<AskInputs, 'compare'>,
  { serverUrl, repository: own }: Pick<GitHubContext, 'serverUrl' | 'repository'>,
): Repository | undefined {
  const page = compare?.page;
  if (!page) return undefined;
  const { origin, owner, repo } = page;
  if (origin !== URL.parse(serverUrl)?.origin) {
    throw new InputError(
      `\`compare\` names a page on ${origin}, and this workflow runs on ${serverUrl}.`,
      `Name a page on that server: \`${serverUrl}/owner/repo/compare/base...head\`.`,
    );
  }
  const isOwn = `${own?.owner}/${own?.repo}`.toLowerCase() === `${owner}/${repo}`.toLowerCase();
  return isOwn ? undefined : { owner, repo };
}

/**
 * Whether names of files, subjects of commits and patches of the compared repository must not appear in log, summary and thread,
 * which everyone can read unless the workflow's own repository is restricted.
 */
export const isConfidential = ({ own, compared }: Readonly<Record<'own' | 'compared', Visibility>>): boolean =>
  compared !== 'public' && own !== 'restricted';

/** Reads both visibilities, the second only if it matters, and decides {@link isConfidential}. Never throws. */
export async function readConfidentiality(github: GitHub, other: Repository): Promise<boolean> {
  const compared = await readVisibility(inOtherRepository(github, other));
  return compared !== 'public' && isConfidential({ compared, own: await readVisibility(github) });
}

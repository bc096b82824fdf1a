import type { createWriter } from './upstream.ts';

export interface RepositoryContent {
  /** Contents by path, each added by a commit of its own. */
  readonly files: Readonly<Record<string, string>>;
  /** The URL that gets the repository's webhooks. */
  readonly webhooks: string;
}

/** Permissions as `PUT /collaborators` names them. */
const COLLABORATORS = { mike: 'maintain', bob: 'push', trudy: 'triage' };

/** Gives a repository its collaborators, files and webhooks. @param path `/repos/acme/docs`. @param as writes as an admin. */
export async function fillRepository(
  path: string,
  { files, webhooks }: RepositoryContent,
  as: ReturnType<typeof createWriter>,
): Promise<void> {
  for (const [login, permission] of Object.entries(COLLABORATORS)) {
    await as('PUT', `${path}/collaborators/${login}`, { permission });
  }
  for (const [file, text] of Object.entries(files)) {
    const content = Buffer.from(text).toString('base64');
    await as('PUT', `${path}/contents/${file}`, { message: `Add ${file}`, content });
  }
  await as('POST', `${path}/hooks`, { config: { url: webhooks, content_type: 'json' }, events: ['*'] });
}

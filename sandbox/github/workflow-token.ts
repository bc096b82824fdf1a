import { readObject, refusal } from './json.ts';
import type { Answer, Upstream } from './upstream.ts';

/** The token of a workflow's job, and the repository that it belongs to: `/repos/acme/docs`. */
export interface WorkflowToken {
  readonly token: string;
  readonly repository: string;
}

/**
 * The rejection of a request that a workflow's token may not send: it reads other repositories only if they are public, and writes to
 * none of them. In the emulator, it may write to every repository of the owner.
 */
export async function refuseOtherRepository(
  { method, path }: { readonly method: string; readonly path: string },
  workflow: WorkflowToken,
  { token, get }: Upstream,
): Promise<Answer | undefined> {
  const [asked] = /^\/repos\/[^/?]+\/[^/?]+/.exec(path) ?? [];
  const isOwn = !asked || asked.toLowerCase() === workflow.repository.toLowerCase();
  if (isOwn || token !== workflow.token) return undefined;
  const found = await get(asked);
  if (found.status === 200 && readObject(found).private) return refusal(404, 'Not Found');
  return method === 'GET' ? undefined : refusal(403, 'Resource not accessible by integration');
}

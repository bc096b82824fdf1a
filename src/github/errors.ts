import { ActionError } from '../errors.ts';
import { TransportError, type TransportFault } from '../http/transport-error.ts';

/** A sentence for an error that Octokit threw. Octokit's own message may contain untrusted text. */
export function reasonOf(error: unknown): string {
  if (error instanceof ActionError) return error.message;
  const status = statusOf(error);
  if (error instanceof Error && error.cause instanceof TransportError) return `${error.cause.message}.`;
  if (isRateLimited(error)) return `GitHub's rate limit is used up (${status}).`;
  if (status === 401) return 'GitHub rejected `github-token` (401).';
  if (status === 403) return 'GitHub denied access (403).';
  return status ? `GitHub answered ${status}.` : 'GitHub sent an answer of an undocumented form.';
}

/** How to fix a failed read. @param permission that the token needs, as in a workflow: `contents: read`. */
export function remedyFor(error: unknown, permission: string | undefined): string {
  const status = statusOf(error);
  if (isRateLimited(error) || isTransient(error)) return 'Re-run the workflow later.';
  if (faultOf(error) === 'proxy') return 'Check the proxy in HTTPS_PROXY, and NO_PROXY.';
  if (faultOf(error) === 'certificate') return 'For a company CA, set `NODE_EXTRA_CA_CERTS`.';
  if (isMoved(error)) return 'The repository or the issue was moved: use its current name.';
  if (status === 401) return 'Leave `github-token` at its default, or pass a token that is valid.';
  const grant = permission ? `Give the job \`permissions: { ${permission} }\`, and leave` : 'Leave';
  return `${grant} \`github-token\` at its default, or give its owner access to this repository.`;
}

/** Names a failed read in a few fixed words. */
export function headlineFor(error: unknown): string {
  if (isRateLimited(error)) return 'GitHub rate limit used up';
  switch (statusOf(error)) {
    case 401:
      return 'GitHub token rejected (401)';
    case 403:
      return 'GitHub permission missing (403)';
    default:
      return 'Request to GitHub failed';
  }
}

export const statusOf = (error: unknown): unknown =>
  error instanceof Error && 'status' in error ? error.status : undefined;

/** Whether a retry may succeed. Octokit reports a failed exchange as status 500. */
export function isTransient(error: unknown): boolean {
  const fault = faultOf(error);
  return Number(statusOf(error)) >= 500 && !(fault && LASTING.has(fault));
}

const LASTING: ReadonlySet<TransportFault> = new Set(['redirect', 'certificate', 'proxy']);

/**
 * Whether GitHub rejected the request because of a rate limit. GitHub uses 403 for these too (REST API, "Rate limits"): with
 * `retry-after`, with no requests remaining, or only with a message.
 */
export function isRateLimited(error: unknown): boolean {
  const { headers = {}, data } = error instanceof Error && 'response' in error ? Object(error.response) : {};
  const isCounted = 'retry-after' in headers || headers['x-ratelimit-remaining'] === '0' || statusOf(error) === 429;
  return isCounted || saysRateLimit(String(Object(data).message));
}

const faultOf = (error: unknown): TransportFault | undefined =>
  error instanceof Error && error.cause instanceof TransportError ? error.cause.fault : undefined;

const isMoved = (error: unknown) => faultOf(error) === 'redirect';

/** Milliseconds to wait according to `retry-after`; undefined without that header. */
export function retryAfterOf(error: unknown): number | undefined {
  const { headers = {} } = error instanceof Error && 'response' in error ? Object(error.response) : {};
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return seconds >= 0 ? seconds * 1000 : undefined;
}

/** Whether a response body reports a rate limit: a secondary limit may appear in no header. */
export const saysRateLimit = (text: string): boolean => /rate limit/i.test(text);

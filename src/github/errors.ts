import { ActionError, GitHubError } from '../errors.ts';
import { type Failure, retryAfter } from '../http/retry.ts';
import { TransportError, type TransportFault } from '../http/transport-error.ts';

/** All permissions that the action uses, as in the examples: users who add one at a time would meet one error after the other. */
export const PERMISSIONS = '`permissions: { contents: read, issues: write, pull-requests: write }`';

/** The error of a failed read. @param what was read. */
export const failedRead = (what: string, cause: unknown): GitHubError =>
  new GitHubError(`Reading ${what} from GitHub failed: ${reasonOf(cause)}`, remedyFor(cause), {
    cause,
    headline: headlineFor(cause),
  });

/** A sentence for an error that Octokit threw. Octokit's own message may contain untrusted text. */
export function reasonOf(error: unknown): string {
  if (error instanceof ActionError) return error.message;
  const thrown = thrownBy(error);
  if (thrown instanceof TransportError) return `${thrown.message}.`;
  if (thrown) return `An unexpected error occurred before GitHub answered (${thrown.name}).`;
  const status = statusOf(error);
  if (isRateLimited(error)) return `GitHub's rate limit is used up (${status}).`;
  if (status === 401) return 'GitHub rejected `github-token` (401).';
  if (status === 403) return 'GitHub denied access (403).';
  return isUndocumented(error) ? 'GitHub sent an answer of an undocumented form.' : `GitHub answered ${status}.`;
}

/** How to fix a failed read. */
export function remedyFor(error: unknown): string {
  const status = statusOf(error);
  if (isRateLimited(error) || isTransient(error)) return 'Re-run the workflow later.';
  if (faultOf(error) === 'proxy') return 'Check the proxy in HTTPS_PROXY, and NO_PROXY.';
  if (faultOf(error) === 'certificate') return 'For a company CA, set `NODE_EXTRA_CA_CERTS`.';
  if (isMoved(error)) return 'The repository or the issue was moved: use its current name.';
  if (status === 401) return 'Leave `github-token` at its default, or pass a token that is valid.';
  if (thrownBy(error)) return 'Please report it with the log.';
  if (isUndocumented(error)) return 'Check whether a proxy between the runner and GitHub changes answers.';
  return `Give the job ${PERMISSIONS}, and leave \`github-token\` at its default, or give its owner access to this repository.`;
}

/** Names a failed read in a few fixed words. */
export function headlineFor(error: unknown): string {
  if (isRateLimited(error)) return 'GitHub rate limit used up';
  if (thrownBy(error) && !faultOf(error)) return 'Unexpected error';
  switch (statusOf(error)) {
    case 401:
      return 'GitHub token rejected (401)';
    case 403:
      return 'GitHub permission missing (403)';
    default:
      return 'Request to GitHub failed';
  }
}

/** The status of GitHub's answer; undefined without an answer. */
export const statusOf = (error: unknown): unknown =>
  error instanceof Error && 'status' in error && !thrownBy(error) ? error.status : undefined;

/** GitHub answered with success, and the answer lacks what its documentation promises. */
export const isUndocumented = (error: unknown): boolean =>
  !(error instanceof ActionError) && !thrownBy(error) && !statusOf(error);

/** What the exchange threw. Octokit gives it the status 500, as if GitHub had answered, and keeps it as the cause. */
const thrownBy = (error: unknown): Error | undefined =>
  error instanceof Error && 'status' in error && error.cause instanceof Error ? error.cause : undefined;

/** Whether a retry may succeed. */
export function isTransient(error: unknown): boolean {
  const fault = faultOf(error);
  return fault ? !LASTING.has(fault) : Number(statusOf(error)) >= 500;
}

const LASTING: ReadonlySet<TransportFault> = new Set(['redirect', 'certificate', 'proxy']);

/**
 * Whether GitHub rejected the request because of a rate limit. GitHub uses 403 for these too (REST API, "Rate limits"): with
 * `retry-after`, with no requests remaining, or only with a message.
 */
export function isRateLimited(error: unknown): boolean {
  const { headers, data } = responseOf(error);
  const isCounted = headers.has('retry-after') || headers.get('x-ratelimit-remaining') === '0';
  if (statusOf(error) !== 403) return statusOf(error) === 429;
  return isCounted || saysRateLimit(String(Object(data).message));
}

const faultOf = (error: unknown): TransportFault | undefined =>
  error instanceof Error && error.cause instanceof TransportError ? error.cause.fault : undefined;

/** Whether GitHub denied a read, as a permission is missing. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof GitHubError && statusOf(error.cause) === 403 && !isRateLimited(error.cause);

/** Whether GitHub redirected to a repository other than the workflow's, or to another issue. */
export const isMoved = (error: unknown): boolean => faultOf(error) === 'redirect';

/** What an error that Octokit threw proves; undefined if it would be the same again. */
export function failureOf(error: unknown): Failure | undefined {
  if (isRateLimited(error)) return { proof: 'limited', retryIn: retryAfterOf(error) };
  return isTransient(error) ? { proof: 'unclear' } : undefined;
}

/** Milliseconds to wait after a rate limit: `retry-after`, or `x-ratelimit-reset` if no requests remain; undefined if not named. */
function retryAfterOf(error: unknown): number | undefined {
  const { headers } = responseOf(error);
  // Every response has `x-ratelimit-reset`; it is about the hourly limit only.
  if (headers.get('x-ratelimit-remaining') !== '0') headers.delete('x-ratelimit-reset');
  return retryAfter(headers, Number.NaN);
}

/** The response of an error that Octokit threw; without headers if there was none. */
function responseOf(error: unknown): { readonly headers: Map<string, string>; readonly data: unknown } {
  const { headers = {}, data } = error instanceof Error && 'response' in error ? Object(error.response) : {};
  return { headers: new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])), data };
}

/** Whether a response body reports a rate limit: a secondary limit may appear in no header. */
export const saysRateLimit = (text: string): boolean => /rate limit/i.test(text);

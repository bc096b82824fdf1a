import * as v from '@badrap/valita';
import { ActionError, AFTER_CHANGE, GitHubError, UnexpectedError } from '../errors.ts';
import { type Failure, retryAfter } from '../http/retry.ts';
import { TransportError } from '../http/transport-error.ts';
import { matching, parse } from '../schema.ts';

/**
 * Fields that payloads of events and the REST API share. Times are by GitHub's clock, which sends
 * whole seconds.
 */

export const SHA = matching(/^[0-9a-f]{40,64}$/);

/**
 * An http or https address from GitHub, normalized by the URL parser, so that it contains no line
 * break.
 */
export const WEB_ADDRESS = v.string().chain((text) => {
  const url = text.length <= 2048 ? URL.parse(text) : null;
  return url && /^https?:$/.test(url.protocol) ? v.ok(url.href) : v.err();
});

/**
 * The data of a successful answer. @throws RequestFailure if they lack what GitHub's documentation
 * promises.
 */
export function parseAnswer<T>(schema: v.Type<T>, data: unknown): T {
  const result = parse(schema, data);
  if (result.ok) return result.value;
  throw new RequestFailure({
    reason: 'GitHub sent an answer of an undocumented form.',
    remedy: 'Check whether a proxy between the runner and GitHub changes answers.',
    proof: 'undocumented',
  });
}

/**
 * All permissions that the action uses, as in the examples: users who add one at a time would meet
 * one error after the other.
 */
export const PERMISSIONS = '`permissions: { contents: read, issues: write, pull-requests: write }`';

export const MISSING_PERMISSION = 'GitHub permission missing (403)';

/**
 * What was read. @param check what the user should check besides the permissions. @throws
 * GitHubError if it is undefined, after a 404.
 */
export function shown<T>(found: T | undefined, what: string, check = ''): T {
  if (found !== undefined) return found;
  const remedy = check
    ? `Check ${check}, and that the job has ${PERMISSIONS}. ${AFTER_CHANGE}`
    : `Give the job ${PERMISSIONS}. ${AFTER_CHANGE}`;
  throw new GitHubError(`GitHub does not show ${what} to this token (404).`, remedy);
}

/** `proof` is undefined if the same request would fail again. */
interface FailureFacts extends Partial<Failure> {
  /** A sentence. */
  readonly reason: string;
  readonly remedy: string;
  readonly headline?: string;
  /** The status of GitHub's answer; undefined without an answer. */
  readonly status?: number;
  /** GitHub's message names the cause, so that no permission is missing. */
  readonly isKnown?: boolean;
}

/**
 * A request to GitHub that did not get the answer that it needs. Octokit's own message, which may
 * contain untrusted text, is left out.
 */
export class RequestFailure extends Error {
  readonly facts: FailureFacts;

  constructor(facts: FailureFacts) {
    super(facts.reason);
    this.name = 'RequestFailure';
    this.facts = facts;
  }
}

/**
 * What Octokit throws. An exception of its `fetch` gets the status 500, as if GitHub had answered,
 * and is the cause.
 */
interface OctokitError extends Error {
  readonly status?: number;
  readonly response?: { readonly headers: object; readonly data: unknown } | undefined;
}

/** The failure in what Octokit throws; an exception that is a bug stays as it is. */
export function failureFrom(thrown: OctokitError): Error {
  const { cause, status, response } = thrown;
  if (cause instanceof TransportError) return new RequestFailure(ofExchange(cause));
  if (cause instanceof Error) return cause;
  if (status === undefined) return thrown;
  return new RequestFailure(
    ofAnswer(status, response?.headers, String(Object(response?.data).message)),
  );
}

/** GitHub's message, with those of the errors that a 422 lists (REST API, "Troubleshooting"). */
export function messageIn(data: unknown): string {
  const { message, errors } = Object(data);
  const more = Array.isArray(errors)
    ? errors.map((each) => (typeof each === 'string' ? each : Object(each).message))
    : [];
  return [message, ...more].filter((each) => typeof each === 'string').join('\n');
}

const LATER = 'Re-run the workflow later.';

function ofExchange({ fault, message }: TransportError): FailureFacts {
  const reason = `${message}.`;
  switch (fault) {
    case 'proxy':
      return { reason, remedy: 'Check the proxy in HTTPS_PROXY, and NO_PROXY.' };
    case 'certificate':
      return { reason, remedy: 'For a company CA, set `NODE_EXTRA_CA_CERTS`.' };
    case 'redirect':
      return { reason, remedy: 'The repository or the issue was moved: use its current name.' };
    default:
      return { reason, remedy: LATER, proof: 'unclear' };
  }
}

const NO_TEXT = 'The comment has no text';

/** Whether a comment was refused only because it has no text. */
export const lacksText = (error: unknown): boolean =>
  knownReason(error)?.startsWith(NO_TEXT) === true;

/**
 * Messages of GitHub that name the cause, in the words of this action: GitHub's own may contain
 * names that strangers chose.
 */
const KNOWN: readonly (readonly [RegExp, FailureFacts])[] = [
  [
    /submitted too quickly|could not resolve to a node/i,
    { reason: 'GitHub was not ready for the request', remedy: LATER, proof: 'unclear' },
  ],
  [/body cannot be blank/i, { reason: NO_TEXT, remedy: '' }],
  [
    /repository was archived/i,
    { reason: 'The repository is archived', remedy: 'Unarchive it, or remove the workflow.' },
  ],
  [
    /issue is locked|conversation is locked/i,
    {
      reason: 'The conversation is locked',
      remedy: 'Unlock it, or set `issue-number` to another thread.',
    },
  ],
  [
    /more than \d+ comments/i,
    {
      reason: 'The thread has as many comments as GitHub allows',
      remedy: 'Make the request in another thread, or set `issue-number` to one.',
    },
  ],
  [
    /issues (?:are|has been|have been) disabled/i,
    {
      reason: 'Issues are disabled in the repository',
      remedy: 'Enable them in the settings of the repository, or set `comment: false`.',
    },
  ],
  [
    /is blocked|has blocked you/i,
    {
      reason: 'The account of `github-token` is blocked by an owner or the author of the thread',
      remedy: 'Leave `github-token` at its default, or unblock the account.',
    },
  ],
  [
    /SAML/,
    {
      reason: 'The organization requires SAML single sign-on for the token',
      remedy: 'Authorize the token for the organization, or leave `github-token` at its default.',
    },
  ],
  [
    /IP allow list/i,
    {
      reason: 'The IP allow list of the organization does not contain the address of the runner',
      remedy: 'Add the address, or use a runner whose address is on the list.',
    },
  ],
  [
    /personal access token/i,
    {
      reason: 'The organization forbids this kind of personal access token',
      remedy: 'Pass a token that it permits, or leave `github-token` at its default.',
    },
  ],
];

function ofKnownMessage(status: number, message: string): FailureFacts | undefined {
  const [, facts] = KNOWN.find(([pattern]) => pattern.test(message)) ?? [];
  return facts && { ...facts, reason: `${facts.reason} (${status}).`, status, isKnown: true };
}

const NEW_TOKEN =
  'Leave `github-token` at its default, or pass a token that is valid. That of a GitHub App expires after an hour: if the run waited for longer, ' +
  'a re-run or a sweep with a new one reports the result.';

function ofAnswer(status: number, fields: object | undefined, message: string): FailureFacts {
  const headers = new Map(
    Object.entries(fields ?? {}).map(([name, value]) => [name, String(value)]),
  );
  if (isRateLimit(status, headers, message)) {
    // Every response has `x-ratelimit-reset`; it is about the hourly limit only.
    if (headers.get('x-ratelimit-remaining') !== '0') headers.delete('x-ratelimit-reset');
    const limit = { proof: 'limited', retryIn: retryAfter(headers, Number.NaN) } as const;
    const reason = `GitHub's rate limit is used up (${status}).`;
    return { status, reason, remedy: LATER, headline: 'GitHub rate limit used up', ...limit };
  }
  const known = status >= 400 && status < 500 ? ofKnownMessage(status, message) : undefined;
  if (known) return known;
  if (status >= 500)
    return { status, reason: `GitHub answered ${status}.`, remedy: LATER, proof: 'unclear' };
  if (status === 401) {
    const reason = 'GitHub rejected `github-token` (401).';
    return {
      status,
      reason,
      remedy: NEW_TOKEN,
      headline: 'GitHub token rejected (401)',
      isKnown: true,
    };
  }
  const remedy = `Give the job ${PERMISSIONS}, and leave \`github-token\` at its default, or give its owner access to this repository. ${AFTER_CHANGE}`;
  if (status !== 403) return { status, reason: `GitHub answered ${status}.`, remedy };
  return {
    status,
    reason: 'GitHub denied access (403).',
    remedy,
    headline: MISSING_PERMISSION,
  };
}

/**
 * Whether GitHub rejected the request because of a rate limit. GitHub uses 403 for these too (REST
 * API, "Rate limits"): with `retry-after`, with no requests remaining, or only with a message.
 */
const isRateLimit = (
  status: number,
  headers: ReadonlyMap<string, string>,
  message: string,
): boolean =>
  status === 429 ||
  (status === 403 &&
    (headers.has('retry-after') ||
      headers.get('x-ratelimit-remaining') === '0' ||
      /rate limit|abuse detection/i.test(message)));

/** The error of a failed read. @param what was read. */
export function failedRead(what: string, cause: RequestFailure): GitHubError {
  const { facts, message } = cause;
  const { headline } = facts;
  return new GitHubError(`Reading ${what} from GitHub failed: ${message}`, facts.remedy, {
    cause,
    headline,
  });
}

/** The facts of a failed request, or of a read that failed because of one. */
function factsOf(error: unknown): Partial<FailureFacts> {
  const failure = error instanceof GitHubError ? error.cause : error;
  return failure instanceof RequestFailure ? failure.facts : {};
}

/** The status of GitHub's answer; undefined without an answer. */
export const statusOf = (error: unknown): number | undefined => factsOf(error).status;

/** What a failed request proves; undefined if the same request would fail again. */
export function failureOf(error: unknown): Failure | undefined {
  const { proof, retryIn } = factsOf(error);
  return proof && { proof, retryIn };
}

/** Whether GitHub denied a request, as a permission is missing. */
export const isForbidden = (error: unknown): boolean =>
  statusOf(error) === 403 && !failureOf(error);

/** What GitHub's message says, and what to do; undefined if it names no cause. */
export function knownReason(error: unknown): string | undefined {
  const { isKnown, reason, remedy } = factsOf(error);
  return isKnown ? `${reason} ${remedy}` : undefined;
}

/** A sentence for an error. */
export const reasonOf = (error: unknown): string =>
  error instanceof ActionError || error instanceof RequestFailure
    ? error.message
    : new UnexpectedError(error).message;

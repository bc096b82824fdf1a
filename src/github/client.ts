import type { getOctokit } from '@actions/github';
import type * as v from '@badrap/valita';
import { GitHubError } from '../errors.ts';
import { repeat } from '../http/retry.ts';
import type { HttpClient } from '../http/transport.ts';
import { TransportError } from '../http/transport-error.ts';
import { type Clock, withCancelGrace } from '../runtime/clock.ts';
import type { GitHubVariables } from '../runtime/runner.ts';
import { parseJson } from '../schema.ts';
import {
  failedRead,
  failureFrom,
  failureOf,
  knownReason,
  messageIn,
  parseAnswer,
  RequestFailure,
  reasonOf,
  statusOf,
} from './answers.ts';

/** GitHub's REST API for the repository that the workflow runs in. */
export interface GitHub {
  readonly repository: { readonly owner: string; readonly repo: string };
  /**
   * How many more requests GitHub accepts in this hour, according to its last response; 0 after a
   * secondary rate limit, which that number does not include (REST API, "Rate limits"). Infinity
   * before the first response.
   */
  remaining(): number;
  /**
   * GitHub's clock by its last response, in milliseconds since the epoch; the runner's before the
   * first one.
   */
  now(): number;
  /** For requests that must not be repeated. They reject with a {@link RequestFailure}. */
  octokit(): Promise<Octokit>;
  /**
   * Octokit's option for the final check and edit: such a request gets at least {@link
   * FINAL_TIMEOUT_MS}.
   */
  readonly unhurried: ReturnType<typeof octokitRequest>;
  /**
   * Sends a request that only reads. Retries transient errors, and waits for rate limits. Undefined
   * if GitHub answers 404 or 410. Like all functions that read from GitHub, it throws a GitHubError
   * if GitHub does not answer or rejects the request.
   * @param what is read, for the error message: `the changes`.
   */
  read<T>(what: string, request: (octokit: Octokit) => Promise<T>): Promise<T | undefined>;
}

type Octokit = ReturnType<typeof getOctokit>;

/**
 * {@link GitHub.read}, and the data of the answer. An answer of another form is an error: Octokit's
 * types only say what is documented.
 */
export const readData = <T>(
  github: Pick<GitHub, 'read'>,
  what: string,
  schema: v.Type<T>,
  request: (rest: Octokit['rest']) => Promise<{ readonly data: unknown }>,
): Promise<T | undefined> =>
  github.read(what, async ({ rest }) => parseAnswer(schema, (await request(rest)).data));

/**
 * Reads that send each request once, for a line of the report that may be missing: they neither wait
 * for a rate limit nor repeat anything.
 */
export const once = ({ octokit }: Pick<GitHub, 'octokit'>): Pick<GitHub, 'read'> => ({
  read: async (_what, request) => request(await octokit()),
});

interface GitHubEffects {
  readonly variables: Pick<GitHubVariables, 'repository' | 'repositoryId' | 'apiUrl'>;
  readonly send: HttpClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The end of the step's timeout, on the clock's `now`, in milliseconds. */
  readonly deadline: number;
  /** Receives a line before each retry, and once a minute during a longer wait. */
  readonly log?: (line: string) => void;
}

/**
 * Time limit for one request: the maximum; the minimum, even close to the deadline; the minimum for
 * the final check and edit.
 */
const MAX_TIMEOUT_MS = 10_000;
const MIN_TIMEOUT_MS = 1_000;
const FINAL_TIMEOUT_MS = 5_000;
/**
 * How long after the step's timeout the action still sends requests: the step ends within 15 s, and
 * the post step continues.
 */
const REPORTING_GRACE = 14_000;
/**
 * Time limit for one request as a share of the time left, so that a GitHub that does not answer
 * leaves time for the job.
 */
const TIMEOUT_SHARE = 0.25;
/**
 * How long one request, and all of them together, continue after the run is cancelled, in
 * milliseconds: it ends within 5 s.
 */
const CANCEL_GRACE_MS = 1_500;
const CANCEL_TOTAL_MS = 4_500;
/** How often a wait for a rate limit is logged. */
const LOG_INTERVAL_MS = 60_000;

export const NO_ACCESS =
  '`github-token` is empty, or the runner names no repository (GITHUB_REPOSITORY).';

/**
 * Returns what needs access to GitHub. @throws GitHubError if it is undefined: without access, the
 * action creates no job.
 */
export function needed<T>(access: T | undefined): T {
  if (access !== undefined) return access;
  const remedy = 'Leave `github-token` at its default.';
  throw new GitHubError(`GitHub cannot be reached: ${NO_ACCESS}`, remedy);
}

/**
 * Creates the client; undefined if the run has {@link NO_ACCESS}. @throws GitHubError if the runner
 * names no address of an API.
 */
export function connectGitHub(token: string, effects: GitHubEffects): GitHub | undefined {
  const { variables, clock, send, signal, deadline } = effects;
  const { repository, repositoryId, apiUrl: baseUrl } = variables;
  if (!token || !repository) return undefined;
  if (baseUrl === undefined) {
    const remedy =
      'Check the settings of the runner: GitHub sets this variable, and a workflow cannot change it.';
    throw new GitHubError(
      'GitHub cannot be reached: GITHUB_API_URL is not the address of an API.',
      remedy,
    );
  }

  /** On the clock's `now`. */
  let cancelledAt = Number.POSITIVE_INFINITY;
  const onCancel = () => {
    cancelledAt = clock.now();
  };
  if (signal.aborted) onCancel();
  else signal.addEventListener('abort', onCancel, { once: true });

  let remaining = Number.POSITIVE_INFINITY;
  let ahead = clock.date().getTime() - clock.now();
  const requestWithin = (minTimeoutMs: number) => {
    const sendInTime: HttpClient = async (request) => {
      const left = deadline - clock.now();
      const share = Math.max(minTimeoutMs, left * TIMEOUT_SHARE);
      const timeout = Math.max(1, Math.min(MAX_TIMEOUT_MS, share, left + REPORTING_GRACE));
      const grace = Math.min(
        CANCEL_GRACE_MS,
        Math.max(1, cancelledAt + CANCEL_TOTAL_MS - clock.now()),
      );
      const timely = (late: AbortSignal) => send({ ...request, timeout, signal: late });
      const answer = await withCancelGrace({ signal, clock, grace }, timely);
      const reported = answer.headers.get('x-ratelimit-remaining');
      if (reported !== undefined) remaining = Math.min(remaining, Number(reported));
      const date = Date.parse(answer.headers.get('date') ?? '');
      if (!Number.isNaN(date)) ahead = date - clock.now();
      return answer;
    };
    return octokitRequest(sendInTime, baseUrl, repositoryId);
  };

  /**
   * The toolkit's client over this action's transport. It is imported here, because it parses the
   * event file while it loads, which throws for a file that is not JSON: `readEvent` has read the
   * file before, and reports that with a remedy.
   */
  const loadOctokit = async (): Promise<Octokit> => {
    const { getOctokit } = await import(/* webpackMode: "eager" */ '@actions/github');
    // Octokit would log untrusted text
    const silent = { debug() {}, info() {}, warn() {}, error() {} };
    const octokit = getOctokit(token, {
      baseUrl,
      log: silent,
      request: requestWithin(MIN_TIMEOUT_MS),
    });
    octokit.hook.error('request', (thrown) => {
      const failure = failureFrom(thrown);
      if (failureOf(failure)?.proof === 'limited') remaining = 0;
      throw failure;
    });
    return octokit;
  };
  let loaded: Promise<Octokit> | undefined;
  const octokit = () => (loaded ??= loadOctokit());

  return {
    repository,
    remaining: () => remaining,
    now: () => clock.now() + ahead,
    octokit,
    unhurried: requestWithin(FINAL_TIMEOUT_MS),
    async read(what, request) {
      const failed = (cause: unknown) =>
        cause instanceof RequestFailure ? failedRead(what, cause) : cause;
      async function pause(cause: unknown, ms: number): Promise<void> {
        for (let left = ms; left > 0 && !signal.aborted; left -= LOG_INTERVAL_MS) {
          effects.log?.(`${reasonOf(failed(cause))} Trying again in ${Math.ceil(left / 1000)} s`);
          await clock.sleep(Math.min(left, LOG_INTERVAL_MS), signal);
        }
      }
      try {
        const act = async () => request(await octokit());
        return await repeat('read', act, { clock, signal, deadline, failureOf, pause });
      } catch (cause) {
        if ([404, 410].includes(Number(statusOf(cause))) && !knownReason(cause)) return undefined;
        throw failed(cause);
      }
    },
  };
}

/**
 * Limit for a response body: a page of 100 comments of 65,536 characters is at most 26 MB of UTF-8.
 */
const MAX_BYTES = 32 * 1024 * 1024;

interface FetchOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Connects Octokit to this action's transport. Octokit's own parser turns a success that is not
 * JSON into a string, a malformed list into an empty one, and takes minutes for lists in lists of
 * some thousand levels. So it gets the parsed data of a success as `body`, and of an error only the
 * message as `text()`. The token is never sent to an origin other than the API's.
 * @param repositoryId of the repository that the workflow runs in; empty if it is not known. After
 * a repository is renamed, GitHub redirects to the address with its number; that redirect is
 * followed once.
 * @returns Octokit's request options. Their `fetch` throws TransportError.
 */
export function octokitRequest(send: HttpClient, apiUrl: string, repositoryId: string) {
  const { origin } = new URL(apiUrl);

  /**
   * The redirect target after the repository was renamed; undefined for other redirects, such as to
   * a transferred issue.
   */
  function renamed(from: URL, { fault, location }: TransportError): URL | undefined {
    const to =
      fault === 'redirect' && location && repositoryId ? URL.parse(location, from.href) : null;
    const isSameRepository =
      to?.origin === origin && to.href.startsWith(`${apiUrl}/repositories/${repositoryId}/`);
    return isSameRepository ? to : undefined;
  }

  const sendToRenamed: HttpClient = async (request) => {
    try {
      return await send(request);
    } catch (error) {
      const url = error instanceof TransportError ? renamed(request.url, error) : undefined;
      if (!url) throw error;
      return send({ ...request, url });
    }
  };

  async function fetch(address: string, { method = 'GET', headers = {}, body }: FetchOptions) {
    const url = new URL(address);
    if (url.origin !== origin)
      throw new TransportError('redirect', 'GitHub redirected to another host');
    const answer = await sendToRenamed({
      method,
      url,
      headers,
      maxBytes: MAX_BYTES,
      timeout: MAX_TIMEOUT_MS,
      ...(body === undefined ? {} : { body }),
    });
    const { status, headers: received } = answer;
    const value = parseJson(answer.body);
    if (value === undefined && status < 400 && status !== 204) {
      throw new TransportError(
        'malformed',
        `GitHub answered ${status} with a body that is not JSON`,
      );
    }
    const text = JSON.stringify({ message: messageIn(value) });
    const answered = new Map(received).set('content-type', 'application/json');
    return { status, url: address, headers: answered, body: value, text: async () => text };
  }
  return { fetch, parseSuccessResponseBody: false };
}

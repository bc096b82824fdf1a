import type { GitHub as Client } from '@actions/github/lib/utils';
import * as v from 'valibot';
import { GitHubError } from '../errors.ts';
import { repeat } from '../http/retry.ts';
import type { HttpClient, HttpResponse } from '../http/transport.ts';
import { type Clock, withCancelGrace } from '../runtime/clock.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { failedRead, failureOf, saysRateLimit, statusOf } from './errors.ts';
import { MAX_TIMEOUT_MS, octokitFetch } from './octokit-fetch.ts';

/** GitHub's REST API for the repository that the workflow runs in. */
export interface GitHub {
  readonly repository: { readonly owner: string; readonly repo: string };
  /**
   * How many more requests GitHub accepts in this hour, according to its last response; 0 after a secondary rate limit, which that
   * number does not include (REST API, "Rate limits"). Infinity before the first response.
   */
  remaining(): number;
  /** For requests that must not be repeated. Rejects with what Octokit throws. */
  octokit(): Promise<Octokit>;
  /** Octokit's option for the final check and edit: such a request gets at least {@link FINAL_TIMEOUT_MS}. */
  readonly unhurried: { readonly fetch: ReturnType<typeof octokitFetch> };
  /**
   * Sends a request that only reads. Retries transient errors, and waits for rate limits. Undefined if GitHub answers 404 or 410.
   * @param what is read, for the error message: `the changes`.
   * @throws GitHubError if GitHub does not answer or rejects the request.
   */
  read<T>(what: string, request: (octokit: Octokit) => Promise<T>): Promise<T | undefined>;
}

type Octokit = InstanceType<typeof Client>;

/**
 * {@link GitHub.read}, and the data of the answer. An answer of another form is an error: Octokit's types only say what is documented.
 */
export const readData = <S extends v.GenericSchema>(
  github: Pick<GitHub, 'read'>,
  what: string,
  schema: S,
  request: (rest: Octokit['rest']) => Promise<{ readonly data: unknown }>,
): Promise<v.InferOutput<S> | undefined> =>
  github.read(what, async ({ rest }) => v.parse(schema, (await request(rest)).data));

interface ReadEffects {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** The end of the step's timeout, on the clock's `now`, in milliseconds. */
  readonly deadline: number;
  /** Receives a line before each retry, and once a minute during a longer wait. */
  readonly log?: (line: string) => void;
}

interface GitHubEffects extends ReadEffects {
  readonly context: Pick<GitHubContext, 'repository' | 'repositoryId' | 'apiUrl'>;
  readonly send: HttpClient;
}

/** Time limit for one request: the minimum, even close to the deadline; the minimum for the final check and edit. */
const MIN_TIMEOUT_MS = 1_000;
const FINAL_TIMEOUT_MS = 5_000;
/**
 * How long after the step's timeout the action still sends requests to GitHub, in milliseconds: the step ends within 15 s, and the
 * post step continues.
 */
export const REPORTING_GRACE = 14_000;
/** Time limit for one request as a share of the time left, so that a GitHub that does not answer leaves time for the job. */
const TIMEOUT_SHARE = 0.25;
/** How long one request, and all of them together, continue after the run is cancelled, in milliseconds: it ends within 5 s. */
const CANCEL_GRACE_MS = 1_500;
const CANCEL_TOTAL_MS = 4_500;

export const NO_ACCESS = '`github-token` is empty, or the runner names no repository (GITHUB_REPOSITORY).';

/** Returns what needs access to GitHub. @throws GitHubError if it is undefined: without access, the action creates no job. */
export function needed<T>(access: T | undefined): T {
  if (access !== undefined) return access;
  const remedy = 'Leave `github-token` at its default.';
  throw new GitHubError(`GitHub cannot be reached: ${NO_ACCESS}`, remedy);
}

/**
 * Creates the client; undefined if the run has no access to a repository: see {@link NO_ACCESS}.
 * @throws GitHubError if the runner names no address for it.
 */
export function connectGitHub(token: string, effects: GitHubEffects): GitHub | undefined {
  const { context, clock, send, signal, deadline } = effects;
  const { repository, repositoryId, apiUrl } = context;
  if (!token || !repository) return undefined;
  if (apiUrl === undefined) {
    const remedy = 'Check the settings of the runner: GitHub sets this variable, and a workflow cannot change it.';
    throw new GitHubError('GitHub cannot be reached: GITHUB_API_URL is not the address of an API.', remedy);
  }

  /** On the clock's `now`. */
  let cancelledAt = Number.POSITIVE_INFINITY;
  const onCancel = () => {
    cancelledAt = clock.now();
  };
  if (signal.aborted) onCancel();
  else signal.addEventListener('abort', onCancel, { once: true });

  let remaining = Number.POSITIVE_INFINITY;
  const sendWithin =
    (minTimeoutMs: number): HttpClient =>
    async (request) => {
      const left = deadline - clock.now();
      const timeout = Math.max(
        1,
        Math.min(MAX_TIMEOUT_MS, Math.max(minTimeoutMs, left * TIMEOUT_SHARE), left + REPORTING_GRACE),
      );
      const inTime = (late: AbortSignal) => send({ ...request, timeout, signal: late });
      const grace = Math.min(CANCEL_GRACE_MS, Math.max(1, cancelledAt + CANCEL_TOTAL_MS - clock.now()));
      const answer = await withCancelGrace({ signal, clock, grace }, inTime);
      const reported = answer.headers.get('x-ratelimit-remaining');
      if (reported !== undefined) remaining = Math.min(remaining, Number(reported));
      if (isRateLimit(answer)) remaining = 0;
      return answer;
    };
  let loaded: ReturnType<typeof loadOctokit> | undefined;
  const fetchWithin = (minTimeoutMs: number) => ({
    fetch: octokitFetch(sendWithin(minTimeoutMs), apiUrl, repositoryId),
  });
  const octokit = () => (loaded ??= loadOctokit(apiUrl, token, fetchWithin(MIN_TIMEOUT_MS)));

  return {
    repository,
    remaining: () => remaining,
    octokit,
    unhurried: fetchWithin(FINAL_TIMEOUT_MS),
    read: (what, request) => readPatiently(what, async () => request(await octokit()), effects),
  };
}

/**
 * The toolkit's client over this action's transport. It is imported here, because it parses the event file while it loads, which throws
 * for a file that is not JSON: `readEvent` has read the file before, and reports that with a remedy.
 */
async function loadOctokit(apiUrl: string, token: string, request: GitHub['unhurried']): Promise<Octokit> {
  const { getOctokitOptions, GitHub } = await import(/* webpackMode: "eager" */ '@actions/github/lib/utils');
  const silent = { debug() {}, info() {}, warn() {}, error() {} }; // Octokit would log untrusted text
  return new GitHub(getOctokitOptions(token, { baseUrl: apiUrl, log: silent, request }));
}

const LOG_INTERVAL_MS = 60_000;

async function readPatiently<T>(what: string, act: () => Promise<T>, effects: ReadEffects): Promise<T | undefined> {
  const { clock, signal, deadline, log } = effects;
  async function pause(cause: unknown, ms: number): Promise<void> {
    for (let left = ms; left > 0 && !signal.aborted; left -= LOG_INTERVAL_MS) {
      log?.(`${failedRead(what, cause).message} Trying again in ${Math.ceil(left / 1000)} s`);
      await clock.sleep(Math.min(left, LOG_INTERVAL_MS), signal);
    }
  }
  return repeat('read', act, { clock, signal, deadline, failureOf, pause }).catch((cause: unknown) => {
    if (statusOf(cause) === 404 || statusOf(cause) === 410) return undefined;
    throw failedRead(what, cause);
  });
}

/** Whether the response is one of GitHub's rate limits. */
function isRateLimit({ status, headers, body }: HttpResponse): boolean {
  if (status !== 403 && status !== 429) return false;
  return status === 429 || headers.has('retry-after') || saysRateLimit(body.toString());
}

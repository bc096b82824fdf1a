import type { GitHub as GitHubClient } from '@actions/github/lib/utils';
import { GitHubError } from '../errors.ts';
import type { HttpClient, HttpResponse } from '../http/transport.ts';
import { type Clock, exponentialPause, withCancelGrace } from '../runtime/clock.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { headlineFor, isTransient, reasonOf, remedyFor, saysRateLimit, statusOf } from './errors.ts';
import { octokitFetch } from './octokit-fetch.ts';

/** GitHub's REST API for the repository that the workflow runs in. */
export interface GitHub {
  readonly repository: { readonly owner: string; readonly repo: string };
  /**
   * How many more requests GitHub accepts in this hour, according to its last response; 0 after a secondary rate limit, which that
   * number does not include (REST API, "Rate limits"). Infinity before the first response.
   */
  remaining(): number;
  /** Octokit, for requests that must not be repeated. Rejects with what Octokit throws. */
  octokit(): Promise<Octokit>;
  /** Octokit's option for the final check and edit: such a request gets at least {@link FINAL_TIMEOUT_MS}. */
  readonly unhurried: { readonly fetch: ReturnType<typeof octokitFetch> };
  /**
   * Sends a request that only reads, and retries transient errors. Undefined if GitHub answers 404 or 410.
   * @param what is read, for the error message: `the changes`.
   * @throws GitHubError if GitHub does not answer or rejects the request.
   */
  read<T>(what: string, request: (octokit: Octokit) => Promise<T>): Promise<T | undefined>;
}

/**
 * Requests by their documented routes, typed by Octokit. The bundle excludes Octokit's named methods (`paths` in tsconfig.json),
 * because their table would be a third of it.
 */
type Octokit = Pick<InstanceType<typeof GitHubClient>, 'request'>;

export interface GitHubEffects {
  readonly context: Pick<GitHubContext, 'repository' | 'repositoryId' | 'apiUrl'>;
  readonly clock: Clock;
  readonly send: HttpClient;
  readonly signal: AbortSignal;
  /** The end of the step's timeout, on the clock's `now`, in milliseconds. */
  readonly deadline: number;
  /** Receives a line before each retry. */
  readonly log?: (line: string) => void;
}

/** Time limit for one request: the maximum; the minimum, even close to the deadline; the minimum for the final check and edit. */
const MAX_TIMEOUT_MS = 10_000;
const MIN_TIMEOUT_MS = 1_000;
const FINAL_TIMEOUT_MS = 5_000;
/**
 * How long after the step's timeout the action still sends requests to GitHub, in milliseconds: the step ends within 15 s, and the
 * post step continues.
 */
export const REPORTING_GRACE = 14_000;
/** Time limit for one request as a share of the time left, so that a GitHub that does not answer leaves time for the job. */
const TIMEOUT_SHARE = 0.25;
/** How long a request in flight continues after the run is cancelled. */
const CANCEL_GRACE_MS = 1_500;
const MAX_ATTEMPTS = 3;
const BACK_OFF = { min: 1_000, max: 10_000 } as const;
/** The share of the step's timeout after which the action does not retry, so that time is left for the job. */
const RETRY_SHARE = 0.5;

export const NO_ACCESS = '`github-token` is empty, or the runner names no repository (GITHUB_REPOSITORY).';

/** Returns `github`. @throws GitHubError if it is undefined: without access to GitHub, the action creates no job. */
export function needed(github: GitHub | undefined): GitHub {
  if (github) return github;
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
      const answer = await withCancelGrace({ signal, clock, grace: CANCEL_GRACE_MS }, inTime);
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
    async read(what, request) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await request(await octokit());
        } catch (cause) {
          if (statusOf(cause) === 404 || statusOf(cause) === 410) return undefined;
          const pause = exponentialPause(attempt, BACK_OFF);
          const isInTime = clock.now() + pause < deadline * RETRY_SHARE;
          if (!isTransient(cause) || attempt === MAX_ATTEMPTS || signal.aborted || !isInTime) {
            const message = `Reading ${what} from GitHub failed: ${reasonOf(cause)}`;
            throw new GitHubError(message, remedyFor(cause), { cause, headline: headlineFor(cause) });
          }
          effects.log?.(`Reading ${what} from GitHub failed: ${reasonOf(cause)} Trying again in ${pause / 1000} s`);
          await clock.sleep(pause, signal);
        }
      }
    },
  };
}

/** Octokit over this action's transport, loaded on first use, because loading it costs start-up time. */
async function loadOctokit(apiUrl: string, token: string, request: GitHub['unhurried']): Promise<Octokit> {
  const { getOctokitOptions, GitHub } = await import(/* webpackMode: "eager" */ '@actions/github/lib/utils');
  const silent = { debug() {}, info() {}, warn() {}, error() {} }; // Octokit would log untrusted text
  return new GitHub(getOctokitOptions(token, { baseUrl: apiUrl, log: silent, request }));
}

/** Whether the response is one of GitHub's rate limits. */
function isRateLimit({ status, headers, body }: HttpResponse): boolean {
  if (status !== 403 && status !== 429) return false;
  return status === 429 || headers.has('retry-after') || saysRateLimit(body.toString());
}

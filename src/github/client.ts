import type { GitHub as GitHubClient } from '@actions/github/lib/utils';
import { GitHubError } from '../errors.ts';
import type { HttpClient, HttpResponse } from '../http/transport.ts';
import { withCancelGrace } from '../runtime/cancel-grace.ts';
import type { Clock } from '../runtime/clock.ts';
import type { GitHubContext } from '../runtime/github-context.ts';
import { isTransient, reasonOf, remedyFor, saysRateLimit, statusOf } from './errors.ts';
import { octokitFetch } from './octokit-fetch.ts';

/** GitHub's REST API for the repository that the workflow runs in. */
export interface GitHub {
  readonly repository: { readonly owner: string; readonly repo: string };
  /**
   * Requests that GitHub still takes in this hour, as far as it said; 0 once it refused one for asking too much at once, which it
   * does not count there (REST API, "Rate limits").
   */
  remaining(): number;
  /** For requests that may be sent once only; rejects with what Octokit throws. */
  octokit(): Promise<Octokit>;
  /** Octokit's option for a request that gets {@link LAST_WORD}, however late it is. */
  readonly unhurried: { readonly fetch: ReturnType<typeof octokitFetch> };
  /**
   * For requests that only read: repeated while the fault may pass, and undefined where GitHub knows no such thing (404), or no more (410).
   * @param question what GitHub was asked, for the error: `whether alice may ask`.
   * @param permission that the token needs for it, beyond what every token has.
   * @throws GitHubError
   */
  read<T>(
    question: string,
    permission: string | undefined,
    request: (octokit: Octokit) => Promise<T>,
  ): Promise<T | undefined>;
}

/**
 * Requests by their documented routes, typed by Octokit. Its methods by name are left out of the bundle: their table is a third of
 * it (`paths` in tsconfig.json).
 */
type Octokit = Pick<InstanceType<typeof GitHubClient>, 'request' | 'paginate' | 'graphql'>;

export interface GitHubEffects {
  readonly context: Pick<GitHubContext, 'repository' | 'repositoryId' | 'apiUrl'>;
  readonly clock: Clock;
  readonly send: HttpClient;
  readonly signal: AbortSignal;
  /** On the clock's `now`: the end of the step's whole budget, in milliseconds. */
  readonly deadline: number;
  /** Is told of each request that is sent again. */
  readonly log?: (line: string) => void;
}

/** Milliseconds for one request: at most; at least, however late it is; and at least for the final check and edit. */
const TIMEOUT = 10_000;
const FLOOR = 1_000;
const LAST_WORD = 5_000;
/** For so long after the timeout GitHub may be asked, in milliseconds: the report ends within 15 s; then the post step goes on. */
export const REPORTING_GRACE = 14_000;
/** Of the time that is left: a GitHub that hangs must not eat the wait. */
const SHARE = 0.25;
/** What is in flight when the run is cancelled may still be answered for so long, in milliseconds. */
const CANCEL_GRACE = 1_500;
const MAX_ATTEMPTS = 3;
const PAUSE = 1_000;
/** Of the budget: after it, nothing is asked again, so that time is left for the job. */
const LAST_REPEAT = 0.5;

export const NO_ACCESS = '`github-token` is empty, or the runner names no repository (GITHUB_REPOSITORY).';

/** @throws GitHubError where the run has no access, and nothing may be spent without it. */
export function needed(github: GitHub | undefined): GitHub {
  if (github) return github;
  const remedy = 'Nothing was spent. Leave `github-token` at its default.';
  throw new GitHubError(`GitHub could not be asked: ${NO_ACCESS}`, remedy);
}

/** Undefined where the run has no access to any repository: see {@link NO_ACCESS}. */
export function connectGitHub(token: string, effects: GitHubEffects): GitHub | undefined {
  const { context, clock, send, signal, deadline } = effects;
  const { repository, repositoryId, apiUrl } = context;
  if (!token || !repository) return undefined;

  let remaining = Number.POSITIVE_INFINITY;
  const sendWithin =
    (floor: number): HttpClient =>
    async (request) => {
      const left = deadline - clock.now();
      const timeout = Math.max(1, Math.min(TIMEOUT, Math.max(floor, left * SHARE), left + REPORTING_GRACE));
      const inTime = (late: AbortSignal) => send({ ...request, timeout, signal: late });
      const answer = await withCancelGrace({ signal, clock, grace: CANCEL_GRACE }, inTime);
      const told = answer.headers.get('x-ratelimit-remaining');
      if (told !== undefined) remaining = Math.min(remaining, Number(told));
      if (isTooMuch(answer)) remaining = 0;
      return answer;
    };
  let loaded: ReturnType<typeof loadOctokit> | undefined;
  const fetchWithin = (floor: number) => ({
    fetch: octokitFetch(sendWithin(floor), apiUrl, repositoryId),
  });
  const octokit = () => (loaded ??= loadOctokit(apiUrl, token, fetchWithin(FLOOR)));

  return {
    repository,
    remaining: () => remaining,
    octokit,
    unhurried: fetchWithin(LAST_WORD),
    async read(question, permission, request) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await request(await octokit());
        } catch (cause) {
          if (statusOf(cause) === 404 || statusOf(cause) === 410) return undefined;
          const isInTime = clock.now() + PAUSE * attempt < deadline * LAST_REPEAT;
          if (!isTransient(cause) || attempt === MAX_ATTEMPTS || signal.aborted || !isInTime) {
            const message = `GitHub could not be asked ${question}: ${reasonOf(cause)}`;
            throw new GitHubError(message, remedyFor(cause, permission), { cause });
          }
          effects.log?.(`GitHub could not be asked ${question}: ${reasonOf(cause)} Trying again in ${attempt} s`);
          await clock.sleep(PAUSE * attempt, signal);
        }
      }
    },
  };
}

/** Octokit over our transport, loaded when first needed: it costs start-up time. */
async function loadOctokit(apiUrl: string, token: string, request: GitHub['unhurried']): Promise<Octokit> {
  const { getOctokitOptions, GitHub } = await import(/* webpackMode: "eager" */ '@actions/github/lib/utils');
  const silent = { debug() {}, info() {}, warn() {}, error() {} }; // nothing remote is printed raw
  return new GitHub(getOctokitOptions(token, { baseUrl: apiUrl, log: silent, request }));
}

/** One of GitHub's limits was hit. */
function isTooMuch({ status, headers, body }: HttpResponse): boolean {
  if (status !== 403 && status !== 429) return false;
  return status === 429 || headers.has('retry-after') || saysRateLimit(body.toString());
}

import * as v from 'valibot';
import type { PullLink } from '../text/pull-link.ts';
import type { GitHub } from './client.ts';
import { failureOfQuery, parseAnswer } from './failure.ts';
import { NUMBER, TIME } from './fields.ts';

/** A pull request, as GitHub's GraphQL API shows it. Times are milliseconds since the epoch, by GitHub's clock. */
export interface PullFacts {
  readonly state: 'open' | 'merged' | 'closed';
  readonly isDraft: boolean;
  readonly createdAt: number;
  /** When it was merged or closed; null while it is open. */
  readonly endedAt: number | null;
}

/** `deleted`: its repository is readable, and does not have it. `unreadable`: the token may not read it, or its repository. */
export type PullReading = PullFacts | 'deleted' | 'unreadable';

/** How many pull requests one request reads. */
const QUERY_SIZE = 100;

const PULL = v.pipe(
  v.object({
    state: v.picklist(['OPEN', 'MERGED', 'CLOSED']),
    isDraft: v.boolean(),
    createdAt: TIME,
    mergedAt: v.nullable(TIME),
    closedAt: v.nullable(TIME),
  }),
  v.transform(
    ({ state, isDraft, createdAt, mergedAt, closedAt }): PullFacts => ({
      state: state === 'OPEN' ? 'open' : state === 'MERGED' ? 'merged' : 'closed',
      isDraft,
      createdAt,
      endedAt: state === 'OPEN' ? null : (mergedAt ?? closedAt),
    }),
  ),
);
const PARTS = v.record(v.string(), v.nullable(v.object({ pullRequest: v.nullable(PULL) })));
const ERROR = v.object({
  type: v.nullish(v.string()),
  path: v.nullish(v.array(v.union([v.string(), NUMBER]))),
  message: v.nullish(v.string(), ''),
});
const ANSWER = v.object({ data: v.nullish(PARTS), errors: v.nullish(v.array(ERROR), []) });

/** Why a part of an answer may be missing. */
const EXPLAINED = ['NOT_FOUND', 'FORBIDDEN'];

/**
 * The state of pull requests of any repositories, in their order, at most {@link QUERY_SIZE} with one request. REST would need one request
 * for each.
 * @throws GitHubError if GitHub does not answer.
 */
export async function readPullFacts(github: GitHub, links: readonly PullLink[]): Promise<readonly PullReading[]> {
  const readings: PullReading[] = [];
  for (let at = 0; at < links.length; at += QUERY_SIZE)
    readings.push(...(await readPart(github, links.slice(at, at + QUERY_SIZE))));
  return readings;
}

async function readPart(github: GitHub, links: readonly PullLink[]): Promise<readonly PullReading[]> {
  const query = queryFor(links);
  const found = await github.read('the pull requests of earlier jobs', async (octokit) => {
    const { data, headers } = await octokit.request({ method: 'POST', url: github.graphqlUrl, query });
    return readingsIn(parseAnswer(ANSWER, data), links.length, headers);
  });
  return found ?? links.map(() => 'unreadable');
}

/** The characters of the names are GitHub's own, so that they need no escape in a query. */
function queryFor(links: readonly PullLink[]): string {
  const parts = links.map(
    ({ owner, repo, number }, at) =>
      `p${at}: repository(owner: "${owner}", name: "${repo}") { pullRequest(number: ${number}) { ...facts } }`,
  );
  return `query { ${parts.join(' ')} }`.replaceAll('...facts', 'state isDraft createdAt mergedAt closedAt');
}

/** @throws RequestFailure if a part is missing without a reason that stays: GraphQL's errors have the status 200. */
function readingsIn(
  { data, errors }: v.InferOutput<typeof ANSWER>,
  count: number,
  headers: Readonly<Record<string, unknown>>,
): readonly PullReading[] {
  return Array.from({ length: count }, (_, at) => {
    const part = data?.[`p${at}`];
    if (part?.pullRequest) return part.pullRequest;
    const error = errors.find(({ path }) => path?.[0] === `p${at}`);
    if (!error || !EXPLAINED.includes(error.type ?? ''))
      throw failureOfQuery(
        new Map(Object.entries(headers).map(([name, value]) => [name, String(value)])),
        (error ?? errors[0])?.message ?? '',
      );
    return part && error.type === 'NOT_FOUND' ? 'deleted' : 'unreadable';
  });
}

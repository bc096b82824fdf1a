import { asList, asObject, type JsonObject, readObject } from '../json.ts';
import { readAll } from '../routes/pages.ts';
import type { Answer, Get } from '../upstream.ts';
import { CONTENT_SECURITY_POLICY } from './page-frame.ts';
import { renderRepositoryPage } from './repository-page.ts';
import { renderRunPage } from './run-page.ts';
import { renderThreadPage } from './thread-page.ts';
import type { WorkflowRuns } from './workflow-runs.ts';

interface WebPages {
  /** The API, for an account that sees every repository. */
  readonly get: Get;
  readonly runs: Pick<WorkflowRuns, 'all' | 'find'>;
}

const REPO = '(?!(?:repos|repositories|orgs|users)/)(?<repo>[\\w.-]+/[\\w.-]+)';
const PAGE = new RegExp(`^/${REPO}/(?:issues|(?<kind>issues|pull|actions/runs)/(?<number>\\d+))$`);

/** Whether a path is that of a web page instead of the API: `/acme/docs/issues`, `/acme/docs/issues/1`, `/acme/docs/actions/runs/7`. */
export const isWebPage = (path: string): boolean => PAGE.test(path);

/** The pages of a repository, its threads and its workflow runs. @returns a function from a path to a page. */
export function createWebPages({ get, runs }: WebPages): (path: string) => Promise<Answer> {
  async function answer(path: string): Promise<Answer> {
    const { repo = '', kind, number } = PAGE.exec(path)?.groups ?? {};
    const api = `/repos/${repo}`;
    if (!kind) return repositoryPage(repo);
    if (kind === 'actions/runs') {
      const run = runs.find(Number(number));
      return run ? page(renderRunPage(run, repo)) : NOT_FOUND;
    }
    const pull = await get(`${api}/pulls/${number}`);
    // A comment's link may contain `issues` for a pull request; GitHub redirects it.
    if (pull.status === 200 && kind === 'issues') return redirect(`/${repo}/pull/${number}`);
    const thread = kind === 'pull' ? pull : await get(`${api}/issues/${number}`);
    if (thread.status !== 200) return NOT_FOUND;
    const comments = await readAll(`${api}/issues/${number}/comments`, get);
    const common = { repository: repo, thread: readObject(thread), comments };
    return page(renderThreadPage({ ...common, ...(await reviewsOf(api, kind, common.thread)) }));
  }

  async function repositoryPage(repository: string): Promise<Answer> {
    const api = `/repos/${repository}`;
    if ((await get(api)).status !== 200) return NOT_FOUND;
    const [issues, pulls] = await Promise.all(
      ['issues', 'pulls'].map((kind) => readAll(`${api}/${kind}?state=all`, get)),
    );
    const threads = new Map([...asList(issues), ...asList(pulls)].map((thread) => [thread.number, thread]));
    return page(renderRepositoryPage({ repository, threads: [...threads.values()], runs: runs.all() }));
  }

  async function reviewsOf(api: string, kind: string, thread: JsonObject) {
    if (kind !== 'pull') return { reviews: [], codeComments: [], files: [] };
    const { number, base, head } = thread;
    const of = `${api}/pulls/${number}`;
    const [reviews = [], codeComments = []] = await Promise.all(
      ['reviews', 'comments'].map((list) => readAll(`${of}/${list}`, get)),
    );
    const compared = await get(`${api}/compare/${asObject(base).sha}...${asObject(head).sha}`);
    const files = compared.status === 200 ? asList(readObject(compared).files) : [];
    return { reviews, codeComments, files };
  }

  return answer;
}

const NOT_FOUND: Answer = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };

const redirect = (location: string): Answer => ({ status: 302, headers: { location }, body: '' });

const page = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': CONTENT_SECURITY_POLICY },
  body,
});

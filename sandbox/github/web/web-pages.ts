import type { Answer } from '../../http/faulty-answers.ts';
import { showCodeComment, showComment, showIssue, showReview } from '../model/show.ts';
import { changesInPull, showFiles, showPull } from '../model/show-commits.ts';
import { findRepository, findThread, fullName, type Hub, type Repository, type Thread } from '../model/state.ts';
import { CONTENT_SECURITY_POLICY } from './page-frame.ts';
import { renderRepositoryPage } from './repository-page.ts';
import { renderRunPage } from './run-page.ts';
import { renderThreadPage } from './thread-page.ts';
import type { WorkflowRuns } from './workflow-runs.ts';

interface WebPages {
  readonly hub: Hub;
  readonly runs: Pick<WorkflowRuns, 'all' | 'find'>;
  /** The repository whose pages a browser gets at `/`: `acme/docs`. */
  readonly home: string;
  /** Another number after every change. */
  readonly version: () => number;
}

const PAGE = /^\/(?!repos\/|repositories\/)([\w.-]+\/[\w.-]+)\/(?:issues|(issues|pull|actions\/runs)\/(\d+))$/;

/**
 * The pages of a repository, its threads and its workflow runs: `/acme/docs/issues`, `/acme/docs/pull/1`, `/acme/docs/actions/runs/7`.
 * @returns a function from a path to its page, which is rendered only if something has changed since the browser read it (`etag`);
 * undefined for a path of the API.
 */
export function createWebPages({ hub, runs, home, version }: WebPages) {
  return (path: string, etag: string | undefined): Answer | undefined => {
    if (path === '/' || path === `/${home}`) return redirect(`/${home}/issues`);
    const [, name, kind, number] = PAGE.exec(path) ?? [];
    if (!name) return undefined;
    const current = `"${version()}"`;
    if (etag === current) return { status: 304, headers: { etag }, body: '' };
    const repository = findRepository(hub, name);
    const html = repository && htmlOf(repository, kind, Number(number));
    // A comment's link may contain `issues` for a pull request; GitHub redirects it.
    if (html === 'a pull request') return redirect(`/${name}/pull/${number}`);
    return html === undefined ? NOT_FOUND : { status: 200, headers: { ...HTML, etag: current }, body: html };
  };

  function htmlOf(repository: Repository, kind: string | undefined, number: number): string | undefined {
    const { threads } = repository;
    const name = fullName(repository);
    if (!kind) return renderRepositoryPage({ repository: name, threads: threads.map(shown), runs: runs.all() });
    if (kind === 'actions/runs') {
      const run = runs.find(number);
      return run && renderRunPage(run, name);
    }
    const thread = findThread(repository, number);
    if (!thread || (kind === 'pull' && !thread.pull)) return undefined;
    return kind === 'issues' && thread.pull ? 'a pull request' : threadPage(thread);
  }
}

const shown = (thread: Thread) => (thread.pull ? showPull(thread, thread.pull) : showIssue(thread));

function threadPage(thread: Thread): string {
  const { repository, pull } = thread;
  const reviews = pull?.reviews ?? [];
  const files = pull ? (changesInPull(thread, pull)?.files ?? []) : [];
  return renderThreadPage({
    repository: fullName(repository),
    thread: shown(thread),
    comments: repository.comments.filter((comment) => comment.thread === thread).map(showComment),
    reviews: reviews.map(showReview),
    codeComments: reviews.flatMap(({ comments }) => comments).map(showCodeComment),
    files: showFiles(repository, files),
  });
}

const NOT_FOUND: Answer = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };
const HTML = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': CONTENT_SECURITY_POLICY };

const redirect = (location: string): Answer => ({ status: 302, headers: { location }, body: '' });

import { createHash } from 'node:crypto';
import type { Answer } from '../../http/faults.ts';
import { findRepository, findThread, fullName, type Hub, type Repository } from '../model/state.ts';
import { CONTENT_SECURITY_POLICY } from './page-frame.ts';
import { renderRepositoryPage, renderRunPage, renderThreadPage, type WorkflowRuns } from './pages.ts';

const PAGE = /^\/(?!repos\/|repositories\/)([\w.-]+\/[\w.-]+)\/(?:issues|(issues|pull|actions\/runs)\/(\d+))$/;

/**
 * The pages of a repository, its threads and its workflow runs: `/acme/docs/issues`, `/acme/docs/pull/1`, `/acme/docs/actions/runs/7`.
 * @param home the repository whose pages a browser gets at `/`: `acme/docs`.
 * @returns a function from a path to its page; undefined for a path of the API. A browser that has the page (`etag`) gets 304.
 */
export function createWebPages(hub: Hub, runs: WorkflowRuns, home: string) {
  return (path: string, etag: string | undefined): Answer | undefined => {
    if (path === '/' || path === `/${home}`) return redirect(`/${home}/issues`);
    const [, name, kind, number] = PAGE.exec(path) ?? [];
    if (!name) return undefined;
    const repository = findRepository(hub, name);
    // A comment's link may contain `issues` for a pull request; GitHub redirects it.
    if (repository && kind === 'issues' && findThread(repository, Number(number))?.pull)
      return redirect(`/${name}/pull/${number}`);
    const html = repository && htmlOf(repository, kind, Number(number));
    if (html === undefined) return { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Not found' };
    const current = `"${createHash('sha1').update(html).digest('hex')}"`;
    if (etag === current) return { status: 304, headers: { etag }, body: '' };
    return { status: 200, headers: { ...HTML, etag: current }, body: html };
  };

  function htmlOf(repository: Repository, kind: string | undefined, number: number): string | undefined {
    if (!kind) return renderRepositoryPage(repository, runs);
    const run = runs.get(number);
    if (kind === 'actions/runs') return run && renderRunPage(number, run, fullName(repository));
    const thread = findThread(repository, number);
    return thread && (kind === 'issues' || thread.pull) ? renderThreadPage(thread) : undefined;
  }
}

const HTML = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': CONTENT_SECURITY_POLICY };

const redirect = (location: string): Answer => ({ status: 302, headers: { location }, body: '' });

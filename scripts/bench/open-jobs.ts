import type { IncomingMessage } from 'node:http';
import { sampleMarker } from '../../__tests__/support/sample-records.ts';
import { type Listening, listen } from '../../sandbox/http/listen.ts';
import { projectHash } from '../../src/thread/earlier-requests.ts';
import { deriveMarkerKey, writeMarker } from '../../src/thread/marker.ts';

const REPOSITORY = '1';
const API_KEY = 'bench_0123456789abcdef';
const PROJECT_ID = 'acme-docs';
const PER_PAGE = 100;

/** A stub of GitHub and of the service for sweeps: `count` status comments, each of an active job. */
export interface OpenJobs extends Listening {
  readonly inputs: Readonly<Record<string, string>>;
  /** The requests so far: for a job, for a page of the list of comments, and others. */
  readonly sent: { jobs: number; pages: number; others: number };
}

export async function createOpenJobs(count: number): Promise<OpenJobs> {
  const comments = Array.from({ length: count }, (_, at) => statusComment(count - at)); // the newest first
  const sent = { jobs: 0, pages: 0, others: 0 };

  function answer({ url = '/', method }: IncomingMessage): object | undefined {
    const address = new URL(url, server.url);
    const last = address.pathname.split('/').at(-1) ?? '';
    if (address.pathname.startsWith('/v2/')) {
      sent.jobs++;
      const job = { id: last, status: 'active', model: 'docs-agent-1', prLink: null, archivedAt: null };
      return { ...job, source: { repository: 'acme/docs', ref: 'main' }, createdAt: new Date() };
    }
    if (last !== 'comments' || method !== 'GET') {
      sent.others++;
      return undefined;
    }
    sent.pages++;
    const page = Number(address.searchParams.get('page') ?? '1');
    return comments.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  }

  const server = await listen((request, response) => {
    const object = answer(request);
    const headers = { 'content-type': 'application/json', 'x-ratelimit-remaining': '15000' };
    response.writeHead(object ? 200 : 404, headers).end(JSON.stringify(object ?? {}));
  });
  const inputs = { operation: 'sweep', 'base-url': server.url, 'project-id': PROJECT_ID, 'api-key': API_KEY };
  return { ...server, inputs, sent };
}

function statusComment(id: number) {
  const project = projectHash({ repositoryKey: REPOSITORY }, PROJECT_ID);
  const marker = sampleMarker({
    run: id,
    requestKey: `request-${id}`.padEnd(16, '0'),
    project,
    state: { state: 'open', job: `job_${id}` },
  });
  const text = writeMarker(marker, deriveMarkerKey(API_KEY), { repository: REPOSITORY, issue: id, comment: id });
  const now = new Date();
  return {
    ...{ id, created_at: now, updated_at: now, user: { login: 'github-actions[bot]' } },
    html_url: `https://github.com/acme/docs/issues/${id}#issuecomment-${id}`,
    issue_url: `https://api.github.com/repos/acme/docs/issues/${id}`,
    body: `**🚀 Job started** · this run does not wait for it\n\n<sub>Bench</sub>\n${text}`,
  };
}

import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { projectHash } from '../../src/thread/earlier-requests.ts';
import { deriveMarkerKey, hashOf, quoteHash, quoteIn, writeMarker } from '../../src/thread/marker.ts';
import { START } from '../../src/thread/request.ts';

const REPOSITORY = '1';
const API_KEY = 'bench_0123456789abcdef';
const PROJECT_ID = 'acme-docs';
const PER_PAGE = 100;
const QUOTE = '> Explain the new `--json` flag — alice';
const PROSE = `**🚀 Job started** · this run does not wait for it\n${QUOTE}\n\n<sub>Bench</sub>`;
const LINK = 'https://github.com/acme/docs/pull/412';

/** The requests received, by purpose. */
export interface Counts {
  /** Status requests to the service. */
  status: number;
  /** Requests to GitHub: pages of the comment list, other reads, edits and new comments. */
  pages: number;
  reads: number;
  writes: number;
}

/** A fast stub of GitHub and the service with any number of open jobs; supports only the requests of a sweep. */
export interface OpenJobs {
  readonly url: string;
  readonly counts: Counts;
  readonly inputs: Readonly<Record<string, string>>;
  close(): void;
}

/** Creates the stub, with one additional comment by a person. @param ended how many of the jobs have ended; the others are active. */
export async function createOpenJobs(count: number, ended: number): Promise<OpenJobs> {
  const words = { ...openComment(count + 1), user: { login: 'alice' }, body: 'Me too.' };
  const comments = [...Array.from({ length: count }, (_, index) => openComment(index + 1)), words];
  const counts: Counts = { status: 0, pages: 0, reads: 0, writes: 0 };

  async function answer(request: IncomingMessage): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bench.invalid');
    const last = pathname.split('/').at(-1) ?? '';
    if (pathname.startsWith('/v2/')) {
      counts.status++;
      return job(last, Number(last.slice('job_'.length)) <= ended);
    }
    if (last === 'comments' && request.method === 'GET') {
      counts.pages++;
      const from = (Number(searchParams.get('page') ?? '1') - 1) * PER_PAGE;
      return comments.toReversed().slice(from, from + PER_PAGE); // newest first
    }
    const comment = comments.find(({ id }) => String(id) === last);
    if (request.method === 'GET') counts.reads++;
    else {
      counts.writes++;
      const { body } = Object(JSON.parse(await text(request)));
      if (comment) Object.assign(comment, { body: String(body), updated_at: new Date().toISOString() });
    }
    return comment;
  }

  const server = createServer((request, response) => {
    const headers = {
      'content-type': 'application/json',
      'x-ratelimit-remaining': '15000',
      ...linkTo(request, comments.length),
    };
    answer(request).then(
      (object) => response.writeHead(object ? 200 : 404, headers).end(JSON.stringify(object ?? {})),
      () => response.destroy(),
    );
  });
  const url = await new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${portOf(server.address())}`));
  });
  return {
    url,
    counts,
    inputs: { operation: 'sweep', 'base-url': url, 'project-id': PROJECT_ID, 'api-key': API_KEY },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** The `link` header with the next page of the list, if there is one. */
function linkTo({ url = '/', method, headers: { host } }: IncomingMessage, count: number): { link?: string } {
  const next = new URL(url, `http://${host}`);
  const page = Number(next.searchParams.get('page') ?? '1');
  if (method !== 'GET' || !next.pathname.endsWith('/comments') || page * PER_PAGE >= count) return {};
  next.searchParams.set('page', String(page + 1));
  return { link: `<${next}>; rel="next"` };
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

function openComment(id: number) {
  const request = {
    nonce: hashOf(`nonce ${id}`),
    stepKey: hashOf('slot'),
    requestKey: hashOf(`wish ${id}`),
    key: hashOf(''),
    project: projectHash({ repositoryKey: REPOSITORY }, PROJECT_ID),
    run: id,
    attempt: 1,
    requester: null,
    retryVia: 'run' as const,
    trigger: 'dispatch' as const,
    ...START,
    cause: '',
    head: '',
    base: '',
  };
  const writing = {
    writer: hashOf(`writer ${id}`),
    quote: quoteHash(quoteIn(PROSE)),
    leaseSeconds: 0,
  };
  const marker = { ...request, ...writing, phase: { at: 'working' as const, job: `job_${id}` } };
  const place = { repository: REPOSITORY, issue: id, comment: id };
  const now = new Date().toISOString();
  return {
    id,
    created_at: now,
    updated_at: now,
    user: { login: 'github-actions[bot]' },
    html_url: `https://github.com/acme/docs/issues/${id}#issuecomment-${id}`,
    issue_url: `https://api.github.com/repos/acme/docs/issues/${id}`,
    body: `${PROSE}\n${writeMarker(marker, deriveMarkerKey(API_KEY), place)}`,
  };
}

function job(id: string, hasEnded: boolean) {
  return {
    id,
    status: hasEnded ? 'completed' : 'active',
    model: 'docs-agent-1',
    prLink: hasEnded ? LINK : null,
    source: { repository: 'acme/docs', ref: 'main' },
    createdAt: new Date().toISOString(),
    archivedAt: null,
  };
}

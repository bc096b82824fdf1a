import { describeApi } from '../../sandbox/service/openapi.ts';
import { OPERATIONS, type Operation } from '../../sandbox/service/operations.ts';
import { hasEnded, type Job, parseJob, statusWord } from '../../src/service/job.ts';
import { describe } from './description.ts';

export interface LiveService {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly projectId: string;
  readonly key: string;
}

interface LiveEffects {
  readonly log: (line: string) => void;
  readonly date: () => Date;
  readonly sleep: (ms: number) => Promise<unknown>;
}

/** Creates a job that has nothing to do, so that it costs as little as possible. */
const PROMPT = 'This is a check of the API. Change no file, open no pull request, and end at once.';
const FOLLOW_UP = 'Thank you. Again: change no file, open no pull request, and end at once.';
/** Milliseconds between two readings of the job. */
const PAUSE_MS = 10_000;
/** How often the job is read after each prompt: for half an hour. */
const MAX_READINGS = 180;
/** No key has this form. */
const WRONG_KEY = 'check_wrong-key';
const UNKNOWN_JOB = 'check-of-the-api-unknown-job';

/** One request to the service, as the record shows it. */
interface Row {
  readonly what: string;
  readonly operation: Operation;
  readonly status: number;
  readonly ms: number;
  /** What differs from the interface; names of fields and statuses only. */
  readonly differences: readonly string[];
}

/**
 * Sends each request of the interface to a service, at the price of one job and one follow-up, and
 * compares the answers with the sandbox's description and with what the action can read. Returns
 * the record, in Markdown, and whether nothing differs. The record holds no key, id or text.
 */
export async function checkLive(
  { baseUrl, projectId, key }: LiveService,
  { log, date, sleep }: LiveEffects,
): Promise<{ readonly record: string; readonly isEqual: boolean }> {
  const description = describe('the interface', describeApi(baseUrl));
  const project = encodeURIComponent(projectId);
  const jobs = `/v2/agent/${project}/job`;
  const analytics = `/v1/analytics/${project}/visitors`;
  const rows: Row[] = [];
  const statuses = new Set<string>();

  /** @param path below `base-url`. Returns the job of the answer, if it holds one. */
  async function send(
    what: string,
    operation: Operation,
    path: string,
    { prompt, key: usedKey = key }: { prompt?: string; key?: string } = {},
  ): Promise<Job | undefined> {
    const { method } = OPERATIONS[operation];
    const body = prompt === undefined ? '' : JSON.stringify({ prompt });
    const headers = {
      authorization: `Bearer ${usedKey}`,
      ...(body && { 'content-type': 'application/json' }),
    };
    const began = date().getTime();
    const response = await fetch(baseUrl + path, { method, headers, ...(body && { body }) });
    const answer = await response.text();
    const { status } = response;
    // A prefix of `base-url` is not part of the description.
    const exchange = { method, url: `http://service${path}`, body, status, answer };
    const compared = description.compare(exchange);
    const isJob = response.ok && operation !== 'visitors';
    const job = isJob ? jobIn(answer, date()) : undefined;
    rows.push({
      what,
      operation,
      status,
      ms: date().getTime() - began,
      differences: [
        ...(compared?.answer ?? []),
        ...(compared?.unnamed ?? []).map((name) => `not named: ${name}`),
        ...(isJob && !job ? ['the action cannot read the job'] : []),
      ],
    });
    log(`${what}: ${status}`);
    return job;
  }

  /** Reads the job until it has ended. */
  async function poll(what: string, path: string): Promise<void> {
    for (let reading = 0; reading < MAX_READINGS; reading++) {
      await sleep(PAUSE_MS);
      const job = await send(what, 'get', path);
      if (job) statuses.add(statusWord(job));
      if (job && hasEnded(job)) return;
    }
    log('The job is still active after half an hour.');
  }

  const pathTo = (id: string) => `${jobs}/${encodeURIComponent(id)}`;
  await send('A wrong key', 'get', pathTo(UNKNOWN_JOB), { key: WRONG_KEY });
  await send('An unknown job', 'get', pathTo(UNKNOWN_JOB));
  await send('A page of visitors', 'visitors', `${analytics}?limit=1`);
  const job = await send('A new job', 'create', jobs, { prompt: PROMPT });
  if (job) {
    const path = pathTo(job.id);
    await poll('The job', path);
    await send('A follow-up', 'follow-up', `${path}/message`, { prompt: FOLLOW_UP });
    await poll('The job after it', path);
  }
  const isEqual = job !== undefined && rows.every(({ differences }) => differences.length === 0);
  const { host } = new URL(baseUrl);
  return { record: recordOf(rows, statuses, { host, date: date(), isEqual }), isEqual };
}

function jobIn(answer: string, now: Date): Job | undefined {
  try {
    return parseJob(Buffer.from(answer), now);
  } catch {
    return undefined;
  }
}

/** Requests that are alike become one row. */
function recordOf(
  rows: readonly Row[],
  statuses: ReadonlySet<string>,
  { host, date, isEqual }: { host: string; date: Date; isEqual: boolean },
): string {
  const alike = Map.groupBy(rows, ({ what, status, differences }) =>
    JSON.stringify([what, status, differences]),
  );
  const lines = [...alike.values()].map((group) => {
    const longest = Math.max(...group.map(({ ms }) => ms));
    const [first] = group;
    const { path = '', method = '' } = first ? OPERATIONS[first.operation] : {};
    const differences = first?.differences.join('; ') || 'none';
    return `| ${first?.what} | \`${method} ${path}\` | ${group.length} | ${first?.status} | ${longest} ms | ${differences} |`;
  });
  const result = isEqual ? 'Nothing differs' : 'Some answers differ';
  return [
    '# Live check',
    '',
    `${result} from [the interface](service.md), by \`npm run contract -- --live\` on ${date.toISOString().slice(0, 10)} against \`${host}\`.`,
    '',
    '| Request | Operation | Sent | Status | Longest | Differences |',
    '|---|---|---:|---:|---:|---|',
    ...lines,
    '',
    `Statuses of the job: ${[...statuses].map((status) => `\`${status}\``).join(', ') || 'none'}.`,
    '',
  ].join('\n');
}

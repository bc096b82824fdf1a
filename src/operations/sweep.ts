import type { ActionContext } from '../action-context.ts';
import { needed } from '../github/client.ts';
import { MARKER_PREFIX } from '../github/comments.ts';
import type { Inputs } from '../inputs/inputs.ts';
import type { Outcome, Swept } from '../outcome.ts';
import { renderGivenUp } from '../render/comment.ts';
import { handleOf, statusFieldsOfRecord } from '../report/earlier-comments.ts';
import { mentionable, proseOf, showReport, type Told } from '../report/final-report.ts';
import { showOpened } from '../report/other-comments.ts';
import type { Reporter } from '../report/reporter.ts';
import { type Connections, connect } from '../request/connections.ts';
import { withPullEnd } from '../request/wait.ts';
import type { JobReading } from '../service/job.ts';
import { projectHash } from '../thread/earlier-requests.ts';
import { requestOf } from '../thread/request.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';
import { createJobReader, type Finding, findingOf, findingWithoutJob } from './sweep-check.ts';

/** A sweep stops when the token has fewer requests left in GitHub's hourly rate limit, which other workflows share. */
const MIN_REMAINING_REQUESTS = 200;
const NOT_ALL =
  'Not all comments within `window` could be read before the timeout. The next sweep starts with the newest again.';
/** Milliseconds between two writes (GitHub, "Best practices for using the REST API"). */
const WRITE_INTERVAL_MS = 1_000;
const DAY = 86_400_000;

/**
 * Finds the repository's open jobs by their markers, reads the status of each once, and reports changes in its status comment. Those that do
 * not fit into the timeout, or into GitHub's rate limit, are left for the next sweep. @throws GitHubError when the comments cannot be read.
 */
export async function sweep(inputs: Inputs, reporter: Reporter, context: ActionContext): Promise<Outcome> {
  const { runner, clock, signal } = context;
  const connections = connect(inputs, reporter, context);
  const { service, deadline } = connections;
  const statusComments = needed(connections.statusComments);
  const { github } = statusComments;
  const isOver = () => signal.aborted || clock.now() >= deadline || github.remaining() < MIN_REMAINING_REQUESTS;
  const from = (now: number) => now - inputs.days * DAY;
  const { records, ignored, end } = await statusComments.readRecent(from, isOver);
  if (end === 'enough') runner.warn(NOT_ALL);
  statusComments.warnAbout(ignored);
  const project = projectHash(runner.variables, inputs.projectId);
  const all = records.filter(({ marker }) => marker.project === project);
  const open = openOnes(all);
  runner.log(`Open requests: ${open.length}`);

  const jobs = createJobReader(service.readJob, deadline, context);
  const report = createSweepReport(inputs, statusComments, connections);
  const swept = new Map<StatusRecord, Swept['verdict']>(open.map((record) => [record, 'left']));

  async function check(record: StatusRecord, readings: Map<string, JobReading>, isLast: boolean): Promise<Finding> {
    const { sent, job } = record.facts;
    if (sent !== 'yes' || job === undefined) return findingWithoutJob(record);
    return findingOf(job, await jobs.read(job, readings), record, all, isLast);
  }

  /** Checks requests, and reports what was found. Returns those to check again, and after how many milliseconds. */
  async function checkEach(checked: Iterable<StatusRecord>, isLast: boolean): Promise<Map<StatusRecord, number>> {
    const readings = new Map<string, JobReading>();
    const again = new Map<StatusRecord, number>();
    for (const record of checked) {
      if (isOver()) break;
      const finding = await check(record, readings, isLast);
      if (finding.kind === 'recheck') again.set(record, finding.after);
      else swept.set(record, await report(record, finding));
    }
    return again;
  }

  const again = await checkEach(open, false);
  const pause = Math.max(0, ...again.values());
  if (clock.now() + pause < deadline) {
    await clock.sleep(pause, signal);
    await checkEach(again.keys(), true);
  }
  const problem = jobs.refusal();
  if (problem) return { verdict: 'error', problem, job: undefined };
  return {
    verdict: 'swept',
    swept: [...swept].map(([{ comment, facts }, verdict]) => ({
      jobId: facts.job ?? null,
      issueNumber: comment.issueNumber,
      commentUrl: comment.url,
      verdict,
    })),
  };
}

/** The open requests, the oldest first. Those without a job, which need no status request, come last. */
function openOnes(records: readonly StatusRecord[]): StatusRecord[] {
  const hasNoJob = ({ facts }: StatusRecord) => Number(facts.sent !== 'yes');
  const oldestFirst = (one: StatusRecord, other: StatusRecord) =>
    hasNoJob(one) - hasNoJob(other) || one.comment.id - other.comment.id;
  return records.filter(({ facts }) => facts.end === undefined && !facts.isOpening).sort(oldestFirst);
}

/** Reports what a sweep found in the status comment of a request. Returns the verdict for the summary of the sweep. */
function createSweepReport(inputs: Inputs, statusComments: StatusComments, connections: Connections) {
  const { github, effects } = statusComments;
  const { clock, signal, variables, redact } = effects;
  const { command } = inputs.trigger;
  let lastWrite = Number.NEGATIVE_INFINITY;

  async function paced<T>(write: () => Promise<T>): Promise<T> {
    await clock.sleep(Math.max(0, lastWrite + WRITE_INTERVAL_MS - clock.now()), signal);
    return write().finally(() => {
      lastWrite = clock.now();
    });
  }

  const pacedComments: StatusComments = {
    ...statusComments,
    effects: { ...effects, saveState: () => {} }, // a sweep that is killed is repeated by the next one
    comments(number) {
      const comments = statusComments.comments(number);
      return { ...comments, create: (body) => paced(() => comments.create(body)) };
    },
  };

  function toldOf(record: StatusRecord): Told {
    const { marker } = record;
    const retryHints = { kind: marker.retryVia, command, label: undefined };
    return {
      statusComments: pacedComments,
      comment: handleOf(record, statusComments),
      request: requestOf(marker),
      words: { ...statusFieldsOfRecord(record, variables.runsUrl), retryHints },
      loginOf: (requester) => mentionable(requester, { inputs, github }),
      mentionsTimeout: false,
    };
  }

  async function reportEnd(record: StatusRecord, outcome: Outcome): Promise<boolean> {
    const told = toldOf(record);
    const { body, issueNumber, url } = record.comment;
    const isReported = body.startsWith(`${proseOf(outcome, told)}\n${MARKER_PREFIX}`);
    if (isReported) return true;
    const openedFor = [{ link: `#${issueNumber}`, to: url }];
    const { statusComments, request } = told;
    const opened = { statusComments, request, openedFor, requester: '', command, reportThread: issueNumber };
    if (!(await showOpened(outcome, opened))) return false;
    return paced(() => showReport(outcome, told, told.comment.readUnlessFresh, undefined));
  }

  async function giveUp(record: StatusRecord, job: string): Promise<boolean> {
    const { comment, words, request } = toldOf(record);
    const prose = redact(renderGivenUp(words, job, words.retryHints));
    const phase = { at: 'over', why: 'lost', job } as const;
    return (await paced(() => comment.show({ prose, request: { ...request, phase } }))) === 'shown';
  }

  return async (record: StatusRecord, finding: Exclude<Finding, { kind: 'recheck' }>): Promise<Swept['verdict']> => {
    if (finding.kind === 'active' || finding.kind === 'left') return finding.kind;
    if (finding.kind === 'lost') return (await giveUp(record, finding.job)) ? 'given-up' : 'left';
    const isFollowUp = record.marker.before !== null;
    const outcome = await withPullEnd(finding.outcome, isFollowUp, connections);
    if (!(await reportEnd(record, outcome))) return 'left';
    connections.context.runner.log(`${record.comment.url}: ${outcome.verdict}`);
    return outcome.verdict;
  };
}

import type { ActionContext } from '../action-context.ts';
import type { GitHub } from '../github/client.ts';
import type { SweepInputs } from '../inputs/inputs.ts';
import type { Swept } from '../outcome.ts';
import { renderGivenUp } from '../render/comment.ts';
import { statusFieldsOfRecord } from '../report/earlier-comments.ts';
import { createMention, mentionable } from '../report/notify.ts';
import { createPullReport } from '../report/pull-report.ts';
import { createStatusReport } from '../report/status-report.ts';
import { pullEndsIn, withPullEnd } from '../request/submit-and-wait.ts';
import { requestOf } from '../thread/marker.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';
import type { JobFinding } from './sweep-check.ts';

/** Reports a finding in the status comment of its job. Returns the job's verdict for the summary of the sweep. */
export type ReportJob = (
  record: StatusRecord,
  finding: Exclude<JobFinding, { kind: 'recheck' }>,
) => Promise<Swept['verdict']>;

interface JobReporterEffects extends ActionContext {
  readonly inputs: SweepInputs;
  readonly github: GitHub;
  readonly statusComments: StatusComments;
  readonly warn: (line: string) => void;
  /** On the clock's `now`. */
  readonly deadline: number;
}

/** Milliseconds between two writes (GitHub, "Best practices for using the REST API"). */
const WRITE_INTERVAL_MS = 1_000;

/** Writes to GitHub at most once per second. */
type Paced = <T>(write: () => Promise<T>) => Promise<T>;

export function createJobReporter(effects: JobReporterEffects): ReportJob {
  const { clock, signal, runner } = effects;
  let lastWrite = Number.NEGATIVE_INFINITY;

  const paced: Paced = async (write) => {
    await clock.sleep(Math.max(0, lastWrite + WRITE_INTERVAL_MS - clock.now()), signal);
    try {
      return await write();
    } finally {
      lastWrite = clock.now();
    }
  };

  return async (record, finding) => {
    switch (finding.kind) {
      case 'active':
        return 'active';
      case 'unreadable':
        return 'left';
      case 'lost':
        return (await paced(() => giveUp(record, finding.jobId, effects))) ? 'given-up' : 'left';
      case 'ended': {
        const pullEndOf = pullEndsIn(effects.github, runner.context.serverUrl);
        const outcome = await withPullEnd(finding.outcome, record.marker.before !== null, pullEndOf);
        const report = statusReportOf(record, effects);
        const isReported = report.isReported(outcome, record.comment.body);
        if (!isReported && (await pullReportOf(record, { ...effects, paced }).ended(outcome)) === 'left') return 'left';
        if (!isReported && (await paced(() => report.ended(outcome, undefined))) !== 'reported') return 'left';
        runner.log(`${record.comment.url}: ${outcome.verdict}`);
        return outcome.verdict;
      }
    }
  };
}

function statusReportOf(
  record: StatusRecord,
  { inputs, github, statusComments, clock, signal, runner, warn, deadline }: JobReporterEffects,
) {
  const {
    marker,
    facts,
    comment: { issueNumber },
  } = record;
  const comments = statusComments.comments(issueNumber);
  const comment = statusComments.handle(comments);
  comment.adopt(record);
  return createStatusReport({
    comment,
    request: requestOf(marker),
    fields: statusFieldsOfRecord(record, runner.context.runsUrl),
    clock,
    signal,
    redact: runner.redact,
    save: () => {},
    deadline,
    timeout: inputs.timeout,
    runsUrl: runner.context.runsUrl,
    retryHints: { kind: marker.retryVia, command: inputs.trigger.command, label: undefined },
    mentionsAgain: facts.end !== undefined,
    mention: createMention({
      comment,
      write: comments.create,
      warn,
      clock,
      signal,
      loginOf: (requester) => mentionable(requester, { inputs, github }),
    }),
  });
}

/** The comment on the pull request that the job opened in this repository. */
function pullReportOf(
  { marker, comment: { issueNumber, url } }: StatusRecord,
  {
    inputs,
    github,
    statusComments,
    runner,
    deadline,
    paced,
    ...effects
  }: JobReporterEffects & { readonly paced: Paced },
) {
  return createPullReport({
    ...effects,
    ...runner,
    github,
    statusComments: {
      ...statusComments,
      comments(number) {
        const comments = statusComments.comments(number);
        return { ...comments, create: (body) => paced(() => comments.create(body)) };
      },
    },
    request: requestOf(marker),
    openedFor: () => [{ link: `#${issueNumber}`, to: url }],
    requester: '',
    command: inputs.trigger.command,
    reportThread: issueNumber,
    save: () => {},
    timeout: deadline,
  });
}

/** Reports that no run or sweep waits for the job any longer. Returns whether that was written. */
function giveUp(
  record: StatusRecord,
  job: string,
  { statusComments, runner, inputs }: JobReporterEffects,
): Promise<boolean> {
  const { marker, comment } = record;
  const handle = statusComments.handle(statusComments.comments(comment.issueNumber));
  handle.adopt(record);
  const retryHints = { kind: marker.retryVia, command: inputs.trigger.command, label: undefined };
  const text = renderGivenUp(statusFieldsOfRecord(record, runner.context.runsUrl), job, retryHints);
  const memory = { request: requestOf(marker), leaseSeconds: 0, mentioned: marker.mentioned } as const;
  return handle.write(runner.redact(text), { ...memory, state: { state: 'lost', job } });
}

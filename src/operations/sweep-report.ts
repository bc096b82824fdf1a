import type { SweepInputs } from '../inputs/inputs.ts';
import type { Swept } from '../outcome.ts';
import { statusFieldsOfRecord } from '../report/earlier-comments.ts';
import { mentionable } from '../report/notify.ts';
import { createPullReport } from '../report/pull-report.ts';
import { createStatusReport } from '../report/status-report.ts';
import { withPullEnd } from '../request/submit-and-wait.ts';
import { requestOf } from '../thread/request.ts';
import type { StatusRecord } from '../thread/status-records.ts';
import type { StatusComments } from '../thread/thread.ts';
import type { JobFinding } from './sweep-check.ts';

/** Reports a finding in the status comment of its job. Returns the job's verdict for the summary of the sweep. */
export type ReportJob = (
  record: StatusRecord,
  finding: Exclude<JobFinding, { kind: 'recheck' }>,
) => Promise<Swept['verdict']>;

interface JobReporterEffects {
  readonly inputs: SweepInputs;
  readonly statusComments: StatusComments;
  readonly log: (line: string) => void;
  /** On the clock's `now`. */
  readonly deadline: number;
}

/** Milliseconds between two writes (GitHub, "Best practices for using the REST API"). */
const WRITE_INTERVAL_MS = 1_000;

export function createJobReporter({ inputs, statusComments, log, deadline }: JobReporterEffects): ReportJob {
  const { github, effects } = statusComments;
  const { clock, signal, context } = effects;
  const { command } = inputs.trigger;
  const save = () => {}; // a sweep that is killed is repeated by the next one
  let lastWrite = Number.NEGATIVE_INFINITY;

  /** Writes to GitHub at most once per second. */
  async function paced<T>(write: () => Promise<T>): Promise<T> {
    await clock.sleep(Math.max(0, lastWrite + WRITE_INTERVAL_MS - clock.now()), signal);
    try {
      return await write();
    } finally {
      lastWrite = clock.now();
    }
  }

  const pacedComments: StatusComments = {
    ...statusComments,
    comments(number) {
      const comments = statusComments.comments(number);
      return { ...comments, create: (body) => paced(() => comments.create(body)) };
    },
  };

  function statusReportOf(record: StatusRecord) {
    const { marker } = record;
    const comment = statusComments.handle(statusComments.comments(record.comment.issueNumber));
    comment.adopt(record);
    return createStatusReport({
      statusComments,
      comment,
      request: requestOf(marker),
      words: {
        ...statusFieldsOfRecord(record, context.runsUrl),
        retryHints: { kind: marker.retryVia, command, label: undefined },
      },
      loginOf: (requester) => mentionable(requester, { inputs, github }),
      mentionsTimeout: false,
      save,
      deadline,
    });
  }

  /** The comment on the pull request that the job opened in this repository. */
  const pullReportOf = ({ marker, comment: { issueNumber, url } }: StatusRecord) =>
    createPullReport({
      statusComments: pacedComments,
      request: requestOf(marker),
      openedFor: () => [{ link: `#${issueNumber}`, to: url }],
      requester: '',
      command,
      reportThread: issueNumber,
      save,
      timeout: deadline,
    });

  return async (record, finding) => {
    switch (finding.kind) {
      case 'active':
        return 'active';
      case 'unreadable':
        return 'left';
      case 'lost':
        return (await paced(() => statusReportOf(record).givenUp(finding.jobId))) ? 'given-up' : 'left';
      case 'ended': {
        const isFollowUp = record.marker.before !== null;
        const outcome = await withPullEnd(finding.outcome, isFollowUp, github, context.serverUrl);
        const report = statusReportOf(record);
        const isReported = report.isReported(outcome, record.comment.body);
        if (!isReported && (await pullReportOf(record)(outcome)) === 'left') return 'left';
        if (!isReported && (await paced(() => report.ended(outcome, undefined))) !== 'reported') return 'left';
        log(`${record.comment.url}: ${outcome.verdict}`);
        return outcome.verdict;
      }
    }
  };
}

import type { Outcome } from '../../src/outcome.ts';
import type { StatusReport } from '../../src/report/status-report.ts';
import { type Claim, type ClaimEffects, claimRequest } from '../../src/request/claim.ts';
import type { JobReading } from '../../src/service/job-reading.ts';
import { createAbsenceJudge } from '../../src/service/job-reading.ts';
import type { AgentService } from '../../src/service/submit.ts';
import type { RequestIdentity } from '../../src/thread/earlier-requests.ts';
import type { FollowUpTarget } from '../../src/thread/job-to-continue.ts';
import type { MarkedRequest } from '../../src/thread/marker.ts';
import type { FakeClock } from './fake-clock.ts';
import { createMemoryThread, type MemoryThread } from './memory-thread.ts';
import { NOT_FOUND } from './sample-job.ts';
import { sampleRequest } from './sample-records.ts';

export interface ClaimScene {
  readonly requestKey?: Partial<RequestIdentity & MarkedRequest>;
  /** Login of the requester. */
  readonly login?: string;
  /** How it finds a job to continue. */
  readonly target?: FollowUpTarget;
  readonly timeout?: number;
  /** The service's readings of any job, one after the other; the last one repeats. */
  readonly service?: readonly JobReading[];
  /** How long each reading takes, in milliseconds. */
  readonly readTakes?: number;
  readonly cancel?: AbortController;
  /** Why nothing may be submitted. */
  readonly analyticsFailure?: Outcome | undefined;
  readonly pullStateOf?: ClaimEffects['pullStateOf'];
  readonly openerByLink?: ClaimEffects['openerByLink'];
  readonly readCause?: ClaimEffects['readCause'];
  /** The number of the pull request in which the request is made. */
  readonly pull?: number;
  /** Prepares the thread, and what other runs do in it later. */
  readonly before?: (thread: MemoryThread) => void;
}

export interface Claimed {
  readonly claimed: Claim;
  readonly thread: MemoryThread;
  readonly logs: readonly string[];
  readonly warnings: readonly string[];
  /** When jobs were read, on the clock. */
  readonly readAt: readonly number[];
  readonly report: StatusReport;
}

/** A run (88 by default) claims its request in a thread in memory. */
export async function claiming({
  requestKey,
  target,
  login,
  timeout = 600_000,
  service = [],
  readTakes = 0,
  cancel,
  analyticsFailure,
  before,
  pullStateOf = async () => undefined,
  openerByLink,
  readCause,
  pull,
}: ClaimScene): Promise<Claimed> {
  const thread = createMemoryThread();
  before?.(thread);
  const request = { ...sampleRequest({ run: 88 }), ...requestKey };
  const { signal } = cancel ?? new AbortController();
  const me = thread.process('me', { request, signal, deadline: timeout, ...(login === undefined ? {} : { login }) });
  const logs: string[] = [];
  const warnings: string[] = [];
  const readAt: number[] = [];
  const identity = { asksOnce: false, askedAt: undefined, event: ['comment', '7'], ...request };
  const claimed = await claimRequest(identity, target, {
    thread: me,
    mayComment: true,
    note: (line: string) => void warnings.push(line),
    timeout,
    signal,
    clock: thread.clock,
    deadline: timeout,
    service: reading(thread.clock, service, () => {
      readAt.push(thread.clock.now());
      thread.clock.pass(readTakes);
    }),
    analyticsFailure,
    onReading: async () => {},
    onWaiting: (what: string, until: Date) =>
      void logs.push(`Waiting for ${what}, until ${until.toISOString().slice(11, 16)}`),
    log: (line: string) => void logs.push(line),
    warn: (line: string) => void warnings.push(line),
    pullStateOf,
    openerByLink,
    readCause,
    pull,
  });
  return { claimed, thread, logs, warnings: [...warnings, ...me.warnings], readAt, report: me.report };
}

/** A service that only reads jobs. */
export function reading(
  clock: Pick<FakeClock, 'now'>,
  script: readonly JobReading[],
  takeTime: () => void = () => {},
): AgentService {
  const left = [...script];
  const judgeAbsence = createAbsenceJudge(clock);
  const unasked = () => Promise.reject(new Error('A claim sends no prompt.'));
  return {
    createJob: unasked,
    sendFollowUp: unasked,
    readJob: async (id) => {
      takeTime();
      return judgeAbsence(id, (left.length > 1 ? left.shift() : left[0]) ?? NOT_FOUND);
    },
  };
}

import { ServiceError } from '../../src/errors.ts';
import type { Asked } from '../../src/report/asked.ts';
import type { Outcome } from '../../src/report/outcome.ts';
import { describeRequest, type Request } from '../../src/report/request.ts';
import type { RequestTrigger } from '../../src/trigger/trigger.ts';
import { NOON } from './fake-clock.ts';
import { PULL_REQUEST, sampleJob } from './sample-job.ts';
import { LABELLED } from './sample-triggers.ts';

const RUN_URL = 'https://github.com/acme/app/actions/runs/77';

export const REQUEST: Request = requestOf(LABELLED);

/** What is told of a trigger that alice passed the gate with. */
export function requestOf(trigger: RequestTrigger, more: Partial<Parameters<typeof describeRequest>[0]> = {}): Request {
  const admission = { kind: 'passed', by: [{ login: trigger.askedBy.login, role: 'admin' }] } as const;
  const facts = { instruction: undefined, command: '/docs', admission, removed: {}, runUrl: RUN_URL };
  return describeRequest({ trigger, ...facts, ...more });
}

export const ASKED: Asked = {
  ...{ request: REQUEST, changes: undefined, needs: 'write', obstacle: undefined },
  prompt: { text: 'Make the change.', cutBytes: 0, removed: {}, patches: { shown: 0, leftOut: 0 }, isWithheld: false },
};

/** A time that comes so many milliseconds after noon. */
export const inTime = (wait: number): Date => new Date(NOON + wait);

const problem = new ServiceError(
  'The service answered 502: “Bad gateway”.',
  'The fault is at the service; try again later.',
);

/** One of each way in which a run can end. */
export const OUTCOMES = {
  'pull request': { verdict: 'pull-request', job: sampleJob('completed', PULL_REQUEST) },
  'pull request elsewhere': {
    verdict: 'pull-request',
    job: sampleJob('completed', 'https://git.example/acme/docs/-/merge_requests/9'),
  },
  'pull request without a usable link': {
    verdict: 'pull-request',
    job: { ...sampleJob('completed'), pullRequest: { kind: 'unusable' } },
  },
  'no changes': { verdict: 'no-changes', job: sampleJob('completed') },
  failed: { verdict: 'failed', job: sampleJob('failed') },
  archived: { verdict: 'archived', job: sampleJob('archived') },
  'timed out': { verdict: 'timed-out', job: sampleJob('active'), problem: undefined },
  'timed out in trouble': { verdict: 'timed-out', job: sampleJob({ unknown: 'paused' }), problem },
  'cancelled while watching': { verdict: 'cancelled', job: sampleJob('active') },
  'cancelled before': { verdict: 'cancelled', job: undefined },
  'quota exhausted until': { verdict: 'quota-exhausted', tryAgainAt: inTime(2_520_000) },
  'quota exhausted': { verdict: 'quota-exhausted', tryAgainAt: undefined },
  unconfirmed: { verdict: 'unconfirmed', problem },
  skipped: {
    verdict: 'skipped',
    reason: 'the label `bug` is no request; adding the label `docs` is (`trigger-label`)',
  },
  denied: {
    verdict: 'denied',
    reason: '`mallory` has the role `read` here; asking takes `write` (`minimum-permission`)',
  },
  'error with a job': { verdict: 'error', problem, job: sampleJob('active') },
  error: { verdict: 'error', problem, job: undefined },
} as const satisfies Record<string, Outcome>;

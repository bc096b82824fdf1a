import { ServiceError } from '../../src/errors.ts';
import type { OpenPull, Outcome } from '../../src/outcome.ts';
import { type StatusFields, statusFieldsOf } from '../../src/render/comment.ts';
import type { MessageContext, RetryHints } from '../../src/render/message-parts.ts';
import type { PreparedRequest, RequestSummary } from '../../src/render/request.ts';
import { type RunFacts, renderResults } from '../../src/render/results.ts';
import type { RequestTrigger } from '../../src/trigger/trigger.ts';
import { NOON } from './fake-clock.ts';
import { PULL_REQUEST } from './job-body.ts';
import { exportsOf } from './sample-exports.ts';
import { sampleJob } from './sample-job.ts';
import { LABELED } from './sample-triggers.ts';

export const RUN_URL = 'https://github.com/acme/app/actions/runs/77';
const THREAD_URL = 'https://github.com/acme/app/issues/31';
export const COMMENT_URL = `${THREAD_URL}#issuecomment-7`;

export const REQUEST: RequestSummary = requestOf(LABELED);
export const CARD: StatusFields = statusFieldsOf(REQUEST, RUN_URL);
export const RETRY_HINTS: RetryHints = { kind: 'label', command: '/docs', label: 'docs' };

/** The summary of a request whose event has a text. */
export function requestOf(
  { quote, requester }: RequestTrigger,
  more: Partial<RequestSummary> = {},
): RequestSummary {
  const { text: title, author: saidBy } = quote ?? {
    text: 'Bring the documentation up to date',
    author: '',
  };
  return { title, saidBy, requester: requester.login, removed: {}, partialRanking: '', ...more };
}

/** The context of an outcome of such a request with a status comment, after about six minutes. */
export const around = (more: Partial<MessageContext> = {}): MessageContext => ({
  retryHints: RETRY_HINTS,
  runUrl: RUN_URL,
  elapsed: 372_000,
  isRemembered: true,
  isFollowUp: false,
  wasSent: false,
  ...more,
});

/** The context of an outcome of a run that ended before it read its request. */
export const BEFORE_REQUEST: MessageContext = {
  retryHints: undefined,
  runUrl: undefined,
  elapsed: 0,
  isRemembered: false,
  isFollowUp: false,
  wasSent: false,
};

/** A request as prepared, by an account with all permissions. */
export const preparedFor = (
  trigger: RequestTrigger,
  more: Partial<RequestSummary> = {},
): PreparedRequest => ({
  kind: 'prepared',
  request: requestOf(trigger, more),
  trigger,
  authorization: { kind: 'passed', by: [{ login: trigger.requester.login, role: 'admin' }] },
  needs: 'write',
  title: 'Bring the documentation up to date',
  changes: undefined,
  files: [],
  topPages: undefined,
  analyticsFailure: undefined,
  prompt: {
    text: 'Make the change.',
    shown: 'Make the change.',
    cutBytes: 0,
    removed: {},
    patches: { shown: 0, leftOut: 0 },
    isWithheld: false,
  },
});

export const ASKED = preparedFor(LABELED);

/** What such a run writes on the runner at its end. */
export const resultsOf = (outcome: Outcome, context = around(), facts: Partial<RunFacts> = {}) =>
  renderResults(outcome, context, {
    request: REQUEST,
    traffic: { create: 1, 'follow-up': 0, status: 14, analytics: 0 },
    notes: [],
    commentUrl: COMMENT_URL,
    serverUrl: 'https://github.com',
    ...facts,
  });

/** The time `wait` milliseconds after noon. */
export const inTime = (wait: number): Date => new Date(NOON + wait);

const problem = new ServiceError(
  'The service answered 502: “Bad gateway”.',
  'The service has a problem. Re-run the workflow later.',
  { headline: 'Service error (502)' },
);

const swept = { issueNumber: 31, commentUrl: `${THREAD_URL}#issuecomment-7` };

const openFor = (days: number, isNamed = true): OpenPull => ({
  name: `acme/docs#${412 - days}`,
  url: `https://github.com/acme/docs/pull/${412 - days}`,
  ageMs: days * 86_400_000,
  isNamed,
});

/** One of each kind of outcome. */
export const OUTCOMES = {
  'pull request': {
    verdict: 'pull-request',
    job: sampleJob('completed', PULL_REQUEST),
    changes: {
      files: 4,
      added: 40,
      removed: 12,
      names: ['docs/cli.md', 'docs/json.md', 'docs/index.md'],
    },
  },
  'pull request elsewhere': {
    verdict: 'pull-request',
    job: sampleJob('completed', 'https://git.example/acme/docs/-/merge_requests/9'),
  },
  'pull request without a usable link': {
    verdict: 'pull-request',
    job: { ...sampleJob('completed'), pullRequest: { kind: 'unusable' } },
  },
  'no changes': { verdict: 'no-changes', job: sampleJob('completed') },
  failed: { verdict: 'failed', job: sampleJob('failed', PULL_REQUEST) },
  archived: { verdict: 'archived', job: sampleJob('archived') },
  'timed out': { verdict: 'timed-out', job: sampleJob('active'), problem: undefined, failures: 0 },
  'timed out in trouble': {
    verdict: 'timed-out',
    job: sampleJob({ unknown: 'paused' }, PULL_REQUEST),
    problem,
    failures: 3,
  },
  'started and not waited for': { verdict: 'started', job: sampleJob('active') },
  'not sent': { verdict: 'timed-out', why: 'unsent', waitsFor: { job: 'j_8fk2' } },
  'not sent behind a request without a job': {
    verdict: 'timed-out',
    why: 'unsent',
    waitsFor: 'an earlier request',
  },
  'not sent although nothing was ahead': {
    verdict: 'timed-out',
    why: 'unsent',
    waitsFor: undefined,
  },
  'follow-up without a sign of work': {
    verdict: 'pull-request',
    isProven: false,
    job: sampleJob('completed', 'https://github.com/acme/docs/pull/412'),
  },
  'already requested': {
    verdict: 'skipped',
    why: 'duplicate',
    duplicate: {
      run: 4711,
      until: inTime(2_520_000),
      jobId: 'j_8fk2',
      url: `${THREAD_URL}#issuecomment-7`,
    },
  },
  'cancelled while waiting': { verdict: 'cancelled', job: sampleJob('active', PULL_REQUEST) },
  'cancelled before': { verdict: 'cancelled', job: undefined },
  'quota exhausted until': {
    verdict: 'quota-exhausted',
    tryAgainAt: inTime(2_520_000),
    problem: new ServiceError('The service answered 429: “100 jobs per hour.”', 'Later.'),
  },
  'quota exhausted': { verdict: 'quota-exhausted', tryAgainAt: undefined },
  'quota of the analytics exhausted until': {
    verdict: 'quota-exhausted',
    tryAgainAt: inTime(2_520_000),
    of: 'analytics',
  },
  unconfirmed: { verdict: 'unconfirmed', problem },
  skipped: {
    verdict: 'skipped',
    reason: 'the label `bug` is not a request; setting the label `docs` is (`trigger-label`)',
  },
  denied: {
    verdict: 'denied',
    reason: '`mallory` does not have the permission `write` (`minimum-permission`)',
  },
  'limit of open pull requests reached': {
    verdict: 'limit-reached',
    reached: {
      limit: 'max-open-pulls',
      max: 5,
      open: [12, 9, 5, 3, 1].map((days) => openFor(days)),
      active: 0,
    },
  },
  'limit reached by pull requests of private repositories too': {
    verdict: 'limit-reached',
    reached: {
      limit: 'max-open-pulls',
      max: 3,
      open: [openFor(12, false), openFor(9), openFor(5, false)],
      active: 0,
    },
  },
  'limit reached by one of a private repository': {
    verdict: 'limit-reached',
    reached: { limit: 'max-open-pulls', max: 1, open: [openFor(12, false)], active: 0 },
  },
  'limit reached by one pull request and jobs': {
    verdict: 'limit-reached',
    reached: { limit: 'max-open-pulls', max: 3, open: [openFor(12)], active: 2 },
    missed: { by: 'next request' },
  },
  'limit reached by a job': {
    verdict: 'limit-reached',
    reached: { limit: 'max-open-pulls', max: 1, open: [], active: 1 },
    missed: { by: 'no request', compare: '1f0c2d9...8ab41e7' },
  },
  'limit exceeded since it was lowered': {
    verdict: 'limit-reached',
    reached: {
      limit: 'max-open-pulls',
      max: 2,
      open: [40, 12, 9, 5, 3, 1].map((days) => openFor(days)),
      active: 0,
    },
  },
  'limit of jobs per day reached': {
    verdict: 'limit-reached',
    reached: { limit: 'max-jobs-per-day', max: 20, jobs: 20, freeAt: inTime(2_520_000) },
  },
  'swept of nothing': { verdict: 'swept', swept: [] },
  swept: {
    verdict: 'swept',
    swept: [
      { ...swept, jobId: 'j_9', verdict: 'active' },
      { ...swept, jobId: null, verdict: 'left' },
      { ...swept, jobId: 'j_8fk2', verdict: 'pull-request' },
    ],
  },
  'swept in part': {
    verdict: 'swept',
    swept: [
      { ...swept, jobId: 'j_8fk2', verdict: 'timed-out' },
      { ...swept, jobId: 'j_9', verdict: 'left' },
    ],
  },
  'error with a job': { verdict: 'error', problem, job: sampleJob('active') },
  'error with a job that was never read': {
    verdict: 'error',
    problem,
    job: undefined,
    jobId: 'j_8fk2',
  },
  'error of an answer without a job': {
    verdict: 'error',
    problem,
    job: undefined,
    wasAccepted: true,
  },
  error: { verdict: 'error', problem, job: undefined },
  'error of a rejected key': {
    verdict: 'error',
    problem: new ServiceError(
      'The service answered 401.',
      'The key in `api-key` is wrong: store a new one.',
      {
        headline: 'API key rejected (401)',
        quote: '“Key expired”',
        asked: 'POST /v2/agent/p1/job',
      },
    ),
    job: undefined,
  },
  ...exportsOf(problem, inTime(2_520_000)),
} as const satisfies Record<string, Outcome>;

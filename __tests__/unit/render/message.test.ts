import { expect, test } from '@jest/globals';
import type { Outcome } from '../../../src/outcome.ts';
import { messageFor } from '../../../src/render/message.ts';
import { toPlain } from '../../../src/render/to-markdown.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { around, OUTCOMES } from '../../support/sample-outcomes.ts';

const TIMED_OUT = OUTCOMES['timed out'];
const OF_ANALYTICS = OUTCOMES['quota of the analytics exhausted until'];
const UNSURE = 'reported as completed, but not for long enough to be sure';
const EXPORT = { retryHints: undefined };

/** The texts of all verdicts are in docs/engineering/messages.md. */
test.each<[string, Outcome, Parameters<typeof around>[0], string]>([
  [
    'a job that completed at the timeout',
    { ...TIMED_OUT, job: sampleJob('completed') },
    {},
    UNSURE,
  ],
  [
    'a failed status request',
    { ...TIMED_OUT, failures: 1 },
    {},
    'unknown: the last status request failed',
  ],
  ['an error after the request was sent', OUTCOMES.error, { wasSent: true }, ''],
  [
    'a rejected follow-up',
    { ...OUTCOMES.error, wasAccepted: false },
    { wasSent: true, isFollowUp: true },
    'the job did not get the follow-up',
  ],
  ['an early cancel of an export', OUTCOMES['cancelled before'], EXPORT, ''],
  ['a quota of the analytics, of an export', OF_ANALYTICS, EXPORT, 'no page was read'],
])('the message for %s says what became of it', (_, outcome, more, detail) => {
  const said = toPlain(messageFor(outcome, around(more)).detail);
  expect(detail === '' ? said : said.slice(-detail.length)).toBe(detail);
});

import { expect, test } from '@jest/globals';
import type { Outcome, Verdict } from '../../../src/outcome.ts';
import {
  become,
  keepsText,
  newsOf,
  type Phase,
  type Request,
  requestAfter,
} from '../../../src/thread/request.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { PHASES, sampleRequest } from '../../support/sample-records.ts';

const { starting, waiting, unsent, unconfirmed, open } = PHASES;
const requestIn = (phase: Phase): Request => sampleRequest({ phase });
const phaseAfter = (outcome: Outcome, last: Phase): Phase =>
  requestAfter(requestIn(last), outcome).phase;
const endedAs = (
  verdict: 'pull-request' | 'no-changes' | 'failed' | 'archived',
  link = '',
): Phase => ({
  at: 'over',
  why: 'ended',
  job: 'j_8fk2',
  verdict,
  link,
});
const over = (why: 'unsent' | 'unconfirmed', verdict: Verdict): Phase => ({
  at: 'over',
  why,
  verdict,
});
const WORKING = open;
const SENT = [starting, unconfirmed, open];

test.each<[keyof typeof OUTCOMES, readonly Phase[], Phase]>([
  ['pull request', SENT, endedAs('pull-request', 'github.com/acme/docs#412')],
  ['pull request without a usable link', SENT, endedAs('pull-request')],
  ['no changes', SENT, endedAs('no-changes')],
  ['failed', SENT, endedAs('failed', 'github.com/acme/docs#412')],
  ['archived', SENT, endedAs('archived')],
  ['timed out', SENT, WORKING],
  ['not sent', SENT, over('unsent', 'timed-out')],
  ['started and not waited for', SENT, WORKING],
  ['cancelled while waiting', SENT, WORKING],
  ['error with a job', SENT, WORKING],
  ['error with a job that was never read', SENT, WORKING],
  ['unconfirmed', SENT, over('unconfirmed', 'unconfirmed')],
  ['cancelled before', [starting], over('unsent', 'cancelled')],
  ['cancelled before', [open], WORKING],
  ['quota exhausted', [unconfirmed], over('unsent', 'quota-exhausted')],
  ['error', [starting, waiting, unsent], over('unsent', 'error')],
  ['error', [unconfirmed], over('unconfirmed', 'error')],
  ['error', [open], WORKING],
])('a request after "%s", from %j, is %j', (name, before, phase) => {
  for (const last of before) expect(phaseAfter(OUTCOMES[name], last)).toEqual(phase);
});

test.each(Object.entries(OUTCOMES))(
  'the same outcome twice changes nothing more: %s',
  (_, outcome) => {
    const isOfNoRequest = ['skipped', 'denied', 'swept', 'exported'].includes(outcome.verdict);
    for (const state of Object.values(PHASES).filter(({ at }) => at !== 'opened')) {
      const once = requestAfter(requestIn(state), outcome);
      expect(requestAfter(once, outcome)).toEqual(once);
      if (isOfNoRequest) expect(once).toEqual(requestIn(state));
    }
  },
);

const SILENT: readonly Verdict[] = [
  'skipped',
  'denied',
  'swept',
  'exported',
  'started',
  'cancelled',
  'limit-reached',
];

test.each(Object.entries(OUTCOMES))('what a mention tells after "%s"', (name, outcome) => {
  const isOpen = outcome.verdict === 'timed-out' && !name.startsWith('not sent');
  const isSilent = SILENT.includes(outcome.verdict) || name.startsWith('error with a job');
  const news = isOpen ? 'timeout' : isSilent ? 'no' : 'end';
  expect(newsOf(outcome, requestAfter(requestIn(starting), outcome))).toBe(news);
});

test.each<[Phase, keyof typeof OUTCOMES, Phase, boolean]>([
  [open, 'unconfirmed', starting, true],
  [open, 'cancelled before', waiting, true],
  [open, 'pull request', open, false],
  [starting, 'unconfirmed', starting, false],
  [unsent, 'cancelled before', waiting, true],
  [unsent, 'unconfirmed', starting, false],
  [unconfirmed, 'cancelled before', starting, false],
  [endedAs('no-changes'), 'unconfirmed', starting, true],
])('where another process wrote %j, "%s" after %j leaves that: %p', (phase, name, last, stays) => {
  const theirs = { ...requestIn(phase), leaseSeconds: 0 };
  expect(keepsText(theirs, requestAfter(requestIn(last), OUTCOMES[name]))).toBe(stays);
});

test('no request follows the comment "Opened for"', () => {
  const opened = requestIn(PHASES.opened);
  expect(become(opened, PHASES.opened)).toEqual(opened);
  expect(() => become(opened, open)).toThrow('A request that is opened cannot be working.');
});

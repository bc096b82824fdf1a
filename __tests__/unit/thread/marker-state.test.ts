import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { type Outcome, outcomeOfSubmit, type Verdict } from '../../../src/outcome.ts';
import { identityOfLink } from '../../../src/text/pull-link.ts';
import type { MarkerState } from '../../../src/thread/marker.ts';
import { isFinal, keepsExistingText, markerStateAfter } from '../../../src/thread/marker-state.ts';
import { NOON } from '../../support/fake-clock.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { STATES, sampleMarker } from '../../support/sample-records.ts';

const { starting, waiting, unsent, unconfirmed, open } = STATES;
const problem = new ServiceError('The service refused.', 'Check the key.');
const ended = (verdict: 'pull-request' | 'no-changes' | 'failed' | 'archived', link = ''): MarkerState => ({
  state: 'ended',
  job: 'j_8fk2',
  verdict,
  link,
});

describe('the state in a status comment', () => {
  test.each<[keyof typeof OUTCOMES, MarkerState]>([
    ['pull request', ended('pull-request', identityOfLink('https://github.com/acme/docs/pull/412'))],
    ['pull request without a usable link', ended('pull-request')],
    ['no changes', ended('no-changes')],
    ['failed', ended('failed')],
    ['archived', ended('archived')],
    ['timed out', open],
    ['not sent', unsent],
    ['started and not waited for', open],
    ['cancelled while waiting', open],
    ['error with a job', open],
    ['unconfirmed', unconfirmed],
  ])('after "%s" does not depend on the state before', (name, state) => {
    for (const last of [starting, unconfirmed, open]) expect(markerStateAfter(OUTCOMES[name], last)).toEqual(state);
  });

  test.each<[keyof typeof OUTCOMES, MarkerState, MarkerState]>([
    ['cancelled before', starting, unsent],
    ['quota exhausted', unconfirmed, unsent],
    ['error', starting, unsent],
    ['error', waiting, unsent],
    ['error', unsent, unsent],
    ['error', unconfirmed, unconfirmed],
    ['error', open, open],
    ['cancelled before', open, open],
  ])('after "%s" and the state %j is %j', (name, last, state) => {
    expect(markerStateAfter(OUTCOMES[name], last)).toEqual(state);
  });

  test.each([starting, unsent, unconfirmed, open])('stays %j after a run that sent nothing', (last) => {
    expect(markerStateAfter(OUTCOMES.skipped, last)).toBe(last);
    expect(markerStateAfter(OUTCOMES.denied, last)).toBe(last);
    expect(markerStateAfter(OUTCOMES.swept, last)).toBe(last);
    expect(markerStateAfter(OUTCOMES.exported, last)).toBe(last);
  });

  test('is open for a job that was never read', () => {
    const outcome: Outcome = { verdict: 'error', problem, job: undefined, jobId: 'j_1' };
    expect(markerStateAfter(outcome, starting)).toEqual({ state: 'open', job: 'j_1' });
  });

  test('stays unconfirmed after an unknown error', () => {
    expect(markerStateAfter(OUTCOMES.error, unconfirmed)).toEqual(unconfirmed);
  });
});

describe('a submitted request', () => {
  const remembered = (spent: Parameters<typeof outcomeOfSubmit>[0]) =>
    markerStateAfter(outcomeOfSubmit(spent, new Date(NOON)), unconfirmed);

  test.each([
    ['whose connection never opened', { kind: 'unsent', error: problem, repeatable: true } as const],
    ['that was never written', { kind: 'unsent', error: problem, repeatable: false } as const],
    ['that the service rejected', { kind: 'rejected', error: problem } as const],
    ['whose quota was used up', { kind: 'quota-exhausted', retryIn: undefined } as const],
  ])('%s is unsent, so that a re-run may send it', (_, spent) => {
    expect(remembered(spent)).toEqual(unsent);
  });

  test.each([
    ['without a known result', { kind: 'unconfirmed', error: problem } as const],
    ['that was accepted without a usable job', { kind: 'unconfirmed', error: problem } as const],
  ])('%s is unconfirmed, so that a re-run does not send it', (_, spent) => {
    expect(remembered(spent)).toEqual(unconfirmed);
  });
});

describe('an outcome', () => {
  const goesOn = new Set<Verdict>(['timed-out', 'started', 'cancelled', 'skipped', 'denied', 'swept', 'exported']);
  const others = Object.entries(OUTCOMES).filter(([name]) => !name.startsWith('error with a job'));

  test.each(others)('is final unless the job keeps running or nothing was asked: %s', (_, outcome) => {
    expect(isFinal(outcome)).toBe(!goesOn.has(outcome.verdict) || 'unsent' in outcome);
  });

  test.each<[string, Outcome]>([
    ['was read before', OUTCOMES['error with a job']],
    ['was never read', OUTCOMES['error with a job that was never read']],
  ])('is not final for an error about a job that %s', (_, outcome) => {
    expect(isFinal(outcome)).toBe(false);
  });
});

describe('the text that another process wrote into a status comment', () => {
  const keeps = (state: MarkerState, leaseSeconds: number, outcome: Outcome) =>
    keepsExistingText(sampleMarker({ state, leaseSeconds }), outcome);
  const [end, interim] = [OUTCOMES['pull request'], OUTCOMES['timed out']];

  test.each([STATES.continued, STATES.ended, STATES.lost, STATES.opened])('stays if it is final: $state', (state) => {
    for (const outcome of [end, interim]) expect(keeps(state, 0, outcome)).toBe(true);
  });

  test.each([starting, waiting, open])('stays while its writer polls, unless the report is final: $state', (state) => {
    expect(keeps(state, 600, interim)).toBe(true);
    expect(keeps(state, 600, end)).toBe(false);
    expect(keeps(state, 0, interim)).toBe(false);
    expect(keeps(state, 0, end)).toBe(false);
  });

  test.each([unsent, unconfirmed])('is replaced if it names no job: $state', (state) => {
    for (const outcome of [end, interim]) expect(keeps(state, 600, outcome)).toBe(false);
  });
});

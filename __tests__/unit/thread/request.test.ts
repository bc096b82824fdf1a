import { describe, expect, test } from '@jest/globals';
import { ServiceError } from '../../../src/errors.ts';
import { type Outcome, outcomeOfSubmit } from '../../../src/outcome.ts';
import type { Phase, Request } from '../../../src/thread/request.ts';
import { isFinal, keepsText, after as requestAfter } from '../../../src/thread/request.ts';
import type { Verdict } from '../../../src/verdicts.ts';
import { NOON } from '../../support/fake-clock.ts';
import { phaseOf, type State } from '../../support/phases.ts';
import { sampleJob } from '../../support/sample-job.ts';
import { OUTCOMES } from '../../support/sample-outcomes.ts';
import { STATES, sampleMarker, sampleRequest } from '../../support/sample-records.ts';

const { starting, waiting, unsent, unconfirmed, open } = STATES;
const problem = new ServiceError('The service refused.', 'Check the key.');
const requestIn = (state: State): Request => sampleRequest({ phase: phaseOf(state) });
const phaseAfter = (outcome: Outcome, last: State): Phase => requestAfter(requestIn(last), outcome).phase;
const ended = (verdict: 'pull-request' | 'no-changes' | 'failed' | 'archived', number?: number): Phase => ({
  at: 'over',
  why: 'ended',
  job: 'j_8fk2',
  verdict,
  link: number === undefined ? '' : `github.com/acme/docs#${number}`,
});
const over = (why: 'unsent' | 'unconfirmed', verdict: Verdict): Phase => ({ at: 'over', why, verdict });
const WORKING: Phase = { at: 'working', job: 'j_8fk2' };

describe('a request', () => {
  test.each<[keyof typeof OUTCOMES, Phase]>([
    ['pull request', ended('pull-request', 412)],
    ['pull request without a usable link', ended('pull-request')],
    ['no changes', ended('no-changes')],
    ['failed', ended('failed')],
    ['archived', ended('archived')],
    ['timed out', WORKING],
    ['not sent', over('unsent', 'timed-out')],
    ['started and not waited for', WORKING],
    ['cancelled while waiting', WORKING],
    ['error with a job', WORKING],
    ['unconfirmed', over('unconfirmed', 'unconfirmed')],
  ])('after "%s" is %j, whatever it was before', (name, phase) => {
    for (const last of [starting, unconfirmed, open]) expect(phaseAfter(OUTCOMES[name], last)).toEqual(phase);
  });

  test.each<[keyof typeof OUTCOMES, State, Phase]>([
    ['cancelled before', starting, over('unsent', 'cancelled')],
    ['quota exhausted', unconfirmed, over('unsent', 'quota-exhausted')],
    ['error', starting, over('unsent', 'error')],
    ['error', waiting, over('unsent', 'error')],
    ['error', unsent, over('unsent', 'error')],
    ['error', unconfirmed, over('unconfirmed', 'error')],
    ['error', open, WORKING],
    ['cancelled before', open, WORKING],
  ])('after "%s" that was %j is %j', (name, last, phase) => {
    expect(phaseAfter(OUTCOMES[name], last)).toEqual(phase);
  });

  test.each([starting, unsent, unconfirmed, open])('stays %j after a run that sent nothing', (last) => {
    for (const outcome of [OUTCOMES.skipped, OUTCOMES.denied, OUTCOMES.swept, OUTCOMES.exported, OUTCOMES.reported])
      expect(requestAfter(requestIn(last), outcome)).toEqual(requestIn(last));
  });

  test('works for a job that was never read', () => {
    const outcome: Outcome = { verdict: 'error', problem, job: undefined, jobId: 'j_1' };
    expect(phaseAfter(outcome, starting)).toEqual({ at: 'working', job: 'j_1' });
  });

  test.each(Object.entries(OUTCOMES))('after the same outcome twice is the same: %s', (_, outcome) => {
    for (const state of Object.values(STATES)) {
      const once = requestAfter(requestIn(state), outcome);
      expect(requestAfter(once, outcome)).toEqual(once);
    }
  });

  test('keeps when its job was created and when its end was first read', () => {
    const job = { ...sampleJob(), createdAt: '2026-11-23T11:00:00Z' };
    const created = requestAfter(requestIn(starting), { verdict: 'cancelled', job });
    expect(created).toMatchObject({ jobCreatedAt: Date.parse('2026-11-23T11:00:00Z'), endedAt: null });
    const [first, later] = [new Date(NOON), new Date(NOON + 60_000)];
    const done = requestAfter(created, { verdict: 'no-changes', job: { ...job, readAt: first } });
    expect(done.endedAt).toBe(NOON);
    expect(requestAfter(done, { verdict: 'pull-request', job: { ...job, readAt: later } }).endedAt).toBe(NOON);
    const undated: Outcome = { verdict: 'cancelled', job: { ...job, createdAt: 'soon' } };
    expect(requestAfter(requestIn(starting), undated).jobCreatedAt).toBeNull();
  });
});

describe('a submitted request', () => {
  const whyOver = (spent: Parameters<typeof outcomeOfSubmit>[0]) =>
    phaseAfter(outcomeOfSubmit(spent, new Date(NOON)), unconfirmed);

  test.each([
    ['whose connection never opened', { kind: 'unsent', error: problem, repeatable: true } as const],
    ['that was never written', { kind: 'unsent', error: problem, repeatable: false } as const],
    ['that the service rejected', { kind: 'rejected', error: problem } as const],
    ['whose quota was used up', { kind: 'quota-exhausted', retryIn: undefined } as const],
  ])('%s is unsent, so that a re-run may send it', (_, spent) => {
    expect(whyOver(spent)).toMatchObject({ why: 'unsent' });
  });

  test.each([
    ['without a known result', { kind: 'unconfirmed', error: problem } as const],
    ['that was accepted without a usable job', { kind: 'unconfirmed', error: problem } as const],
  ])('%s is unconfirmed, so that a re-run does not send it', (_, spent) => {
    expect(whyOver(spent)).toMatchObject({ why: 'unconfirmed' });
  });
});

describe('an outcome', () => {
  const goesOn = new Set<Verdict>([
    'timed-out',
    'started',
    'cancelled',
    'skipped',
    'denied',
    'swept',
    'exported',
    'reported',
  ]);
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
  const keeps = (state: State, leaseSeconds: number, outcome: Outcome) =>
    keepsText(sampleMarker({ state, leaseSeconds }), outcome);
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

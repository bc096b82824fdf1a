import { expect, test } from '@jest/globals';
import { type Difference, differencesOf } from '../../scripts/transcripts/compare.ts';
import type { ProcessTranscript, SentRequest, Transcript } from '../../scripts/transcripts/transcript.ts';

const request = (at: number, line: string, body = ''): SentRequest => ({ at, line, body });
const FIRST = request(1_000, 'GET a');
const SECOND = request(2_000, 'POST b', 'done after 2 s');

function transcript(requests: readonly SentRequest[], texts: Partial<ProcessTranscript['texts']> = {}): Transcript {
  const empty = { 'exit code': '0', outputs: '', message: '', log: '', summary: '', state: '' };
  const run = { name: 'run 201', event: 'a label', ended: 9_000, requests, texts: { ...empty, ...texts } };
  return { processes: [run], story: [], exceptions: '' };
}

const aspectsOf = (found: readonly Difference[]) => found.map(({ aspect, count }) => `${aspect} ${count}`);
const both = transcript([FIRST, SECOND]);

test.each([
  ['the same requests', both, []],
  ['another body', transcript([FIRST, { ...SECOND, body: 'done after 3 s' }]), ['requests 1']],
  [
    'another order',
    transcript([
      { ...SECOND, at: 1_000 },
      { ...FIRST, at: 2_000 },
    ]),
    ['requests 1'],
  ],
  ['a pause of another length', transcript([FIRST, { ...SECOND, at: 2_001 }]), ['times 1']],
  [
    'a request fewer, and times that it moves',
    transcript([{ ...SECOND, at: 1_000, body: 'done after 1 s' }]),
    ['saved 1'],
  ],
  ['a request more', transcript([FIRST, FIRST, SECOND]), ['additional 1']],
  ['a request instead of another one', transcript([FIRST, request(2_000, 'GET c')]), ['requests 1']],
  ['another line in the log', transcript([FIRST, SECOND], { log: 'info: done' }), ['log 1']],
  ['another saved state', transcript([FIRST, SECOND], { state: 'job: 1' }), ['state 1']],
  ['no such run', { ...both, processes: [] }, ['runs 1']],
])('two versions are compared: %s', (_, now, aspects) => {
  expect(aspectsOf(differencesOf(both, now))).toEqual(aspects);
});

test('a saved request excuses no other word', () => {
  const now = transcript([{ ...SECOND, at: 1_000, body: 'ended after 1 s' }]);
  expect(aspectsOf(differencesOf(both, now))).toEqual(['requests 1']);
});

test('the first difference comes first', () => {
  const now = transcript([FIRST, { ...SECOND, body: 'failed' }], { log: 'error: failed' });
  expect(aspectsOf(differencesOf(both, now))).toEqual(['requests 1', 'log 1']);
});

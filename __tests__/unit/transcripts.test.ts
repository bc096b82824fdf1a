import { expect, test } from '@jest/globals';
import { differencesOf } from '../../scripts/transcripts/compare.ts';
import type { ProcessTranscript, Transcript } from '../../scripts/transcripts/transcript.ts';

const REQUESTS = ['1.000 s  GET a\n', '2.000 s  POST b\nbody: done'];

function transcript(requests: readonly string[], texts: Partial<ProcessTranscript['texts']> = {}): Transcript {
  const empty = { 'exit code': '0', outputs: '', message: '', log: '', summary: '', state: '' };
  const all = { ...empty, requests: requests.join('\n'), ...texts };
  return { processes: [{ name: 'run 201', event: 'a label', ended: 9_000, texts: all }], story: [], exceptions: '' };
}

const old = transcript(REQUESTS);
const [first = ''] = REQUESTS;

test.each<[string, Transcript, string[]]>([
  ['the same requests', transcript(REQUESTS), []],
  ['another body', transcript([first, '2.000 s  POST b\nbody: failed']), ['requests at 2000']],
  ['another time', transcript(['1.001 s  GET a\n', ...REQUESTS.slice(1)]), ['requests at 1000']],
  ['a request fewer', transcript([first]), ['requests at 2000']],
  ['another line in the log', transcript(REQUESTS, { log: 'info: done' }), ['log at 9000']],
  ['no such run', { ...old, processes: [] }, ['runs at Infinity']],
  ['two differences', transcript([first], { log: 'info: done' }), ['requests at 2000', 'log at 9000']],
])('two versions are compared: %s', (_, now, aspects) => {
  expect(differencesOf(old, now).map(({ aspect, at }) => `${aspect} at ${at}`)).toEqual(aspects);
});

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
  ['another body', transcript([first, '2.000 s  POST b\nbody: failed']), ['requests']],
  ['another time', transcript(['1.001 s  GET a\n', ...REQUESTS.slice(1)]), ['requests']],
  ['a request fewer', transcript([first]), ['requests']],
  ['another line in the log', transcript(REQUESTS, { log: 'info: done' }), ['log']],
  ['no such run', { ...old, processes: [] }, ['runs']],
  ['two differences', transcript([first], { log: 'info: done' }), ['requests', 'log']],
])('two versions are compared: %s', (_, now, aspects) => {
  expect(differencesOf(old, now).map(({ aspect }) => aspect)).toEqual(aspects);
});

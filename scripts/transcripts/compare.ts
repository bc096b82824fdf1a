import type { ProcessTranscript, SentRequest, Transcript } from './transcript.ts';

/** What differs. `saved`: requests that only the old version sends; `additional`: those that only the new one sends. */
export type Aspect = 'runs' | 'requests' | 'times' | 'saved' | 'additional' | keyof ProcessTranscript['texts'];

export interface Difference {
  readonly aspect: Aspect;
  /** Milliseconds since the history began. */
  readonly at: number;
  /** How many requests are saved or additional; else 1. */
  readonly count: number;
  /** The process that differs, and the event that started its run. */
  readonly where: string;
  /** The last requests before, which are the same. */
  readonly before: readonly string[];
  readonly old: string;
  readonly new: string;
}

/** The text of what happened at a time, as it is compared. */
type Read = (text: string, at: number) => string;

/** The differences of two versions in one history, by time. */
export function differencesOf(old: Transcript, now: Transcript): Difference[] {
  const found = new Map(now.processes.map((process) => [process.name, process]));
  const pairs = old.processes.flatMap((one) => {
    const other = found.get(one.name);
    return other ? [[one, other] as const] : [];
  });
  const movedAt = Math.min(...pairs.map(([one, other]) => timeOfSaved(one.requests, other.requests)));
  const read: Read = (text, at) => (at < movedAt ? text : withoutTimes(text));
  const runsOf = ({ processes, exceptions }: Transcript) => [...processes.map(({ name }) => name).sort(), exceptions];
  const runs = textDifference('runs', Number.POSITIVE_INFINITY, runsOf(old).join('\n'), runsOf(now).join('\n'));
  const differences = pairs.flatMap(([one, other]) => [
    ...inRequests(one, other, read, movedAt),
    ...inTexts(one, other, read),
  ]);
  return [...differences, ...runs].sort((one, other) => one.at - other.at);
}

/** When one version sends a request that the other one saves, which moves all that follows; infinite if both send as many. */
function timeOfSaved(olds: readonly SentRequest[], news: readonly SentRequest[]): number {
  if (olds.length === news.length) return Number.POSITIVE_INFINITY;
  const [more, fewer] = olds.length > news.length ? [olds, news] : [news, olds];
  return more.find(({ line }, index) => line !== fewer[index]?.line)?.at ?? Number.POSITIVE_INFINITY;
}

function textDifference(aspect: Aspect, at: number, old: string, now: string, where = ''): Difference[] {
  return old === now ? [] : [{ aspect, at, count: 1, where, before: [], old, new: now }];
}

function inTexts(one: ProcessTranscript, other: ProcessTranscript, read: Read): Difference[] {
  const aspects = ['exit code', 'outputs', 'message', 'log', 'summary', 'state'] as const;
  return aspects.flatMap((aspect) => {
    const [old, now] = [read(one.texts[aspect], one.ended), read(other.texts[aspect], one.ended)];
    return textDifference(aspect, one.ended, old, now, `${one.name}, ${one.event}`);
  });
}

function inRequests(one: ProcessTranscript, other: ProcessTranscript, read: Read, movedAt: number): Difference[] {
  const textsOf = ({ requests }: ProcessTranscript) =>
    requests.map(({ at, line, body }) => read(`${line}\n${body}`, at));
  const [olds, news] = [textsOf(one), textsOf(other)];
  const difference = (aspect: Aspect, index: number, count = 1): Difference[] => {
    const [before, after] = [one.requests[index], other.requests[index]];
    return [
      {
        aspect,
        count,
        at: Math.min(before?.at ?? Number.POSITIVE_INFINITY, after?.at ?? Number.POSITIVE_INFINITY),
        where: `${one.name}, ${one.event}, request ${index + 1}`,
        before: one.requests.slice(Math.max(0, index - 3), index).map(({ at, line }) => withTime(line, at)),
        old: withTime(olds[index], before?.at),
        new: withTime(news[index], after?.at),
      },
    ];
  };
  const isOther = (text: string, index: number) => text !== news[index];
  const first = olds.findIndex(isOther) < 0 ? olds.length : olds.findIndex(isOther);
  const late = one.requests.findIndex(
    ({ at }, index) => at < movedAt && Math.abs(at - (other.requests[index]?.at ?? Number.NaN)) > 0.01,
  );
  if (late >= 0 && late < first) return difference('times', late);
  if (first === olds.length && first === news.length) return [];
  if (isPartOf(news, olds)) return difference('saved', first, olds.length - news.length);
  if (isPartOf(olds, news)) return difference('additional', first, news.length - olds.length);
  return difference('requests', first);
}

const withTime = (text: string | undefined, at: number | undefined): string =>
  text === undefined || at === undefined ? 'no further request' : `${(at / 1000).toFixed(3)} s  ${text}`;

/** Whether a list is another one with some elements left out. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let found = 0;
  for (const text of whole) if (text === part[found]) found++;
  return found === part.length;
}

/** A text without durations, times of day, and the number of requests, which a saved request changes. */
const withoutTimes = (text: string): string =>
  text
    .replace(/\b\d{4}-\d\d-\d\dT[\d:.%A]+Z?|\b\d\d:\d\d(:\d\d)?\b|\b\d+(\.\d+)? (ms|s|min|h|d)\b/g, '(time)')
    .replace(/"lease":[1-9]\d*/g, '"lease":(time)')
    .replace(/^\| API requests .*/m, '');

/** The lines in which two texts differ, and two before them. */
export function formatVersions({ old, new: now }: Difference): string {
  const [olds, news] = [old.split('\n'), now.split('\n')];
  const isOther = (line: string, index: number) => line !== news[index];
  const first = olds.findIndex(isOther) < 0 ? olds.length : olds.findIndex(isOther);
  const common = Math.min(olds.length, news.length) - first;
  let end = 0;
  while (end < common && olds.at(-1 - end) === news.at(-1 - end)) end++;
  const from = Math.max(0, first - 2);
  const show = (lines: readonly string[], others: readonly string[]) =>
    lines
      .slice(from, Math.max(first + 1, lines.length - end))
      .map((line, index) => shortened(line, others[from + index]));
  const shown = [
    ...show(olds, news).map((line) => `old │ ${line}`),
    '',
    ...show(news, olds).map((line) => `new │ ${line}`),
  ];
  return shown.slice(0, 40).join('\n');
}

/** A long line, from shortly before the place where another one differs. */
function shortened(line: string, other = ''): string {
  const same = [...line].findIndex((character, at) => character !== other[at]);
  const from = Math.max(0, Math.min(same, line.length - 200) - 60);
  return line.length <= 300 ? line : `${from > 0 ? '…' : ''}${line.slice(from, from + 300)}…`;
}

import type { ProcessTranscript, SentRequest, Transcript } from './transcript.ts';

/** What differs. `saved`: requests that only the old version sends; `additional`: those that only the new one sends. */
export type Aspect =
  | 'processes'
  | 'exceptions'
  | 'requests'
  | 'times'
  | 'saved'
  | 'additional'
  | keyof ProcessTranscript['texts'];

export interface Difference {
  readonly aspect: Aspect;
  /** Milliseconds since the history began. */
  readonly at: number;
  /** How many requests are saved or additional; else 1. */
  readonly count: number;
  /** The process that differs, and the event that started its run. */
  readonly where: string;
  /** The last requests that are the same. */
  readonly before: readonly string[];
  readonly old: string;
  readonly new: string;
}

/** The differences of two versions in one history, by time. */
export function differencesOf(old: Transcript, now: Transcript): Difference[] {
  const found = new Map(now.processes.map((process) => [process.name, process]));
  const pairs = old.processes.flatMap((process) => {
    const other = found.get(process.name);
    return other ? [[process, other] as const] : [];
  });
  // A saved request moves everything that follows in time.
  const isMoved = pairs.some(([one, other]) => one.requests.length !== other.requests.length);
  const read = isMoved ? withoutTimes : (text: string) => text;
  const all = pairs.flatMap(([one, other]) => [...inRequests(one, other, read, isMoved), ...inTexts(one, other, read)]);
  const namesOf = ({ processes }: Transcript) => processes.map(({ name }) => name);
  return [
    ...all,
    ...different('processes', Infinity, namesOf(old).sort().join('\n'), namesOf(now).sort().join('\n')),
    ...different('exceptions', Infinity, old.exceptions, now.exceptions),
  ].sort((one, other) => one.at - other.at);
}

function different(aspect: Aspect, at: number, old: string, now: string, where = ''): Difference[] {
  return old === now ? [] : [{ aspect, at, count: 1, where, before: [], old, new: now }];
}

function inTexts(one: ProcessTranscript, other: ProcessTranscript, read: (text: string) => string): Difference[] {
  const aspects = ['exit code', 'outputs', 'log', 'summary', 'state'] as const;
  return aspects.flatMap((aspect) =>
    different(aspect, one.ended, read(one.texts[aspect]), read(other.texts[aspect]), whereOf(one)),
  );
}

const whereOf = ({ name, event }: ProcessTranscript): string => `${name}, ${event}`;

function inRequests(
  one: ProcessTranscript,
  other: ProcessTranscript,
  read: (text: string) => string,
  isMoved: boolean,
): Difference[] {
  const [olds, news] = [one, other].map(({ requests }) => requests.map(({ line, body }) => `${line}\n${read(body)}`));
  if (!olds || !news) return [];
  const at = olds.findIndex((text, index) => text !== news[index]);
  const first = at < 0 ? olds.length : at;
  const difference = (aspect: Aspect, index: number, count = 1): Difference => ({
    aspect,
    count,
    at: Math.min(one.requests[index]?.at ?? Infinity, other.requests[index]?.at ?? Infinity),
    where: `${whereOf(one)}, request ${index + 1}`,
    before: one.requests.slice(Math.max(0, index - 3), index).map(formatRequest),
    old: withTime(olds[index], one.requests[index]),
    new: withTime(news[index], other.requests[index]),
  });
  if (first === olds.length && first === news.length) {
    const late = isMoved ? -1 : one.requests.findIndex((request, index) => request.at !== other.requests[index]?.at);
    return late < 0 ? [] : [difference('times', late)];
  }
  if (isPartOf(news, olds)) return [difference('saved', first, olds.length - news.length)];
  if (isPartOf(olds, news)) return [difference('additional', first, news.length - olds.length)];
  return [difference('requests', first)];
}

const formatRequest = ({ at, line }: SentRequest): string => `${(at / 1000).toFixed(3)} s  ${line}`;
const withTime = (text: string | undefined, request: SentRequest | undefined): string =>
  text === undefined || !request ? 'no further request' : `${(request.at / 1000).toFixed(3)} s  ${text}`;

/** Whether a list is another one with some elements left out. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let found = 0;
  for (const text of whole) if (text === part[found]) found++;
  return found === part.length;
}

/** A text without durations and times of day, which a saved request changes. */
const withoutTimes = (text: string): string =>
  text
    .replace(/\b\d\d\d\d-\d\d-\d\dT[\d:.]+Z?|\b\d\d:\d\d(:\d\d)?\b/g, '(time)')
    .replace(/"leaseSeconds":[1-9]\d*/g, '"leaseSeconds":(time)')
    .replace(/\b\d+(\.\d+)? (ms|s|min|h|d)\b/g, '(time)');

/** The lines in which two texts differ, with two lines before, one below the other. */
export function formatVersions({ old, new: now }: Difference, label = { old: 'old │ ', new: 'new │ ' }): string {
  const [olds, news] = [old.split('\n'), now.split('\n')];
  const start = olds.findIndex((line, index) => line !== news[index]);
  const first = start < 0 ? olds.length : start;
  let end = 0;
  while (end < Math.min(olds.length, news.length) - first && olds.at(-1 - end) === news.at(-1 - end)) end++;
  const from = Math.max(0, first - 2);
  const show = (lines: readonly string[], others: readonly string[], prefix: string) =>
    lines
      .slice(from, Math.max(first + 1, lines.length - end))
      .slice(0, 20)
      .map((line, index) => prefix + shortened(line, others[from + index]));
  return [...show(olds, news, label.old), '', ...show(news, olds, label.new)].join('\n');
}

/** A long line, from shortly before the place where another one differs. */
function shortened(line: string, other = ''): string {
  if (line.length <= 300) return line;
  let at = 0;
  while (at < line.length && line[at] === other[at]) at++;
  const from = Math.max(0, Math.min(at, line.length - 200) - 60);
  return `${from > 0 ? '…' : ''}${line.slice(from, from + 300)}…`;
}

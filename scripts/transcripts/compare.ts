import { ASPECTS, type Aspect, type Transcript } from './transcript.ts';

export interface Difference {
  readonly aspect: Aspect | 'runs';
  /** Milliseconds since the history began. */
  readonly at: number;
  /** The process that differs, and the event that started its run. */
  readonly where: string;
  readonly old: string;
  readonly new: string;
}

/** The differences of two versions in one history, by time. */
export function differencesOf(old: Transcript, now: Transcript): Difference[] {
  const found = new Map(now.processes.map((process) => [process.name, process]));
  const runsOf = ({ processes, exceptions }: Transcript) =>
    [...processes.map(({ name }) => name).sort(), exceptions].join('\n');
  const runs: Difference = {
    aspect: 'runs',
    at: Number.POSITIVE_INFINITY,
    where: '',
    old: runsOf(old),
    new: runsOf(now),
  };
  const ofProcesses = old.processes.flatMap(({ name, event, ended, texts }) => {
    const other = found.get(name)?.texts ?? texts;
    return ASPECTS.map((aspect): Difference => {
      const versions = { old: texts[aspect], new: other[aspect] };
      const at = aspect === 'requests' ? timeOfFirst(versions) : ended;
      return { aspect, at, where: `${name}, ${event}`, ...versions };
    });
  });
  return [...ofProcesses, runs].filter((each) => each.old !== each.new).sort((one, other) => one.at - other.at);
}

/** When the first request was sent that differs: its first line begins with the time. */
function timeOfFirst(versions: Pick<Difference, 'old' | 'new'>): number {
  const lines = versions.old.split('\n').slice(0, firstOther(versions.old.split('\n'), versions.new.split('\n')) + 1);
  return Number.parseFloat(lines.findLast((line) => /^\d+\.\d{3} s {2}/.test(line)) ?? '0') * 1000;
}

/** The number of the first line that another text does not have there. */
function firstOther(lines: readonly string[], others: readonly string[]): number {
  const found = lines.findIndex((line, index) => line !== others[index]);
  return found < 0 ? lines.length : found;
}

/** The lines in which two texts differ, and some before them. */
export function formatVersions({ old, new: now }: Difference): string {
  const [olds, news] = [old.split('\n'), now.split('\n')];
  const first = firstOther(olds, news);
  const common = Math.min(olds.length, news.length) - first;
  let end = 0;
  while (end < common && olds.at(-1 - end) === news.at(-1 - end)) end++;
  const from = Math.max(0, first - 4);
  const show = (name: string, lines: readonly string[], others: readonly string[]) =>
    lines
      .slice(from, Math.max(first + 1, lines.length - end))
      .slice(0, 20)
      .map((line, index) => `${name} │ ${shortened(line, others[from + index])}`);
  return [...show('old', olds, news), '', ...show('new', news, olds)].join('\n');
}

/** A long line, from shortly before the place where another one differs. */
function shortened(line: string, other = ''): string {
  const same = [...line].findIndex((character, at) => character !== other[at]);
  const from = Math.max(0, Math.min(same, line.length - 200) - 60);
  return line.length <= 300 ? line : `${from > 0 ? '…' : ''}${line.slice(from, from + 300)}…`;
}

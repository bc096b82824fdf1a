import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ASPECTS, type Aspect, type Transcript } from './transcript.ts';

export interface Difference {
  readonly aspect: Aspect | 'runs';
  /** When the process ended, in milliseconds since the history began. */
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
  const runs: Difference = { aspect: 'runs', at: Infinity, where: '', old: runsOf(old), new: runsOf(now) };
  const ofProcesses = old.processes.flatMap(({ name, event, ended, texts }) => {
    const other = found.get(name)?.texts ?? texts;
    return ASPECTS.map((aspect): Difference => {
      return { aspect, at: ended, where: `${name}, ${event}`, old: texts[aspect], new: other[aspect] };
    });
  });
  return [...ofProcesses, runs].filter((each) => each.old !== each.new).sort((one, other) => one.at - other.at);
}

/** The words in which two texts differ, and some lines around them. */
export function formatVersions({ old, new: now }: Difference): string {
  const cwd = mkdtempSync(join(tmpdir(), 'versions-'));
  writeFileSync(join(cwd, 'old'), `${old}\n`);
  writeFileSync(join(cwd, 'new'), `${now}\n`);
  const { stdout } = spawnSync('git', ['diff', '--no-index', '--word-diff', 'old', 'new'], { cwd, encoding: 'utf8' });
  rmSync(cwd, { recursive: true });
  return stdout.split('\n').slice(4, 60).join('\n');
}

/** The disk of a runner: a workspace, and what no run may read. */

export const WORKSPACE = '/work/app';
export const EVENT_FILE = '/runner/event-';

/** A text that is in no file of the workspace. */
export const OUTSIDE = 'Text outside of the workspace';

const PROMPT_FILE = '/work/app/prompt.md';

export const LINKS: Readonly<Record<string, string>> = { '/work/app/link': '/work/outside' };

export const DISK: Readonly<Record<string, Buffer>> = {
  '/work/outside': Buffer.from(OUTSIDE),
  '/outside': Buffer.from(OUTSIDE),
  '/work/app/.git/config': Buffer.from(OUTSIDE),
  [PROMPT_FILE]: Buffer.from('Explain the flag `--json`.\n'),
  '/work/app/report.txt': Buffer.from('2 problems\n  src/cli.ts: no page explains --json\n'),
  '/work/app/lint.json': Buffer.from('{"problems":[]}'),
  '/work/app/empty.txt': Buffer.alloc(0),
  '/work/app/binary': Buffer.from([0, 255, 254, 1, 2, 3]),
  '/work/app/folder.csv/file': Buffer.from('A folder has this name.'),
};

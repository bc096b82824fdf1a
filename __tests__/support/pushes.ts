import { createPerson, type Person } from '../../sandbox/github/person.ts';
import type { GitHubEvent } from '../../sandbox/github/webhook-inbox.ts';
import { promptOf } from './events.ts';
import type { BundleScene } from './scene.ts';

export const COMPARE = { method: 'GET', path: /\/compare\// };
export const PULLS_OF_COMMIT = { method: 'GET', path: /\/commits\/[0-9a-f]+\/pulls/ };
export const OBJECTIVE = 'Update the documentation for the changes below.';

export const aliceIn = ({ github }: BundleScene): Person => createPerson(github, 'alice');
export const pushIn = ({ github }: BundleScene, nth = 1): Promise<GitHubEvent> =>
  github.events.waitFor('push', undefined, nth);
export const short = (sha: string) => sha.slice(0, 7);
export const schedule: GitHubEvent = { name: 'schedule', payload: { schedule: '0 3 * * *' } };

/** The lines of the prompt's section on changes, without its heading and its link. */
export function changesIn(scene: BundleScene): string[] {
  const [, ...parts] = promptOf(scene).split('\nFENCE ');
  const lines = parts.find((part) => part.startsWith('the changes'))?.split('\n') ?? [];
  return lines.slice(1).filter((line) => !line.startsWith('http'));
}

/** Pushes a commit by alice, and runs the step on that event. */
export async function runOnPush(
  scene: BundleScene,
  files: Record<string, string | Buffer | null>,
  inputs: Record<string, string> = {},
) {
  const sha = await aliceIn(scene).commit(files, 'Print one object per line\n\nIt was a table.');
  const event = await pushIn(scene);
  return { sha, event, result: await scene.run({ event, inputs: { timeout: '10s', ...inputs } }) };
}

export const EDITS = { 'src/list.ts': 'print();\n', 'docs/cli.md': '# Command line\n', 'docs/index.md': null };

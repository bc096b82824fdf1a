import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const FILES = globSync(['.github/workflows/*', 'examples/*.yml', 'README.md', 'docs/*.md']);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const USES = /^ *(?:- )?uses: (.*)$/gm;
const PINNED = /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
/** This action by its major tag, with the pinned form beside it. */
const OWN = `your-org/docs-agent-action@v${version.split('.')[0]} # or pinned: @<sha> # v${version}`;
/** A workflow of the reader's, who fills in owner and commit. */
const SHARED = /^acme\/workflows\/[\w./-]+@<sha> # v\d+$/;

test.each(FILES)(
  '%s names this action by its major tag, and every other by commit, with the version beside it',
  (file) => {
    const used = [...readFileSync(file, 'utf8').matchAll(USES)].map(([, action = '']) =>
      action.trim(),
    );
    const isOpen = (action: string) =>
      action === OWN || SHARED.test(action) || (file.endsWith('.md') && action.endsWith('@<sha>'));
    const isFine = (action: string) =>
      PINNED.test(action) || (!file.startsWith('.github/') && isOpen(action));
    expect(used.filter((action) => !isFine(action))).toEqual([]);
  },
);

test('one commit per action and version in all workflows and examples', () => {
  const pins = FILES.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(USES)])
    .map(([, action = '']) => action.trim())
    .filter((action) => PINNED.test(action));
  const commits = new Map(pins.map((pin) => [repository(pin), pin.split('@')[1]]));
  expect(pins.filter((pin) => pin.split('@')[1] !== commits.get(repository(pin)))).toEqual([]);
});

/**
 * `github/codeql-action` of `github/codeql-action/init@…`: parts of one repository must have one
 * version.
 */
function repository(pin: string): string {
  return pin.split('@')[0]?.split('/').slice(0, 2).join('/') ?? pin;
}

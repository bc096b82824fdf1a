import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

const FILES = ['.github/workflows', 'examples'].flatMap((folder) =>
  readdirSync(folder).map((name) => `${folder}/${name}`),
);
const USES = /^ *(?:- )?uses: (.*)$/gm;
const PINNED = /^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
/** This action by its major tag, with the pinned form beside it; and a workflow of the reader's, who fills in owner and commit. */
const OWN =
  /^[\w-]+\/(?:docs-agent-action@v\d+ # or pinned: @<sha> # v\d+\.\d+\.\d+|workflows\/[\w./-]+@<sha> # v\d+)$/;

test.each(FILES)('%s names every other action by commit, with the version beside it', (file) => {
  const used = [...readFileSync(file, 'utf8').matchAll(USES)].map(([, action = '']) => action.trim());
  expect(used.filter((action) => !isPinned(file, action))).toEqual([]);
});

test('one commit per action and version in all workflows and examples', () => {
  const pins = FILES.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(USES)])
    .map(([, action = '']) => action.trim())
    .filter((action) => PINNED.test(action));
  const commits = new Map(pins.map((pin) => [repository(pin), pin.split('@')[1]]));
  expect(pins.filter((pin) => pin.split('@')[1] !== commits.get(repository(pin)))).toEqual([]);
});

function isPinned(file: string, action: string): boolean {
  return PINNED.test(action) || (file.startsWith('examples/') && OWN.test(action));
}

/** `github/codeql-action` of `github/codeql-action/init@…`: parts of one repository must have one version. */
function repository(pin: string): string {
  return pin.split('@')[0]?.split('/').slice(0, 2).join('/') ?? pin;
}

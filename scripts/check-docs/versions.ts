import { type Finding, lineAt } from './finding.ts';

/** Finds workflows that use another version of the action than the one of package.json: its major tag, with the pinned form beside it. */
export function otherVersions(texts: ReadonlyMap<string, string>, name: string, version: string): Finding[] {
  const uses = new RegExp(`\\buses:\\s*\\S*/${name}(?:@(.*))?$`, 'gm');
  const expected = `v${version.split('.')[0]} # or pinned: @<sha> # v${version}`;
  return [...texts].flatMap(([path, text]) =>
    [...text.matchAll(uses)]
      .filter(([, ref]) => ref !== expected)
      .map(({ index, 1: ref = '' }) => ({
        path,
        line: lineAt(text, index),
        problem: `uses ${name}@${ref}, not @${expected}`,
      })),
  );
}

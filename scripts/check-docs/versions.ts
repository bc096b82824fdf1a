import { type Finding, lineAt } from './finding.ts';

/** Finds workflows that use another version of the action than the one of package.json, or than the first workflow does. */
export function otherVersions(texts: ReadonlyMap<string, string>, name: string, version: string): Finding[] {
  const uses = new RegExp(`\\buses:\\s*\\S*/${name}(?:@(\\S+))?(?:[ \\t]+#[ \\t]*(\\S+))?`, 'g');
  const found = [...texts].flatMap(([path, text]) =>
    [...text.matchAll(uses)].map(({ index, 1: ref = '', 2: comment = '' }) => ({
      path,
      line: lineAt(text, index),
      ref,
      comment,
    })),
  );
  const expected = found[0]?.ref;
  return found
    .filter(({ ref, comment }) => ref !== expected || comment !== `v${version}`)
    .map(({ path, line, ref, comment }) => ({
      path,
      line,
      problem: `uses ${name}@${ref} # ${comment}, not @${expected} # v${version}`,
    }));
}

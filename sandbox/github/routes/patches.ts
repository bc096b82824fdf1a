import { asList, readObject, withJson } from '../json.ts';
import type { Answer, Upstream } from '../upstream.ts';
import type { Route } from './route.ts';

/** Git omits a hunk's length if it is 1; the emulator does not. */
export const patches: readonly Route[] = ['compare', 'commits'].map((kind) => ({
  method: 'GET',
  path: new RegExp(`^/repos/[^/]+/[^/]+/${kind}/(?!.*/(comments|status(es)?)$).+$`),
  answer: shorten,
}));

async function shorten(_: unknown, upstream: Upstream): Promise<Answer> {
  const answer = await upstream.pass();
  if (answer.status !== 200) return answer;
  const { files, ...rest } = readObject(answer);
  if (!files) return answer; // of something that a commit has
  const short = asList(files).map((file) => ({ ...file, ...(file.patch ? { patch: asGit(String(file.patch)) } : {}) }));
  return withJson(answer, { ...rest, files: short });
}

/** The patch with the lengths of its hunks as git writes them. */
export function asGit(patch: string): string {
  return patch.replace(
    /^@@ -(\d+(?:,\d+)?) \+(\d+(?:,\d+)?) @@/gm,
    (_, from: string, to: string) => `@@ -${from.replace(/,1$/, '')} +${to.replace(/,1$/, '')} @@`,
  );
}

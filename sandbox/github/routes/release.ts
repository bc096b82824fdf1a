import { readObject } from '../json.ts';
import type { Answer, Upstream } from '../upstream.ts';
import type { Route } from './route.ts';

/** On GitHub, publishing a release creates its tag if it does not exist; the emulator creates none. */
export const release: readonly Route[] = [
  { method: 'POST', path: /^(?<repo>\/repos\/[^/]+\/[^/]+)\/releases$/, answer },
  { method: 'PATCH', path: /^(?<repo>\/repos\/[^/]+\/[^/]+)\/releases\/\d+$/, answer },
];

async function answer({ repo }: Readonly<Record<string, string>>, upstream: Upstream): Promise<Answer> {
  const passed = await upstream.pass();
  if (passed.status > 201) return passed;
  const { draft, tag_name, target_commitish } = readObject(passed);
  const missing = (await upstream.get(`${repo}/git/ref/tags/${tag_name}`)).status === 404;
  const commit = await upstream.get(`${repo}/commits/${encodeURIComponent(String(target_commitish))}`);
  if (draft || !missing || commit.status !== 200) return passed;
  await upstream.send('POST', `${repo}/git/refs`, { ref: `refs/tags/${tag_name}`, sha: readObject(commit).sha });
  return passed;
}

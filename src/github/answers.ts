import * as v from '@badrap/valita';
import { matching, parse } from '../schema.ts';
import type { GitHub, Octokit } from './client.ts';
import { RequestFailure } from './failure.ts';

/** Fields that payloads of events and the REST API share. Times are by GitHub's clock, which sends whole seconds. */

export const SHA = matching(/^[0-9a-f]{40,64}$/);

/** An http or https address from GitHub, normalized by the URL parser, so that it contains no line break. */
export const WEB_ADDRESS = v.string().chain((text) => {
  const url = text.length <= 2048 ? URL.parse(text) : null;
  return url && /^https?:$/.test(url.protocol) ? v.ok(url.href) : v.err();
});

/** The data of a successful answer. @throws RequestFailure if they lack what GitHub's documentation promises. */
export function parseAnswer<T>(schema: v.Type<T>, data: unknown): T {
  const result = parse(schema, data);
  if (result.ok) return result.value;
  throw new RequestFailure({
    reason: 'GitHub sent an answer of an undocumented form.',
    remedy: 'Check whether a proxy between the runner and GitHub changes answers.',
    proof: 'undocumented',
  });
}

/**
 * {@link GitHub.read}, and the data of the answer. An answer of another form is an error: Octokit's types only say what is documented.
 */
export const readData = <T>(
  github: Pick<GitHub, 'read'>,
  what: string,
  schema: v.Type<T>,
  request: (rest: Octokit['rest']) => Promise<{ readonly data: unknown }>,
): Promise<T | undefined> => github.read(what, async ({ rest }) => parseAnswer(schema, (await request(rest)).data));

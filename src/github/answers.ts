import * as v from 'valibot';
import type { GitHub, Octokit } from './client.ts';
import { RequestFailure } from './failure.ts';

/** Fields that payloads of events and the REST API share. */

export const NUMBER = v.pipe(v.number(), v.integer());
export const COUNT = v.pipe(NUMBER, v.minValue(0));
export const SHA = v.pipe(v.string(), v.regex(/^[0-9a-f]{40,64}$/));
/** In milliseconds since the epoch, by GitHub's clock. GitHub sends whole seconds. */
export const TIME = v.pipe(v.string(), v.transform(Date.parse), v.number());

/** An http or https address from GitHub, normalized by the URL parser, so that it contains no line break. */
export const WEB_ADDRESS = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'is no web address'),
  v.transform((text) => new URL(text).href),
);

/** The data of a successful answer. @throws RequestFailure if they lack what GitHub's documentation promises. */
export function parseAnswer<S extends v.GenericSchema>(schema: S, data: unknown): v.InferOutput<S> {
  const result = v.safeParse(schema, data);
  if (result.success) return result.output;
  throw new RequestFailure({
    reason: 'GitHub sent an answer of an undocumented form.',
    remedy: 'Check whether a proxy between the runner and GitHub changes answers.',
    proof: 'undocumented',
  });
}

/**
 * {@link GitHub.read}, and the data of the answer. An answer of another form is an error: Octokit's types only say what is documented.
 */
export const readData = <S extends v.GenericSchema>(
  github: Pick<GitHub, 'read'>,
  what: string,
  schema: S,
  request: (rest: Octokit['rest']) => Promise<{ readonly data: unknown }>,
): Promise<v.InferOutput<S> | undefined> =>
  github.read(what, async ({ rest }) => parseAnswer(schema, (await request(rest)).data));

import * as v from 'valibot';

/** An http or https address from GitHub, normalized by the URL parser, so that it contains no line break. */
export const WEB_ADDRESS = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'is no web address'),
  v.transform((text) => new URL(text).href),
);

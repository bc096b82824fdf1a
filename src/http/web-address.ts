import * as v from 'valibot';

/** An http or https address from GitHub, as the URL parser writes it: no line break and no other scheme survives that. */
export const WEB_ADDRESS = v.pipe(
  v.string(),
  v.maxLength(2048),
  v.check((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ''), 'is no web address'),
  v.transform((text) => new URL(text).href),
);

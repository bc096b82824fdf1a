import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/**
 * Any character of Unicode, assigned or not, like `unit: 'binary'` of fast-check. That builds a
 * table of all 1,112,064 characters first, which takes almost a second in every file that uses it.
 */
const anyCharacter = fc.integer({ min: 0, max: 0x10_ffff - SURROGATES }).map(
  (index) => String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES),
  (character) => {
    const code = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (code === undefined || character !== String.fromCodePoint(code))
      throw new Error('It is not one character.');
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);

/** Any well-formed text; lengths are in characters. */
export const anyText = (
  lengths: { readonly minLength?: number; readonly maxLength?: number } = {},
) => fc.string({ unit: anyCharacter, ...lengths });

/** Any path of a URL, with or without percent-encoded characters. */
export const anyPath = () => anyText({ maxLength: 20 }).map((text) => `/${encodePart(text)}`);

/** Any URL with the scheme http or https, with or without a query and a fragment. */
export const anyUrl = () =>
  fc
    .tuple(fc.constantFrom('http', 'https'), fc.domain(), anyPath(), anyPart('?'), anyPart('#'))
    .map(([scheme, host, ...rest]) => `${scheme}://${host}${rest.join('')}`);

const anyPart = (sign: string) =>
  fc.oneof(
    fc.constant(''),
    anyText({ maxLength: 20 }).map((text) => sign + encodePart(text)),
  );

/** `webPath` and `webUrl` of fast-check build the same table as `unit: 'binary'`. */
const encodePart = (text: string): string => encodeURI(text).replace(/[?#]/g, encodeURIComponent);

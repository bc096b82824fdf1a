import * as v from '@badrap/valita';

/** What schemas of data from outside share. */

export const INTEGER = v.number().assert(Number.isSafeInteger);
export const COUNT = INTEGER.assert((count) => count >= 0);
/** The number of an account, a comment, a pull request, … */
export const ID = INTEGER.assert((id) => id >= 1);
/** Empty if it is null or missing. */
export const TEXT = v
  .string()
  .nullable(() => '')
  .optional(() => '');
/** Milliseconds since the epoch, of a text. */
export const TIME = v
  .string()
  .map((text) => Date.parse(text))
  .assert((time) => !Number.isNaN(time));

export const matching = (form: RegExp, problem?: string) =>
  v.string().assert((text) => form.test(text), problem);

export const atMost = (length: number) => v.string().assert((text) => text.length <= length);

export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  v.union(...words.map((word) => v.literal(word)));

/** Also null, or missing. */
export const nullish = <T>(type: v.Type<T>) => type.nullable().optional();

/** `instead`, if the value is missing or not of the type. */
export const fallback = <T, F>(type: v.Type<T>, instead: F): v.Type<T | F> =>
  v
    .unknown()
    .optional()
    .map((value, options) => {
      const result = type.try(value, options);
      return result.ok ? result.value : instead;
    });

/**
 * The JSON value of a body, also behind a byte order mark (RFC 8259, 8.1); undefined if the body is
 * not JSON.
 */
export function parseJson(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString().replace(/^\ufeff/, ''));
  } catch {
    return undefined;
  }
}

/** Validates data from outside. Properties that the schema does not name are left out. */
export const parse = <T>(schema: v.Type<T>, data: unknown): v.ValitaResult<T> =>
  schema.try(data, { mode: 'strip' });

/** The path of the first field that is wrong; empty if it is the whole. */
export const wrongField = ({ issues }: v.Err): string => issues[0]?.path.join('.') ?? '';

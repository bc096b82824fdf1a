export type JsonObject = Readonly<Record<string, unknown>>;

/** @throws if it is no JSON object. */
export function asObject(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('That is no JSON object.');
  return { ...value };
}

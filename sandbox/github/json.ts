export type JsonObject = Readonly<Record<string, unknown>>;

/** The objects of a list; empty for anything else. */
export function asList(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

/** @throws if it is no JSON object. */
export function asObject(value: unknown): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('That is no JSON object.');
  return { ...value };
}

/**
 * The simplest value that still fails.
 * @param simplerThan from the boldest to the smallest simplification, so that few are tried. @param fails whether a value fails as the original
 * does. @param isOver whether the time for it is over.
 */
export async function shrink<T>(
  original: T,
  simplerThan: (value: T) => Iterable<T>,
  fails: (value: T) => Promise<boolean>,
  isOver: () => boolean = () => false,
): Promise<T> {
  for (const simpler of simplerThan(original)) {
    if (isOver()) return original;
    if (await fails(simpler)) return shrink(simpler, simplerThan, fails, isOver);
  }
  return original;
}

/** A value with one field as in the plain one, which it has and which is another. */
export function* plainerThan<T extends object>(value: T, plain: object): Generator<T> {
  const given = new Map<string, unknown>(Object.entries(value));
  for (const [name, field] of Object.entries(plain))
    if (given.has(name) && JSON.stringify(given.get(name)) !== JSON.stringify(field)) yield { ...value, [name]: field };
}

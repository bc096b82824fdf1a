/**
 * The simplest value that still fails.
 * @param simplerThan from the boldest to the smallest simplification, so that few are tried. @param
 * fails whether a value fails as the original does. @param isOver whether the time for it is over.
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

/**
 * The simplest value that violates a rule that the original violates too, which each violation
 * begins with.
 */
export async function simplest<T>(
  original: T,
  violationsOf: (value: T) => Promise<readonly string[]>,
  simplerThan: (value: T) => Iterable<T>,
  isOver?: () => boolean,
): Promise<T> {
  const rulesOf = async (value: T) =>
    (await violationsOf(value)).map((violation) => violation.split(':', 1)[0]);
  const rules = await rulesOf(original);
  const fails = async (value: T) => (await rulesOf(value)).some((rule) => rules.includes(rule));
  return rules.length === 0 ? original : shrink(original, simplerThan, fails, isOver);
}

/** A value with one field as in the plain one, which it has and which is another. */
export function* plainerThan<T extends object>(value: T, plain: object): Generator<T> {
  const given = new Map<string, unknown>(Object.entries(value));
  for (const [name, field] of Object.entries(plain))
    if (given.has(name) && JSON.stringify(given.get(name)) !== JSON.stringify(field))
      yield { ...value, [name]: field };
}

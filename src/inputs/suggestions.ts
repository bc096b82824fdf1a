/** The question at the end of an error about a malformed text; empty without a suggestion. */
export const didYouMean = (suggestions: readonly string[]): string =>
  suggestions.length > 0
    ? `. Did you mean ${inWords(suggestions.map((each) => `\`${each}\``))}?`
    : '';

/** `a`, `a or b`, `a, b or c`. */
export const inWords = (items: readonly string[], word = 'or'): string =>
  items.length > 1 ? `${items.slice(0, -1).join(', ')} ${word} ${items.at(-1)}` : items.join('');

/** Longer texts resemble no word. */
const MAX_LENGTH = 40;
const MAX_TYPING_MISTAKES = 2;
const MAX_SUGGESTIONS = 3;

/**
 * The words that a text resembles: by its letters, as `timed-out` for `timeout`, or by its parts,
 * as `trigger-label` for `label`.
 */
export function similarTo(text: string, words: readonly string[]): readonly string[] {
  if (text.length > MAX_LENGTH) return [];
  const distances = words.map((word) => editDistance(lettersOf(text), lettersOf(word)));
  const least = Math.min(...distances);
  if (least === 0) return words.filter((_, at) => distances[at] === 0);
  const isTypingMistake = (word: string, distance = 0) =>
    distance === least && distance <= Math.min(MAX_TYPING_MISTAKES, lettersOf(word).length / 3);
  const parts = partsOf(text);
  const near = words.filter(
    (word, at) =>
      isTypingMistake(word, distances[at]) ||
      (parts.length > 0 && countShared(parts, word) === parts.length),
  );
  return (near.length > 0 ? near : withMostParts(parts, words)).slice(0, MAX_SUGGESTIONS);
}

const lettersOf = (text: string): string => partsOf(text).join('');
const partsOf = (text: string): readonly string[] => text.toLowerCase().match(/[a-z\d]+/g) ?? [];
const countShared = (parts: readonly string[], word: string): number =>
  partsOf(word).filter((part) => parts.includes(part)).length;

/** The words that share most of these parts: at least half of them, or all of their own. */
function withMostParts(parts: readonly string[], words: readonly string[]): readonly string[] {
  const most = Math.max(1, ...words.map((word) => countShared(parts, word)));
  return words.filter(
    (word) =>
      countShared(parts, word) === most && most >= Math.min(parts.length / 2, partsOf(word).length),
  );
}

/** How many characters must be inserted, removed or replaced (Levenshtein). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [index, char] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, expected] of [...other].entries()) {
      const replaced = (row[at] ?? 0) + (char === expected ? 0 : 1);
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/**
 * A number and its unit, which may be missing or written in another form: `30`, `1.5 h`, `4 weeks`.
 */
const QUANTITY = /^(\d{1,4}(?:\.\d{1,2})?)\s*([a-z]{0,7})$/i;

/**
 * The value in `unit`, if it is a whole number; the first letters of a unit name it. @param units
 * how much of `unit` each is.
 */
function inUnit(
  text: string,
  unit: string,
  units: Readonly<Record<string, number>>,
): readonly string[] {
  const [, value, name = ''] = QUANTITY.exec(text) ?? [];
  const singular = name.toLowerCase().replace(/(?<=.)s$/, '');
  const [, factor = Number.NaN] =
    Object.entries(units).find(([full]) => full.startsWith(singular)) ?? [];
  const amount = Number(value) * factor;
  return Number.isInteger(amount) && amount > 0 ? [`${amount}${unit}`] : [];
}

/** Times in the form of `timeout`, for one without a unit or in another form; minutes first. */
export const suggestTime = (text: string): readonly string[] => [
  ...inUnit(text, 'm', { minute: 1, hour: 60, hr: 60, day: 1_440 }),
  ...inUnit(text, 's', { second: 1 }),
];

/** A number of days in the form of `window`. */
export const suggestDays = (text: string): readonly string[] =>
  inUnit(text, 'd', { day: 1, week: 7, month: 30, hour: 1 / 24, year: 365 });

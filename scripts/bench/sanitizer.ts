import { sanitize } from '../../src/sanitize/index.ts';

/** Below the length at which a text is cut (`MAX_LENGTH` in sanitize.ts): above it, the mark of the cut is read too. */
const LENGTH = 125_000;

/** The worst factor by which the time grows when the text doubles. */
export function growth(): number {
  const parts = ['a <!--\n\n', '<div>\n<a \n\n', '👩\u200d', '| a\n|-\n', '<!-<!-- x -->- y -->', '[^a]: b\n', '](a ('];
  return Math.max(...parts.map((part) => sanitizing(part, 2 * LENGTH) / sanitizing(part, LENGTH)));
}

/** The shortest of several times, in milliseconds: the others contain compiling and collecting garbage. */
function sanitizing(part: string, length: number): number {
  const text = `[a] ${part.repeat(length / part.length)}`; // without a bracket, some of them are not read at all
  const times = Array.from({ length: 9 }, () => {
    const began = performance.now();
    sanitize(text);
    return performance.now() - began;
  });
  return Math.min(...times);
}

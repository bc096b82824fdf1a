import { sanitize } from '../../src/sanitize/sanitize.ts';
import { median } from './measure.ts';

/** The worst factor by which the time grows when the text doubles. */
export function growth(): number {
  const parts = ['a <!--\n\n', '<div>\n<a \n\n', '👩\u200d', '| a\n|-\n', '<!-<!-- x -->- y -->', '[^a]: b\n', '](a ('];
  return Math.max(...parts.map((part) => sanitizing(part, 300_000) / sanitizing(part, 150_000)));
}

function sanitizing(part: string, length: number): number {
  const text = part.repeat(length / part.length);
  const times = Array.from({ length: 5 }, () => {
    const began = performance.now();
    sanitize(text);
    return performance.now() - began;
  });
  return median(times);
}

// Looked up once: in a test runner's contexts, each access to a global is slow, and these are called 30 million times.
const { floor, imul, min } = Math;

/** The number of days with traffic. */
export const DAYS = 90;

/** Kinds of traffic, as bits. */
export const HUMAN = 1;
export const AI = 2;

/** @param visitor 0 to `population` - 1. @param kind HUMAN or AI. @param day 0 (the oldest) to DAYS - 1. */
type OnVisit = (visitor: number, kind: number, day: number) => void;

export interface Traffic {
  readonly pages: number;
  /** The maximum number of distinct visitors. */
  readonly population: number;
  /** Calls `onVisit` for every visit of a page, always the same ones. */
  forEachVisit(page: number, onVisit: OnVisit): void;
}

/**
 * Visits are not stored: each is a hash of seed, page and its number, so that a million pages cost no memory.
 * A page has 3 to 5000 visits, with a Pareto distribution. Visitors with low numbers come more often. In three of ten visits, the
 * page's last visitor returns. Six of ten visitors are people, two are agents, and two are both: people who sometimes use an agent in
 * the browser.
 */
export function createTraffic({ pages, seed }: { readonly pages: number; readonly seed: number }): Traffic {
  if (!Number.isInteger(pages) || pages < 0 || pages > 1_000_000) throw new RangeError('`pages` is 0 to 1000000.');
  const population = 100 + 2 * pages;
  const start = hash(seed);
  return {
    pages,
    population,
    forEachVisit(page, onVisit) {
      let state = hash(start + page);
      const draw = () => {
        state = (state + GOLDEN) | 0;
        return hash(state) / 2 ** 32;
      };
      const visits = min(5000, floor(3 * (1 - draw()) ** -0.7));
      let visitor = -1;
      for (let visit = 0; visit < visits; visit += 1) {
        if (visitor < 0 || draw() >= 0.3) visitor = floor(draw() ** 2 * population);
        const day = floor(draw() * DAYS);
        onVisit(visitor, kindOf(hash(start ^ visitor) % 10, draw()), day);
      }
    },
  };
}

const GOLDEN = 0x9e3779b9;

function kindOf(habit: number, chance: number): number {
  if (habit >= 8) return chance < 0.5 ? HUMAN : AI;
  return habit < 6 ? HUMAN : AI;
}

/** A 32-bit integer hash: xorshift and multiply, constants by Hash Prospector. */
export function hash(value: number): number {
  const first = imul(value ^ (value >>> 16), 0x21f0aaad);
  const second = imul(first ^ (first >>> 15), 0x735a2d97);
  return (second ^ (second >>> 15)) >>> 0;
}

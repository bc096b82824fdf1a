/** The number of days with traffic. */
export const DAYS = 90;

/** Length of a day in ms. */
export const DAY = 86_400_000;

/** The pages of a site. */
export interface Site {
  /** 0 to 1,000,000. */
  readonly pages: number;
  readonly seed: number;
  /** Paths of the first pages, instead of generated ones. */
  readonly paths?: readonly string[];
}

/** Numbers of visitors. */
export interface Count {
  readonly human: number;
  readonly ai: number;
  /**
   * Visitors of either kind; one who is both, because people use agents in the browser, counts
   * once.
   */
  readonly total: number;
}

/**
 * The visitors of a page on the days from `from` to before `to`, spread evenly over all days. A
 * page has 3 to 5000, with a Pareto distribution, and one in ten to one in two of them is an AI
 * agent. Nothing is stored, so that a million pages cost no memory.
 */
export function visitorsOf(seed: number, page: number, from = 0, to = DAYS): Count {
  const chance = hash(hash(seed) + page);
  const visitors = Math.min(5000, Math.floor(3 * (1 - chance / 2 ** 32) ** -0.7));
  const agents = Math.round((visitors * (10 + (hash(chance) % 41))) / 100);
  const within = (count: number) =>
    Math.floor((count * to) / DAYS) - Math.floor((count * from) / DAYS);
  const human = within(visitors - agents);
  const ai = within(agents);
  return { human, ai, total: human + ai - Math.floor(Math.min(human, ai) / 2) };
}

/** A 32-bit integer hash: xorshift and multiply, constants by Hash Prospector. */
function hash(value: number): number {
  const first = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  const second = Math.imul(first ^ (first >>> 15), 0x735a2d97);
  return (second ^ (second >>> 15)) >>> 0;
}

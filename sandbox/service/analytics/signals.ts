import { pagePath, SUBJECTS } from './pages.ts';
import { DAY, DAYS, hash, type Site, visitorsOf } from './traffic.ts';

/** What readers do on the pages that they visit. `at`: milliseconds since the epoch. */
export type Signal = { readonly at: number; readonly path: string } & (
  | { readonly kind: 'vote'; readonly isUp: boolean }
  | { readonly kind: 'search'; readonly isClicked: boolean; readonly query: string }
  | {
      readonly kind: 'question';
      readonly seed: number;
      readonly isAnswered: boolean;
      readonly query: string;
      readonly category: string;
    }
);

/**
 * The signals of all people who visit a site, oldest first, always the same ones: each depends on a hash of seed, page and visitor. One
 * page in five is not good: most of its readers say so, and its questions stay open.
 * @param firstDay midnight of the first day with traffic.
 */
export function createSignals({ pages, seed, paths = [] }: Site, firstDay: number): Signal[] {
  const signals: Signal[] = [];
  for (let page = 0; page < pages; page += 1) {
    const share = hash(hash(seed) ^ page) % 5 > 0 ? 88 : 25;
    const subject = pagePath(page).split('/').at(-2) ?? '';
    const path = paths[page] ?? pagePath(page);
    for (let visitor = 0; visitor < visitorsOf(seed, page).human; visitor += 1) {
      const chance = hash(hash(seed + page) ^ hash(visitor));
      const at = firstDay + (chance % DAYS) * DAY + (hash(chance + 1) % DAY);
      signals.push(...signalsOf({ path, subject, at, chance, isHappy: hash(chance) % 100 < share }));
    }
  }
  return signals.sort((one, other) => one.at - other.at);
}

interface Visit {
  readonly path: string;
  readonly subject: string;
  readonly at: number;
  readonly chance: number;
  /** The page helps this reader. */
  readonly isHappy: boolean;
}

/** Of ten people who visit a page, four vote, three ask the assistant, and five came by a search. */
function signalsOf({ path, subject, at, chance, isHappy }: Visit): Signal[] {
  const [open = '', answered = '', lost = '', found = ''] = SUBJECTS[subject] ?? [];
  const draw = (nth: number) => hash(chance + nth) % 10;
  const signals: Signal[] = [];
  if (draw(1) < 4) signals.push({ kind: 'vote', at, path, isUp: isHappy });
  if (draw(2) < 3) {
    const query = asTyped(isHappy ? answered : open, chance);
    const category = subject.charAt(0).toUpperCase() + subject.slice(1).replace('-', ' ');
    signals.push({ kind: 'question', at, path, query, seed: chance, isAnswered: isHappy, category });
  }
  if (draw(3) < 5) {
    const isClicked = draw(4) < (isHappy ? 8 : 1);
    signals.push({ kind: 'search', at, path, query: isHappy ? found : lost, isClicked });
  }
  return signals;
}

/** Some people write in lower case, or leave a blank. */
function asTyped(text: string, chance: number): string {
  return chance % 3 === 0 ? `${text.toLowerCase()} ` : text;
}

import { pagePath } from '../visitors/page-path.ts';
import { HUMAN, hash, type Traffic } from '../visitors/traffic.ts';
import { SUBJECTS } from './subjects.ts';

/** What readers do on the pages that they visit. `at`: milliseconds since the epoch. */
export type Signal =
  | { readonly kind: 'vote'; readonly at: number; readonly path: string; readonly isUp: boolean }
  | {
      readonly kind: 'question';
      readonly at: number;
      readonly path: string;
      readonly seed: number;
      readonly isAnswered: boolean;
      readonly query: string;
      readonly category: string;
    }
  | {
      readonly kind: 'search';
      readonly at: number;
      readonly path: string;
      readonly isClicked: boolean;
      readonly query: string;
    };

const DAY = 86_400_000;

/**
 * The signals of all visits, oldest first, always the same ones: each depends on a hash of seed, page and the number of the visit. One page
 * in five is not good: most of its readers say so, and its questions stay open.
 * @param firstDay midnight of the first day with traffic. @param paths of the first pages, instead of generated ones.
 */
export function createSignals(
  traffic: Traffic,
  { seed, firstDay, paths = [] }: { seed: number; firstDay: number; paths?: readonly string[] | undefined },
): Signal[] {
  const signals: Signal[] = [];
  for (let page = 0; page < traffic.pages; page += 1) {
    const share = hash(hash(seed) ^ page) % 5 > 0 ? 88 : 25;
    const subject = pagePath(page).split('/').at(-2) ?? '';
    const about = { path: paths[page] ?? pagePath(page), subject };
    let visit = 0;
    traffic.forEachVisit(page, (visitor, kind, day) => {
      visit += 1;
      const chance = hash(hash(seed + page) ^ hash(visit + visitor));
      const at = firstDay + day * DAY + (chance % DAY);
      if (kind === HUMAN) signals.push(...signalsOf({ ...about, at, chance, isHappy: hash(chance) % 100 < share }));
    });
  }
  return signals.sort((one, other) => one.at - other.at);
}

interface Visit {
  readonly path: string;
  /** A name in {@link SUBJECTS}. */
  readonly subject: string;
  readonly at: number;
  /** A random number. */
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

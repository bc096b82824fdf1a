import type { Exchange, Process, World } from '../world.ts';

/** What checks invariants. */
interface Rule {
  /** After the model carried out a request. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** After a process ended or was killed. */
  readonly onEnd?: (process: Process) => void;
  /** After faults stopped and a sweep ran. */
  readonly atEnd?: () => void;
}

/**
 * Whether a fault hit a request of a process. @param line of such a request. @param fault such a
 * fault.
 */
export const wasHit = ({ sent }: Process, line = /^/, fault = /^/): boolean =>
  sent.some((each) => each.fault !== undefined && line.test(each.line) && fault.test(each.fault));

/** Creates a rule, with the memory that it needs, for one history. */
export type RuleOf = (world: World, judge: Judge) => Rule;

/**
 * What the rules check, and in which share of its cases each check is judged at least; in the
 * others, something that happened excuses whatever the action does. A check below its share, or
 * without a case, says nothing any longer, and fails a series.
 */
const LEAST_SHARES = {
  'known words': 1,
  'words and marker agree': 0.9,
  'comments say what is known': 0.99,
  'comments end': 0.8,
  'mentioned once': 0.9,
  'opened once': 0.4,
  'said once': 1,
  'no loops': 0.5,
  'undeclared bots are skipped with a warning': 0.5,
  'no overtaking': 0.9,
  'one job per request': 0.9,
  'labels are answered': 0.9,
  announced: 0.8,
  permission: 0.95,
  'ends in time': 1,
  'ends as it knows': 1,
  secrets: 1,
  'says its verdict': 1,
  'errors have a reason': 0.7,
  'skips have a reason': 0.8,
  'duplicates have an original': 1,
  'links are waited for': 0.6,
  'exact counts': 1,
  'request counts': 1,
  'leases end in time': 1,
  'leases are honored': 0.8,
  'post steps correct comments': 0.8,
  'runs use their time': 0.5,
  'prompts have the request': 1,
  'whole ranges': 0.9,
  'comments are kept': 0.9,
  'waits no longer': 0.7,
  'edits wait': 1,
  'ends are mentioned': 0.6,
  'ends are its own': 0.9,
  limits: 0.5,
  'limits are reached': 0.5,
} as const;

type Check = keyof typeof LEAST_SHARES;

/**
 * Counts a case of a check and judges it, unless it is excused.
 * @param excuse undefined or false if nothing excuses a violation. @param problems what violates
 * the check, as sentences.
 */
export type Judge = (
  check: Check,
  excuse: string | false | undefined,
  ...problems: readonly (string | false | undefined)[]
) => void;

/** @param violations gets what violates a check. */
export const createJudge =
  ({ count, tell }: Pick<World, 'count' | 'tell'>, violations: string[]): Judge =>
  (check, excuse, ...problems) => {
    count(`${JUDGED}${check}`);
    if (excuse) return count(`${EXCUSED}${check}: ${excuse}`);
    for (const problem of problems.filter(Boolean)) {
      violations.push(`${check}: ${problem}`);
      tell(`!!! ${check}: ${problem}`);
    }
  };

const JUDGED = 'case of the rules: ';
const EXCUSED = 'excused: ';

/** How often a check had a case, and in how many of them it was judged. */
export interface Coverage {
  readonly check: Check;
  readonly cases: number;
  readonly judged: number;
  readonly least: number;
}

/** @param counts those of all histories of a series. */
export function coverageOf(counts: ReadonlyMap<string, number>): Coverage[] {
  return CHECKS.map((check) => {
    const cases = counts.get(JUDGED + check) ?? 0;
    const excuses = [...counts].filter(([what]) => what.startsWith(`${EXCUSED}${check}: `));
    const judged = cases - excuses.reduce((sum, [, count]) => sum + count, 0);
    return { check, cases, judged, least: LEAST_SHARES[check] };
  });
}

const CHECKS = Object.keys(LEAST_SHARES).filter((name): name is Check => name in LEAST_SHARES);

export const isSilent = ({ cases, judged, least }: Coverage): boolean =>
  cases === 0 || judged < least * cases;

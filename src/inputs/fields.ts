import * as v from '@badrap/valita';
import { isVerdict, VERDICTS } from '../outcome.ts';
import { isLoopback, JOB_ID } from '../service/job.ts';
import { quoteName } from '../text/format.ts';
import { toUtc } from '../visitors/period.ts';
import { SORT_KEYS } from '../visitors/report.ts';
import {
  findGlobProblem,
  type GlobRules,
  isUnevaluated,
  linesOf,
  numberIn,
  OTHER_KEY,
  optional,
  textMatching,
  toBaseUrl,
  toBoolean,
  toCompare,
  toCsvPath,
  toMilliseconds,
  toSecret,
  toVerdicts,
  wordAmong,
  wordsOf,
} from './parsers.ts';
import { didYouMean, inWords, similarTo, suggestDays, suggestTime } from './suggestions.ts';

export const OPERATIONS = ['run', 'follow-up', 'attach', 'sweep', 'visitors'] as const;
export type Operation = (typeof OPERATIONS)[number];
/** Those that send a request to the agent. */
const ASKING: readonly Operation[] = ['run', 'follow-up'];
/** Those that report one job in the thread of the event. */
const REPORTING: readonly Operation[] = [...ASKING, 'attach'];
/** Those that write comments. */
const WITH_THREADS: readonly Operation[] = [...REPORTING, 'sweep'];
/** Those that rank pages by their visitors. */
const RANKING: readonly Operation[] = [...ASKING, 'visitors'];

/** Whether it sends a request to the agent. */
export const isAsking = (operation: Operation): boolean => ASKING.includes(operation);

/**
 * One input: what it takes, in words, for the error about a malformed text; its parser; and the
 * operations that support it.
 */
const input = <T>(
  takes: string | ((text: string) => string),
  parse: (text: string) => T | undefined,
  operations: readonly Operation[] = OPERATIONS,
) =>
  Object.assign(
    v.string().chain((text): v.ValitaResult<T> => {
      const value = parse(text);
      return value === undefined
        ? v.err(typeof takes === 'string' ? takes : takes(text))
        : v.ok(value);
    }),
    { operations },
  );

/** One of some words. */
function choice<const Word extends string>(
  words: readonly Word[],
  operations?: readonly Operation[],
) {
  const quoted = inWords(words.map((word) => `\`${word}\``));
  return input(
    (given) => `${quoted}${didYouMean(similarTo(given, words))}`,
    wordAmong(words),
    operations,
  );
}

const flag = (operations: readonly Operation[]) =>
  input('`true` or `false`', toBoolean, operations);

/** An input that takes any text. */
const text = (operations: readonly Operation[]) => input('text', (given) => given, operations);

/**
 * A list of globs, whose error names the malformed line and its problem. As in `on.push`, some glob
 * must have no leading `!`.
 */
const globs = (
  operations: readonly Operation[],
  { example = 'src/**', ...rules }: GlobRules & { example?: string },
) =>
  input(
    (given) => `globs like \`${example}\`, one per line; ${findGlobProblem(given, rules)}`,
    (given) => (findGlobProblem(given, rules) === undefined ? linesOf(given) : undefined),
    operations,
  );

/** Logins, one per line, without wildcards. */
function toLogins(given: string): readonly string[] | undefined {
  const logins = linesOf(given);
  return logins.every((login) => /^[\w-]{1,100}(\[bot\])?$/.test(login)) ? logins : undefined;
}

const NEEDS_ONE = 'a list needs a glob without a leading `!`';
const DATE = 'a day like `2026-10-31`, or a moment of ISO 8601 like `2026-10-31T12:00Z`';

/** The question for an address without its scheme; empty for other texts. */
function withScheme(address: string): string {
  const [, host] =
    /^(localhost|[a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/[\w./-]*)?$/i.exec(address) ?? [];
  if (host === undefined) return '';
  return `. Did you mean \`${isLoopback(host.toLowerCase()) ? 'http' : 'https'}://${address}\`?`;
}

/** The words of a list that are no verdict, and those that they resemble. */
function aboutVerdicts(given: string): string {
  const bad = wordsOf(given).filter((word) => !isVerdict(word));
  const [first] = bad;
  if (first === undefined) return '';
  if (first === 'none') return '; `none` stands alone';
  return `; ${quoteName(first)} is not one of them${didYouMean(similarTo(first, Object.keys(VERDICTS)))}`;
}

const toProjectId = textMatching(/^(?!\.+$)[^\s"'/\\?#%\p{C}]{1,128}$/u);

function aboutProjectId(given: string): string {
  const name = /\s/.test(given)
    ? '; this text has a blank, so it may be the name of the project'
    : '';
  return `${name}; the page of the API keys in the dashboard shows it`;
}

/** The first suggestion that the input takes. */
const valid = <T>(suggestions: readonly string[], parse: (text: string) => T | undefined): string =>
  didYouMean(suggestions.filter((each) => parse(each) !== undefined).slice(0, 1));

const toNumber = numberIn(/^([1-9]\d{0,9})$/);
const toDays = numberIn(/^([1-9]\d{0,2})d$/, 366);

/**
 * The table of all inputs. A new one is a row here, and an entry in `action.yml`, which has its
 * default and description.
 */
const FIELDS = {
  operation: choice(OPERATIONS),
  baseUrl: input(
    (given) =>
      `an address like \`https://api.example.com\`, without user name, \`?\` and \`#\` (\`http\` only for this machine)${withScheme(given)}`,
    toBaseUrl,
  ),
  projectId: input(
    (given) =>
      `a project identifier: 1 to 128 visible characters without blanks, quotes and \`/ \\ ? # %\`${aboutProjectId(given)}`,
    (given) => (isUnevaluated(given) ? undefined : toProjectId(given)),
  ),
  githubToken: input('a token: one line of ASCII without blanks', toSecret, WITH_THREADS),
  prompt: text(ASKING),
  promptFile: text(ASKING),
  context: choice(['none', 'files', 'patches'], ASKING),
  contextFile: input('paths of files in the workspace, one per line', linesOf, ASKING),
  compare: input(
    (given) =>
      `\`base...head\`: two branches, tags or commits${valid([given.replace('..', '...')], toCompare)}`,
    optional(toCompare),
    ASKING,
  ),
  paths: globs(RANKING, { onlyNegated: `${NEEDS_ONE}; to exclude only, use \`paths-ignore\`` }),
  pathsIgnore: globs(RANKING, {}),
  branches: globs(REPORTING, {
    example: 'release/**',
    onlyNegated: `${NEEDS_ONE}; the default branch always counts`,
    areBranches: true,
  }),
  pullRequest: choice(['new', 'reuse'], ['run']),
  maxOpenPulls: input(
    'a number of pull requests, from 1 to 999',
    optional(numberIn(/^([1-9]\d{0,2})$/)),
    ['run'],
  ),
  maxJobsPerDay: input('a number of jobs, from 1 to 999', optional(numberIn(/^([1-9]\d{0,2})$/)), [
    'run',
  ]),
  triggerLabel: input(
    'one label; for several, use a step for each, or `if:` with one label in common',
    textMatching(/^[^\r\n]*$/),
    WITH_THREADS,
  ),
  triggerCommand: input(
    'one word, like `/docs`, that starts no quote, code or HTML',
    textMatching(/^[^\s>`~<\p{C}]\S{0,49}$/u),
    WITH_THREADS,
  ),
  minimumPermission: choice(['triage', 'write', 'maintain', 'admin'], REPORTING),
  allowBots: input(
    'exact logins of bots, one per line, like `renovate[bot]`, without wildcards',
    toLogins,
    REPORTING,
  ),
  agentLogin: input(
    'exact logins of the accounts as which the agent works, one per line, like `mintlify[bot]`',
    toLogins,
    WITH_THREADS,
  ),
  timeout: input(
    (given) =>
      `a time from \`1s\` to \`24h\`, with the unit: \`90s\`, \`30m\`, \`1h30m\`${valid(suggestTime(given), toMilliseconds)}`,
    toMilliseconds,
  ),
  failOn: input(
    (given) =>
      `\`none\`, or some of ${Object.keys(VERDICTS)
        .map((verdict) => `\`${verdict}\``)
        .join(', ')}${aboutVerdicts(given)}`,
    toVerdicts,
  ),
  wait: flag(ASKING),
  jobId: input(
    "a job's id: 1 to 128 letters, digits or `_~:@=+.-`",
    optional((given) => (JOB_ID.try(given).ok ? given : undefined)),
    ['follow-up', 'attach'],
  ),
  comment: flag(REPORTING),
  notify: flag(WITH_THREADS),
  key: text(REPORTING),
  window: input(
    (given) => `a number of days, from \`1d\` to \`366d\`${valid(suggestDays(given), toDays)}`,
    optional(toDays),
    OPERATIONS.filter((operation) => operation !== 'attach'),
  ),
  dateFrom: input(DATE, optional(toUtc), ['visitors']),
  dateTo: input(DATE, optional(toUtc), ['visitors']),
  sortBy: choice(SORT_KEYS, RANKING),
  // At most 256, the limit for the legs of a matrix (GitHub's documentation of workflow syntax).
  top: input('a number from 1 to 256', numberIn(/^([1-9]\d{0,2})$/, 256), RANKING),
  offset: input('the number of a row, from 0', numberIn(/^(\d{1,12})$/), ['visitors']),
  visitorsFile: input(
    'a path that ends with `.csv`, without `.partial` before that',
    optional(toCsvPath),
    ['visitors'],
  ),
  issueNumber: input(
    (given) =>
      `the number of an issue or pull request${valid(given.match(/\d+$/) ?? [], toNumber)}`,
    optional(toNumber),
    REPORTING,
  ),
  dryRun: flag(ASKING),
  apiKey: input(
    "the admin API key, which the dashboard's API keys page creates: one line of ASCII without blanks and quotes, from a secret",
    (given) =>
      given === '' || OTHER_KEY.test(given) || isUnevaluated(given) ? undefined : toSecret(given),
  ),
};

export const INPUTS = v.object(FIELDS);

export type Given = v.Infer<typeof INPUTS>;

export const datesOf = ({ dateFrom, dateTo }: Given) => ({
  from: dateFrom ?? undefined,
  to: dateTo ?? undefined,
});

/** The name of an input in `action.yml`: `max-open-pulls` for `maxOpenPulls`. */
export const inputName = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Which operations support an input; undefined for all. */
export function operationsOf(name: string): readonly Operation[] | undefined {
  const operations = Object.entries(FIELDS).find(([field]) => inputName(field) === name)?.[1]
    .operations;
  return operations === OPERATIONS ? undefined : operations;
}

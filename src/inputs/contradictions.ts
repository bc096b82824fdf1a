import { InputError } from '../errors.ts';
import { isPeriod } from '../visitors/period.ts';
import { DEFAULTS } from './action-metadata.ts';
import { datesOf, type Given, isAsking } from './fields.ts';
import { inWords } from './suggestions.ts';

/**
 * Inputs that contradict each other: the names of those at fault, or any name (`it`) if `problem`
 * has them; what is wrong; and what to do.
 */
type Contradiction = readonly [
  culprits: (given: Given) => Readonly<Record<string, boolean>>,
  problem: (culprits: readonly string[]) => string,
  remedy: string,
  headline?: string,
];
const CONTRADICTIONS: readonly Contradiction[] = [
  [
    // An admin API key is a prefix, an underscore and random characters, so it never lacks the
    // underscore. One of the values is the key.
    ({ projectId, apiKey }) => ({
      it: /^[a-z]+_[\w-]{16,}$/i.test(projectId) && !apiKey.includes('_'),
    }),
    () =>
      '`project-id` has the form of an API key, and `api-key` has not: they are probably swapped.',
    'Exchange the two values. If the key was stored in a variable, which is readable, revoke it and create a new one.',
    'Key and project identifier swapped',
  ],
  [
    // It is part of the address of each request, and of the log.
    ({ projectId, apiKey }) => ({ it: projectId.startsWith('mint_') || projectId === apiKey }),
    () => '`project-id` is an API key.',
    'Set it to the id of the project. If the key was stored in a variable, which is readable, revoke it and create a new one.',
    'API key in project-id',
  ],
  [
    // Limits count status comments, and `reuse` finds jobs by them.
    ({ comment, pullRequest, maxOpenPulls, maxJobsPerDay }) => ({
      '`pull-request: reuse`': !comment && pullRequest === 'reuse',
      '`max-open-pulls`': !comment && maxOpenPulls !== null,
      '`max-jobs-per-day`': !comment && maxJobsPerDay !== null,
    }),
    (names) => `\`comment\` is \`false\`, so there are no status comments, which ${need(names)}.`,
    'Remove `comment`, or what needs it. For an event without a thread, set `issue-number`.',
  ],
  [
    ({ prompt, promptFile }) => ({ it: prompt !== '' && promptFile !== '' }),
    () => '`prompt` and `prompt-file` are both set.',
    'Remove one.',
  ],
  [
    ({ context, window, contextFile }) => ({
      '`window`': context === 'none' && window !== null,
      '`context-file`': context === 'none' && contextFile.length > 0,
    }),
    (names) =>
      `\`context\` is \`none\`, so the instruction is sent alone, without ${inWords(names, 'and')}.`,
    'Set `context` to `files`, or remove the others.',
  ],
  [
    ({ operation, window, sortBy, top }) => ({
      '`sort-by`': isAsking(operation) && window === null && sortBy !== DEFAULTS['sort-by'],
      '`top`': isAsking(operation) && window === null && top !== Number(DEFAULTS.top),
    }),
    (names) => `\`window\` is empty, which ${need(names)}.`,
    'Set `window` to the days of the period, such as `30d`.',
  ],
  [
    // With `window`, the globs are also of pages, which begin with a slash.
    ({ operation, window, paths, pathsIgnore }) => ({
      '`paths`': isAsking(operation) && window === null && paths.some(isAbsolute),
      '`paths-ignore`': isAsking(operation) && window === null && pathsIgnore.some(isAbsolute),
    }),
    (names) =>
      `A glob in ${inWords(names, 'and')} begins with \`/\`, which no name of a changed file does.`,
    'Write it without the slash: `docs/**`, not `/docs/**`.',
  ],
  [
    ({ window, dateFrom, dateTo }) => ({
      '`date-from`': window !== null && dateFrom !== null,
      '`date-to`': window !== null && dateTo !== null,
    }),
    (names) => `\`window\` is set together with ${inWords(names, 'and')}.`,
    'Set `window`, or set the dates.',
  ],
  [
    (given) => ({ it: !isPeriod(datesOf(given)) }),
    () => '`date-from` is not before `date-to`, which is exclusive: the period has no day.',
    'To export a single day, set `date-to` to the next day.',
  ],
];

const isAbsolute = (glob: string) => /^!?\//.test(glob);
const need = (names: readonly string[]) =>
  `${inWords(names, 'and')} ${names.length > 1 ? 'need' : 'needs'}`;

/** The error for inputs that contradict each other; undefined if there are none. */
export function contradictionIn(given: Given): InputError | undefined {
  for (const [culprits, problem, remedy, headline] of CONTRADICTIONS) {
    const names = Object.entries(culprits(given)).flatMap(([name, applies]) =>
      applies ? name : [],
    );
    if (names.length > 0) return new InputError(problem(names), remedy, { headline });
  }
  return undefined;
}

import * as v from 'valibot';
import { InputError } from '../errors.ts';
import { VERDICTS } from '../outcome.ts';
import { isLoopback } from '../service/job.ts';
import { SORT_KEYS } from '../visitors/ranking.ts';
import { DEFAULTS } from './action-metadata.ts';
import { CONTEXTS } from './inputs.ts';
import { malformedInputs, showable } from './malformed-inputs.ts';
import {
  areSwapped,
  findBranchesProblem,
  findPathsIgnoreProblem,
  findPathsProblem,
  type GlobProblem,
  linesOf,
  oneOf,
  toBaseUrl,
  toBoolean,
  toBots,
  toCommand,
  toCompare,
  toDateOrNone,
  toExportTarget,
  toGlobs,
  toIssueNumber,
  toJobId,
  toJobPath,
  toMilliseconds,
  toOffset,
  toProjectId,
  toSecret,
  toTop,
  toVerdicts,
  toWindow,
} from './parsers.ts';

const OPERATIONS = ['run', 'follow-up', 'attach', 'sweep', 'visitors'] as const;
type Operation = (typeof OPERATIONS)[number];
/** Those that prepare a prompt; that report in a thread of their own; that use GitHub at all; that rank pages. */
const ASKING: readonly Operation[] = ['run', 'follow-up'];
const REPORTING: readonly Operation[] = [...ASKING, 'attach'];
const WITH_THREADS: readonly Operation[] = [...REPORTING, 'sweep'];
const RANKING: readonly Operation[] = [...ASKING, 'visitors'];

/**
 * One input: what is expected, in words, which may depend on the malformed text; its parser, which returns undefined for what it
 * does not take; and the operations that support it.
 */
const input = <T>(
  takes: string | ((text: string) => string),
  parse: (text: string) => T | undefined,
  operations: readonly Operation[] = OPERATIONS,
) =>
  v.pipe(
    v.string(),
    v.metadata({ operations }),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = parse(dataset.value);
      if (value !== undefined) return value;
      addIssue({ message: typeof takes === 'string' ? takes : takes(dataset.value) });
      return NEVER;
    }),
  );

/** An input with a list of globs, whose error names the malformed line and its problem. */
const globsInput = (
  example: string,
  findProblem: (text: string) => GlobProblem | undefined,
  operations: readonly Operation[] = OPERATIONS,
) =>
  input(
    (text) => {
      const { line = '', problem = '' } = findProblem(text) ?? {};
      return `globs like \`${example}\`, one per line; “${showable(line)}”: ${problem}`;
    },
    toGlobs(findProblem),
    operations,
  );

const MINIMA = ['triage', 'write', 'maintain', 'admin'] as const;

const DATE = 'a day like `2026-10-31`, or a moment of ISO 8601 like `2026-10-31T12:00Z`';

/** The question for an address without its scheme; empty for other texts. */
function withScheme(text: string): string {
  const [, host] = /^(localhost|[a-z\d-]+(?:\.[a-z\d-]+)+)(?::\d+)?(?:\/[\w./-]*)?$/i.exec(text) ?? [];
  if (host === undefined) return '';
  return `. Did you mean \`${isLoopback(host.toLowerCase()) ? 'http' : 'https'}://${text}\`?`;
}

/** The table of all inputs: a new one is a line here, one in `action.yml`, and where it is used. */
const FIELDS = {
  operation: input('`run`, `follow-up`, `attach`, `sweep` or `visitors`', oneOf(OPERATIONS)),
  'base-url': input(
    (text) =>
      `an address like \`https://api.example.com\`, without user name, \`?\` and \`#\` (\`http\` only for this machine)${withScheme(text)}`,
    toBaseUrl,
  ),
  'project-id': input('a project identifier: 1 to 128 visible characters without `/ \\ ? # %`', toProjectId),
  'previous-api-key': input(
    'the API key before this one: one line of ASCII without blanks, from a secret',
    toSecret,
    WITH_THREADS,
  ),
  'github-token': input('a token: one line of ASCII without blanks', toSecret, WITH_THREADS),
  prompt: input('text', (text) => text, ASKING),
  'prompt-file': input('a path', (text) => text, ASKING),
  context: input('`none`, `files` or `patches`', oneOf(CONTEXTS), ASKING),
  'context-file': input('paths of files in the workspace, one per line', linesOf, ASKING),
  compare: input(
    '`base...head`: two branches, tags or commits; for another repository, the address of its compare page without a query: `https://github.com/owner/repo/compare/base...head`',
    toCompare,
    ASKING,
  ),
  paths: globsInput('src/**', findPathsProblem, RANKING),
  'paths-ignore': globsInput('src/**', findPathsIgnoreProblem, RANKING),
  branches: globsInput('release/**', findBranchesProblem, REPORTING),
  'pull-request': input('`new` or `reuse`', oneOf(['new', 'reuse']), ['run']),
  'trigger-label': input('the name of a label, or `*`', (text) => text, WITH_THREADS),
  'trigger-command': input('one word, like `/docs`, that starts no quote, code or HTML', toCommand, WITH_THREADS),
  'minimum-permission': input('`triage`, `write`, `maintain` or `admin`', oneOf(MINIMA), REPORTING),
  'allow-bots': input('exact logins of bots, one per line, like `renovate[bot]`, without wildcards', toBots, REPORTING),
  timeout: input(
    (text) =>
      `a time from \`1s\` to \`24h\`, with the unit: \`90s\`, \`30m\`, \`1h30m\`${/^[1-9]\d{0,3}$/.test(text) ? `. Did you mean \`${text}m\`?` : ''}`,
    toMilliseconds,
  ),
  'fail-on': input(
    `\`none\`, or some of ${Object.keys(VERDICTS)
      .map((verdict) => `\`${verdict}\``)
      .join(', ')}`,
    toVerdicts,
  ),
  wait: input('`true` or `false`', toBoolean, ASKING),
  'job-id': input("a job's id: 1 to 256 letters, digits or `_~:@=+.-`", toJobId, ['follow-up', 'attach']),
  comment: input('`true` or `false`', toBoolean, REPORTING),
  notify: input('`true` or `false`', toBoolean, WITH_THREADS),
  key: input('text', (text) => text, REPORTING),
  window: input('a number of days, from `1d` to `366d`', toWindow, ['run', 'follow-up', 'sweep', 'visitors']),
  'date-from': input(DATE, toDateOrNone, ['visitors']),
  'date-to': input(DATE, toDateOrNone, ['visitors']),
  'sort-by': input('`total`, `human` or `ai`', oneOf(SORT_KEYS), RANKING),
  top: input('a number of pages, from 1 to 256', toTop, RANKING),
  offset: input('the number of a row, from 0', toOffset, ['visitors']),
  'visitors-file': input('a path that ends with `.csv` or `.ndjson`, without `.partial` before that', toExportTarget, [
    'visitors',
  ]),
  'issue-number': input('the number of an issue or pull request', toIssueNumber, REPORTING),
  'dry-run': input('`true` or `false`', toBoolean, ASKING),
  'job-path': input('a path below `base-url` that starts with one `/` and contains `{id}`', toJobPath, WITH_THREADS),
};

const KEY = input('the admin API key: one line of ASCII without blanks and quotes, from a secret', (text) =>
  text === '' ? undefined : toSecret(text),
);
/** A dry run needs no key and ignores it. */
const NO_KEY = v.pipe(
  v.string(),
  v.transform(() => null),
);

export type Given = v.InferOutput<v.ObjectSchema<typeof FIELDS & { 'api-key': typeof KEY | typeof NO_KEY }, undefined>>;

/** Parses all inputs. @throws InputError that names every malformed input, its value and the values that it takes. */
export function parseTexts(
  texts: Readonly<Record<string, string>>,
  { needsKey }: { readonly needsKey: boolean },
): Given {
  const result = v.safeParse(v.object({ ...FIELDS, 'api-key': needsKey ? KEY : NO_KEY }), texts);
  if (result.success) {
    const { 'project-id': projectId, 'api-key': apiKey } = result.output;
    if (apiKey !== null && areSwapped(projectId, apiKey)) throw swapped();
    return result.output;
  }
  throw malformedInputs(
    result.issues.map((issue) => ({
      name: v.getDotPath(issue) ?? '',
      got: String(issue.input),
      expected: issue.message,
    })),
  );
}

/** Names no value, as one of them is the key. It is not sent either: the project identifier is a part of addresses, which are logged. */
const swapped = () =>
  new InputError(
    '`project-id` has the form of an API key, and `api-key` has not: they are probably swapped.',
    'Exchange the two values. If the key was stored in a variable, which is readable, revoke it and create a new one.',
    { headline: 'Key and project identifier swapped' },
  );

/** Inputs with defaults from the runner, which are set even if the workflow does not set them. */
const FILLED_IN = ['github-token', 'key'];

/** @throws InputError that names the inputs which are set and which the operation does not support. */
export function rejectUnusedInputs(operation: Operation, texts: Readonly<Record<string, string>>): void {
  const unused = Object.entries(DEFAULTS)
    .filter(([name, value]) => texts[name] !== value && !FILLED_IN.includes(name))
    .filter(([name]) => !(operationsOf(name)?.includes(operation) ?? true))
    .map(([name]) => `\`${name}\``);
  if (unused.length === 0) return;
  const them = unused.length === 1 ? 'it' : 'them';
  throw new InputError(
    `The operation \`${operation}\` does not support ${unused.join(', ')}.`,
    `Remove ${them}, or set another \`operation\`.`,
    { headline: `Invalid inputs: ${unused.join(', ').replaceAll('`', '')}` },
  );
}

/** Which operations support an input; undefined for all. */
export function operationsOf(name: string): readonly Operation[] | undefined {
  const field = Object.entries(FIELDS).find(([known]) => known === name)?.[1];
  const operations = field && v.getMetadata(field).operations;
  return operations === OPERATIONS ? undefined : operations;
}

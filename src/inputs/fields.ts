import * as v from 'valibot';
import { InputError } from '../errors.ts';
import { CONTEXTS } from '../prompt/context.ts';
import { oneLine } from '../text/escape.ts';
import { VERDICTS } from '../verdict.ts';
import { SORT_KEYS } from '../visitors/ranking.ts';
import { findPathsIgnoreProblem, findPathsProblem, type GlobProblem, toGlobs } from './globs.ts';
import {
  oneOf,
  toBaseUrl,
  toBoolean,
  toBots,
  toCommand,
  toCompare,
  toDateOrNone,
  toExportTarget,
  toIssueNumber,
  toJobId,
  toJobPath,
  toMilliseconds,
  toOffset,
  toProjectId,
  toTop,
  toVerdicts,
  toWindow,
} from './parsers.ts';

/**
 * One input: a description of the values that it takes, which may depend on the malformed text; and its parser, which returns
 * undefined for other values.
 */
const input = <T>(takes: string | ((text: string) => string), parse: (text: string) => T | undefined) =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const value = parse(dataset.value);
      if (value !== undefined) return value;
      addIssue({ message: typeof takes === 'string' ? takes : takes(dataset.value) });
      return NEVER;
    }),
  );

/** An input with a list of globs, whose error names the malformed line and its problem. */
const globsInput = (findProblem: (text: string) => GlobProblem | undefined) =>
  input((text) => {
    const { line = '', problem = '' } = findProblem(text) ?? {};
    return `globs like \`src/**\`, one per line; “${showable(line)}”: ${problem}`;
  }, toGlobs(findProblem));

export const OPERATIONS = ['run', 'follow-up', 'attach', 'sweep', 'visitors'] as const;
const MINIMA = ['triage', 'write', 'maintain', 'admin'] as const;

const DATE = 'a day like `2026-10-31`, or a moment of ISO 8601 like `2026-10-31T12:00Z`';

const FIELDS = {
  operation: input('`run`, `follow-up`, `attach`, `sweep` or `visitors`', oneOf(OPERATIONS)),
  'base-url': input(
    'an https address, or http on loopback, without user info, query and fragment, like `https://api.example.com`',
    toBaseUrl,
  ),
  'project-id': input('a project identifier: 1 to 128 visible characters without `/ \\ ? # %`', toProjectId),
  'previous-api-key': input('the API key before this one: one line of ASCII without blanks, from a secret', (text) =>
    /^[!-~]*$/.test(text) ? text : undefined,
  ),
  'github-token': input('a token: one line of ASCII without blanks', (text) =>
    /^[!-~]*$/.test(text) ? text : undefined,
  ),
  prompt: input('text', (text) => text),
  'prompt-file': input('a path', (text) => text),
  context: input('`none`, `files` or `patches`', oneOf(CONTEXTS)),
  compare: input('`base...head`: two branches, tags or commits', toCompare),
  paths: globsInput(findPathsProblem),
  'paths-ignore': globsInput(findPathsIgnoreProblem),
  'trigger-label': input('the name of a label, or `*`', (text) => text),
  'trigger-command': input('one word, like `/docs`, that begins no quote, code or HTML', toCommand),
  'minimum-permission': input('`triage`, `write`, `maintain` or `admin`', oneOf(MINIMA)),
  'allow-bots': input('exact logins of bots, one a line, like `renovate[bot]`; there is no wildcard', toBots),
  timeout: input('a time from `1s` to `24h`, with its unit: `90s`, `30m`, `1h30m`', toMilliseconds),
  'fail-on': input(`\`none\`, or some of ${VERDICTS.join(', ')}`, toVerdicts),
  wait: input('`true` or `false`', toBoolean),
  'job-id': input("a job's id: 1 to 256 letters, digits or `_~:@=+.-`", toJobId),
  comment: input('`true` or `false`', toBoolean),
  notify: input('`true` or `false`', toBoolean),
  key: input('text', (text) => text),
  window: input('a number of days, from `1d` to `366d`', toWindow),
  'date-from': input(DATE, toDateOrNone),
  'date-to': input(DATE, toDateOrNone),
  'sort-by': input('`total`, `human` or `ai`', oneOf(SORT_KEYS)),
  top: input('a number of pages, from 1 to 256', toTop),
  offset: input('the number of a row, from 0', toOffset),
  'visitors-file': input(
    'a path that ends with `.csv`, `.ndjson` or `.json`, without `.partial` before that',
    toExportTarget,
  ),
  'issue-number': input('the number of an issue or pull request', toIssueNumber),
  'dry-run': input('`true` or `false`', toBoolean),
  'job-path': input('a path below `base-url` that begins with one `/` and holds `{id}`', toJobPath),
};

const KEY = input(
  'the admin API key: one line of ASCII without blanks, from a secret (Settings → Secrets and variables → Actions; runs from forks get none, runs of Dependabot get those under Dependabot)',
  (text) => (/^[!-~]+$/.test(text) ? text : undefined),
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
  if (result.success) return result.output;
  throw malformed(result.issues.map((issue) => [v.getDotPath(issue) ?? '', issue] as const));
}

function malformed(issues: (readonly [name: string, issue: { input: unknown; message: string }])[]): InputError {
  const sentences = issues.map(([name, { input: got, message }]) => {
    const isSecret = ['api-key', 'previous-api-key', 'github-token'].includes(name);
    if (!got) return `\`${name}\` is empty; it takes ${message}.`;
    if (isSecret)
      return `\`${name}\` holds blanks, line breaks or other characters that belong in none; it takes ${message}.`;
    return `\`${name}\` got “${showable(String(got))}”; it takes ${message}.`;
  });
  return new InputError(sentences.join('\n'), 'Fix the inputs of this step, under `with:` in the workflow.');
}

/** A value for an error message, without the parts of a URL that may contain passwords: before an `@` or after a `?`. */
function showable(got: string): string {
  const withoutUsers = got.split('/').map((part) => part.replace(/^.*@/s, '***@'));
  return oneLine(withoutUsers.join('/').replace(/\?.*/s, '?***'), 60);
}

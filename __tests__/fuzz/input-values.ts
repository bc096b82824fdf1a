import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { VERDICTS } from '../simulation/knowledge.ts';
import type { Chance } from '../support/seeded-random.ts';
import type { Changed } from './content-changes.ts';
import { KINDS_OF_TEXT, pick, spoiltText, valuesIn } from './hostile-texts.ts';

const BOOLEANS = valuesIn('true | false | TRUE | no | 1');
const GLOBS = [
  ...valuesIn('src/** | !src/** | ** | [a-z]* | {a | \\'),
  '*.{md,ts}\n!x',
  'docs/**\n\n# x',
  '*'.repeat(2_000),
];
const DATES = valuesIn(
  '2026-01-01 | 2026-02-30 | 2026-10-31T12:00Z | 9999-12-31 | 0000-01-01 | 2026-01-01T00:00:00+99:00',
);

/** Values of each input that are more likely to be taken than any text. */
const INPUT_VALUES: Readonly<Record<string, readonly string[]>> = {
  'base-url':
    valuesIn(`https://agent.example/ | https://agent.example/v9 | http://127.0.0.1:1 | http://agent.example
    https://a@b | https://AGENT.example:443 | https://fuzz.example`),
  'project-id': [
    ...valuesIn('p1 | . | .. | p1/../p2 | a b | %2e | p1?x | ü | @'),
    'p'.repeat(128),
    'p'.repeat(129),
  ],
  'api-key': [
    ...valuesIn('x | docs_ | docs_a | docs_Zq7vKx3mPt9LwRb2Yh5NcJd9 | é | _'),
    ' docs_Zq7vKx3mPt9LwRb2Yh5NcJd8 ',
    'docs_Zq7vKx3m\nPt9LwRb2Yh5NcJd8',
  ],
  'github-token': ['x', 'ghs_a8Fk2LmQx7Tz4Vw9Bn3Ry6HpJd5Ws1Gc0Ue7 ', 'a\nb', 'é', 'ghs_'],
  operation: valuesIn('run | follow-up | attach | sweep | visitors | RUN | stop'),
  prompt: ['Explain it.', 'x'.repeat(130_000), '::fuzz::', '@fuzz-team', '{{ x }}', 'a\u0000b'],
  'prompt-file': [
    '',
    ...valuesIn(
      'prompt.md | missing.md | link | ../outside | /outside | .git/config | empty.txt | .',
    ),
  ],
  context: valuesIn('none | files | patches | all'),
  'context-file': [
    ...valuesIn('report.txt | binary | link | .git/config | empty.txt'),
    'report.txt\nreport.txt',
    'report.txt\n/outside',
    'report.txt\n'.repeat(300),
  ],
  compare: [
    ...valuesIn(
      `v1...v2 | v1..v2 | ... | a...b...c | main...%2e%2e%2f | https://github.com/acme/lib/compare/v1...v2`,
    ),
    `${'0'.repeat(40)}...${'1'.repeat(40)}`,
  ],
  paths: GLOBS,
  'paths-ignore': GLOBS,
  branches: GLOBS,
  'pull-request': valuesIn('new | reuse | close'),
  'trigger-label': ['x'.repeat(60), ...valuesIn('* | docs | DOCS | a b | 👩')],
  'trigger-command': [
    'x'.repeat(51),
    ...valuesIn('/docs | /DOCS | Maybe | @docs | >docs | <b> | /docs help | `'),
  ],
  'minimum-permission': valuesIn('triage | write | maintain | admin | read | none'),
  'allow-bots': ['a\nb\nc', ...valuesIn('renovate[bot] | alice | mallory | * | x[bot')],
  wait: BOOLEANS,
  timeout: valuesIn('1s | 2s | 20s | 90s | 5m | 1h | 0s | 25h | -1s | 1 | 1.5m | 99999h | 3m1s'),
  'fail-on': [
    VERDICTS.join('\n'),
    ...valuesIn('none | error | pull-request | failed,timed-out | everything | , ,'),
  ],
  'job-id': [
    ...valuesIn('job-1 | job-2 | nope | .. | a/b | a%2fb | :@=+~'),
    'x'.repeat(256),
    'x'.repeat(257),
  ],
  comment: BOOLEANS,
  notify: BOOLEANS,
  'issue-number': valuesIn('31 | 0 | -1 | 31.0 | 9999999999 | 99999999999 | 1e3 | 031 | #31'),
  key: ['null', '{"page":1}', ' ', '\n', '{', 'x'.repeat(5_000)],
  window: valuesIn('1d | 366d | 367d | 0d | 7 | 7D | 030d'),
  'date-from': DATES,
  'date-to': DATES,
  'sort-by': valuesIn('total | human | ai | path'),
  top: valuesIn('1 | 256 | 257 | 0 | -1 | 1.5 | 01'),
  offset: valuesIn('0 | 1 | 6 | 7 | 999999999999 | 9999999999999 | -1 | 1e3'),
  'visitors-file': [
    ...valuesIn(`visitors.csv | a/b/c/visitors.csv | /tmp/visitors.csv | visitors.json | ../visitors.csv | visitors.partial.csv
      visitors.xlsx | .csv | docs | report.txt/x.csv | folder.csv | .git/x.csv | link/x.csv`),
    `${'x'.repeat(300)}.csv`,
  ],
  'dry-run': BOOLEANS,
};

const URLS = [
  '',
  ...valuesIn(`fuzz | http:// | https:// | https://api.github.com/ | https://api.github.com/// | https://ghe.example/api/v3
    ftp://x | https://[::1 | https://api.github.com?x=y | /api | https://a:b@api.github.com | HTTPS://API.GITHUB.COM
    https://github.com:443 | https://github.com/x`),
];
const NUMBERS = [
  '',
  ' 7 ',
  ...valuesIn('0 | -1 | 1.5 | fuzz | 1e400 | 99999999999999999999 | 0x10 | 1e3 | 7 8'),
];

/** The runner's variables, each with malformed values. */
const VARIABLE_VALUES: Readonly<Record<string, readonly string[]>> = {
  GITHUB_EVENT_NAME: [
    '',
    ...valuesIn(`fuzz | push | issues | issue_comment | pull_request | pull_request_target | schedule | workflow_run | release
      __proto__ | pull_request_review | pull_request_review_comment | workflow_dispatch`),
  ],
  GITHUB_EVENT_PATH: ['', ...valuesIn('/missing | . | /work/app | /work/app/binary')],
  GITHUB_WORKSPACE: [
    '',
    ...valuesIn('/missing | . | / | /work/app/ | /work/app/report.txt | ../..'),
  ],
  GITHUB_OUTPUT: [''],
  GITHUB_STATE: [''],
  GITHUB_STEP_SUMMARY: [''],
  GITHUB_REPOSITORY: [
    '',
    ...valuesIn(`acme | acme/ | /app | acme/app/more | ../.. | acme/.. | a b/c d | ACME/APP | acme/app?x | acme/app#x
      acme%2fapp | ./. | ü/ö | //`),
  ],
  GITHUB_REPOSITORY_ID: [...NUMBERS, '2', '1/../2'],
  GITHUB_ACTOR: [
    '',
    'alice ',
    'a\nb',
    ...valuesIn('dependabot[bot] | .. | a/b | mallory | ALICE | alice?x | %2e%2e'),
  ],
  GITHUB_TRIGGERING_ACTOR: ['', ...valuesIn('mallory | .. | a/b | bob | renovate[bot]')],
  GITHUB_API_URL: URLS,
  GITHUB_SERVER_URL: URLS,
  GITHUB_RUN_ID: NUMBERS,
  GITHUB_RUN_ATTEMPT: NUMBERS,
  GITHUB_WORKFLOW: ['', '@', '`', '<b>'],
  GITHUB_WORKFLOW_REF: [
    '',
    ...valuesIn('@ | acme/app/@ | a/b/c | acme/app/.github/workflows/docs.yml | @@@ | ///@'),
  ],
  GITHUB_JOB: ['', 'ask', '__proto__', '\n'],
  GITHUB_ACTION: ['', '__self', '\n'],
};

export const INPUT_NAMES: string[] = Object.keys(parse(readFileSync('action.yml', 'utf8')).inputs);
export const VARIABLE_NAMES = Object.keys(VARIABLE_VALUES);

/** The longest text that Linux passes in one variable of the environment, in bytes. */
const LONGEST = 131_000;

/** What a variable of the environment can be: UTF-8 without NUL. */
function asVariable(text: string): string {
  const passed = Buffer.from(text.toWellFormed().replaceAll('\0', ''));
  return passed.length <= LONGEST
    ? passed.toString()
    : passed.subarray(0, LONGEST).toString().replaceAll('\ufffd', '');
}

/**
 * Another value for an input of the action, or for a variable of the runner; undefined if there is
 * none any more.
 */
export function changeValue(
  name: string,
  value: string,
  chance: Chance,
): Changed<string | undefined> {
  const plausible = INPUT_VALUES[name] ?? VARIABLE_VALUES[name] ?? [''];
  const dice = chance.random();
  if (dice < 0.08) return { content: undefined, how: 'is missing', note: 'is missing' };
  if (dice < 0.55) return to(pick(plausible, chance), 'is another');
  const kind = pick(KINDS_OF_TEXT, chance);
  return to(spoiltText(value, kind, chance), `has ${kind}`);
}

function to(text: string, how: string): Changed<string> {
  const content = asVariable(text);
  const shown = JSON.stringify(content.slice(0, 90));
  return {
    content,
    how,
    note: content.length > 90 ? `${shown}… (${content.length} characters)` : shown,
  };
}

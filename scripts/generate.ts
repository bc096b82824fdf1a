/**
 * `npm run generate`: writes what is derived from other files: the defaults that the build embeds (the runner keeps an explicit
 * empty string, which reusable workflows pass, instead of the default), and in README and docs the tables of inputs, outputs,
 * verdicts, errors and faults, the workflows, the prompts and the messages.
 * `--check` writes nothing and fails if a generated file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import {
  type ActionMetadata,
  commonInputsTable,
  inputsTable,
  outputsTable,
  verdictsTable,
} from './docs/action-tables.ts';
import { renderNextStep } from './docs/next-step.ts';
import { between } from './docs/page.ts';
import { renderReliability } from './docs/reliability.ts';
import { renderTroubleshooting } from './docs/troubleshooting.ts';
import { renderMessages } from './messages.ts';
import { fingerprints } from './pictures/fingerprints.ts';
import { promptExamples } from './prompt-examples.ts';

const metadata: ActionMetadata = parse(readFileSync('action.yml', 'utf8'));
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Pages and the workflows that they show unchanged. */
const EXAMPLES = {
  'README.md': ['docs-smallest'],
  'docs/quickstart.md': ['docs-on-request', 'docs-follow-code'],
  'docs/sweep-and-scale.md': ['docs-sweep'],
  'docs/analytics.md': ['docs-refresh', 'docs-refresh-matrix'],
  'docs/recipes.md': [
    ...['docs-chat', 'docs-reviewers', 'docs-auto-merge', 'docs-after-deployment', 'docs-api-changelog'],
    ...['docs-rolling', 'docs-shared', 'docs-call', 'docs-ci-failed', 'docs-from-file'],
  ],
} as const;
const PAGES_WITH_EXAMPLES = [
  'docs/quickstart.md',
  'docs/sweep-and-scale.md',
  'docs/analytics.md',
  'docs/recipes.md',
] as const;

const check = process.argv.includes('--check');

const stale = Object.entries({
  'src/inputs/action-metadata.ts': renderMetadata(),
  'docs/messages.md': renderMessages(),
  'README.md': renderReadme(),
  'docs/inputs.md': renderInputs(),
  'docs/reliability.md': renderReliability(readFileSync('docs/reliability.md', 'utf8')),
  'docs/troubleshooting.md': renderTroubleshooting(readFileSync('docs/troubleshooting.md', 'utf8')),
  'docs/next-step.md': between(readFileSync('docs/next-step.md', 'utf8'), 'next-step', renderNextStep()),
  'docs/events.md': renderPrompts(readFileSync('docs/events.md', 'utf8')),
  ...Object.fromEntries(PAGES_WITH_EXAMPLES.map((page) => [page, withExamples(page)])),
}).filter(([file, content]) => readOr(file, '') !== content && (check || writeFileSync(file, content) === undefined));

if (check && stale.length > 0) {
  console.error(`Stale, run 'npm run build': ${stale.map(([file]) => file).join(', ')}`);
  process.exit(1);
}

if (check && readOr('docs/pictures.json', '') !== fingerprints()) {
  console.error("The pictures in docs show other texts than the action writes: run 'npm run pictures'.");
  process.exit(1);
}

function renderMetadata(): string {
  const defaults = Object.entries(metadata.inputs).map(([name, input]) => {
    // Only the runner evaluates expressions, so such an input has no embedded default.
    const value = input.default?.startsWith('$' + '{{') ? '' : (input.default ?? '');
    return `  ${/^\w+$/.test(name) ? name : quote(name)}: ${quote(value)},`;
  });
  return [
    '// Generated from action.yml and package.json by `npm run generate`; do not edit.',
    '',
    `export const VERSION = ${quote(version)};`,
    '',
    '/** Every declared input and its default; empty where it has none. */',
    'export const DEFAULTS = {',
    ...defaults,
    '} as const;',
    '',
  ].join('\n');
}

function renderReadme(): string {
  return withBlocks(withExamples('README.md'), { 'common-inputs': commonInputsTable(metadata) });
}

function renderInputs(): string {
  return withBlocks(readFileSync('docs/inputs.md', 'utf8'), {
    inputs: inputsTable(metadata),
    outputs: outputsTable(metadata),
    verdicts: verdictsTable(metadata),
  });
}

function renderPrompts(page: string): string {
  const prompts = promptExamples().flatMap(({ title, prompt }) => [
    `<details><summary>${title}</summary>`,
    ...['', '```text', prompt.trimEnd(), '```', '', '</details>'],
  ]);
  return between(page, 'prompts', prompts);
}

function withBlocks(page: string, blocks: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(blocks).reduce((text, [name, lines]) => between(text, name, lines), page);
}

/** The page with the current text of its workflows. */
function withExamples(page: keyof typeof EXAMPLES): string {
  return EXAMPLES[page].reduce(
    (text, name) => between(text, name, ['```yaml', readFileSync(`examples/${name}.yml`, 'utf8').trimEnd(), '```']),
    readFileSync(page, 'utf8'),
  );
}

function readOr(file: string, fallback: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return fallback;
  }
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/**
 * `npm run generate`: writes what is derived from action.yml: the defaults that the build embeds (the runner keeps an explicit
 * empty string, which reusable workflows pass, instead of the default), the README's tables, and the workflows in the README and docs.
 * `--check` writes nothing and fails if a generated file is out of date.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { operationsOf } from '../src/inputs/fields.ts';
import { promptExamples } from './prompt-examples.ts';

interface ActionMetadata {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>;
  outputs: Record<string, { description: string }>;
}

const metadata: ActionMetadata = parse(readFileSync('action.yml', 'utf8'));
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
/** Pages and the workflows that they show unchanged. */
const EXAMPLES = {
  'README.md': ['docs-on-request', 'docs-follow-code', 'docs-sweep', 'docs-refresh'],
  'docs/recipes.md': [
    ...['docs-chat', 'docs-reviewers', 'docs-auto-merge', 'docs-after-deployment', 'docs-api-changelog'],
    ...['docs-rolling', 'docs-shared', 'docs-call', 'docs-ci-failed'],
  ],
} as const;

const check = process.argv.includes('--check');

const stale = Object.entries({
  'src/inputs/action-metadata.ts': renderMetadata(),
  'README.md': renderReadme(withExamples('README.md')),
  'docs/recipes.md': withExamples('docs/recipes.md'),
}).filter(([file, content]) => readOr(file, '') !== content && (check || writeFileSync(file, content) === undefined));

if (check && stale.length > 0) {
  console.error(`Stale, run 'npm run build': ${stale.map(([file]) => file).join(', ')}`);
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

/** The operations that read an input; empty if all do. */
function readBy(name: string): string {
  return (operationsOf(name) ?? []).map((operation) => `\`${operation}\``).join(', ');
}

function renderReadme(readme: string): string {
  const inputs = Object.entries(metadata.inputs).map(
    ([name, { description, required, default: value }]) =>
      `| \`${name}\` | ${required ? '**required**' : value === undefined ? '' : `\`${value}\``} | ${readBy(name)} | ${description} |`,
  );
  const outputs = Object.entries(metadata.outputs).map(([name, { description }]) => `| \`${name}\` | ${description} |`);
  const withInputs = between(readme, 'inputs', [
    '| Input | Default | Read by | Meaning |',
    '|---|---|---|---|',
    ...inputs,
  ]);
  const withOutputs = between(withInputs, 'outputs', ['| Output | Meaning |', '|---|---|', ...outputs]);
  const prompts = promptExamples().flatMap(({ title, prompt }) => [
    `<details><summary>${title}</summary>`,
    ...['', '```text', prompt.trimEnd(), '```', '', '</details>'],
  ]);
  return between(withOutputs, 'prompts', prompts);
}

/** The page with the current text of its workflows. */
function withExamples(page: keyof typeof EXAMPLES): string {
  return EXAMPLES[page].reduce(
    (text, name) => between(text, name, ['```yaml', readFileSync(`examples/${name}.yml`, 'utf8').trimEnd(), '```']),
    readFileSync(page, 'utf8'),
  );
}

function between(text: string, name: string, lines: string[]): string {
  const [start, end] = [new RegExp(`<!-- ${name}: .* -->`), `<!-- /${name} -->`];
  const marker = start.exec(text)?.[0];
  const [from, to] = [marker ? text.indexOf(marker) : -1, text.indexOf(end)];
  if (!marker || to < from) throw new Error(`The page lacks the markers ${start.source} and ${end}`);
  return `${text.slice(0, from + marker.length)}\n\n${lines.join('\n')}\n\n${text.slice(to)}`;
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

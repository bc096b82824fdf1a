/**
 * `npm run generate`: writes what is derived from other files: the defaults that the build embeds
 * (the runner keeps an explicit empty string, which reusable workflows pass, instead of the
 * default), `docs/engineering/messages.md`, and in other pages what is between `<!-- name: … -->`
 * and `<!-- /name -->`: tables of inputs and outputs, the phases, prompts, or the workflow
 * `examples/name.yml`. `--check` writes nothing and fails if a generated file is out of date.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { parse } from 'yaml';
import { OPERATIONS, operationsOf } from '../src/inputs/fields.ts';
import { PHASES } from '../src/thread/request.ts';
import { promptExamples, renderMessages } from './examples.ts';
import { fingerprints } from './pictures/page.ts';

interface ActionMetadata {
  readonly inputs: Readonly<
    Record<string, { description: string; required?: boolean; default?: string }>
  >;
  readonly outputs: Readonly<Record<string, { description: string }>>;
}

const { inputs, outputs }: ActionMetadata = parse(readFileSync('action.yml', 'utf8'));
const { version }: { version: string } = JSON.parse(readFileSync('package.json', 'utf8'));
const PARTS: Readonly<Record<string, () => string>> = {
  inputs: () => table(['Input', 'Default', 'Meaning'], inputRows()),
  'inputs-by-operation': inputsByOperation,
  outputs: () =>
    table(
      ['Output', 'Meaning'],
      Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]),
    ),
  phases: () => `\`\`\`mermaid\nstateDiagram-v2\n${phases().join('\n')}\n\`\`\``,
  prompts: promptExamples,
};

const check = process.argv.includes('--check');
const pages = ['README.md', ...globSync('docs/**/*.md')];
const files = Object.entries({
  'src/inputs/action-metadata.ts': renderMetadata(),
  ...Object.fromEntries(pages.map((page) => [page, withParts(readFileSync(page, 'utf8'))])),
  'docs/engineering/messages.md': renderMessages(),
});
const stale = files.filter(
  ([file, content]) => !existsSync(file) || readFileSync(file, 'utf8') !== content,
);
if (!check) for (const [file, content] of stale) writeFileSync(file, content);
else if (stale.length > 0)
  fail(`Stale, run 'npm run build': ${stale.map(([file]) => file).join(', ')}`);
if (check && readFileSync('docs/pictures.json', 'utf8') !== fingerprints())
  fail("The pictures in docs show other texts than the action writes: run 'npm run pictures'.");

function fail(problem: string): void {
  console.error(problem);
  process.exitCode = 1;
}

/** A page with the present text of its generated parts. */
function withParts(page: string): string {
  return page.replace(
    /(<!-- ([\w-]+): .*? -->).*?(<!-- \/\2 -->)/gs,
    (_, start: string, name: string, end: string) => {
      const text =
        PARTS[name]?.() ??
        `\`\`\`yaml\n${readFileSync(`examples/${name}.yml`, 'utf8').trimEnd()}\n\`\`\``;
      return `${start}\n\n${text}\n\n${end}`;
    },
  );
}

/** A table in Markdown. A bar in a cell is escaped. */
function table(
  head: readonly string[],
  rows: readonly (readonly (string | undefined)[])[],
): string {
  const line = (cells: readonly (string | undefined)[]) =>
    `| ${cells.map((cell) => cell?.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}

/** Name, default and description of the inputs. The page has a table of its own for operations. */
function inputRows(): string[][] {
  return Object.entries(inputs).map(([name, input]) => {
    const value = input.default === undefined ? '' : `\`${input.default}\``;
    const isOperation = name === 'operation';
    return [
      `\`${name}\``,
      input.required ? '**required**' : value,
      isOperation
        ? input.description.replace(/\. .*/, '. [By operation](#by-operation)')
        : input.description,
    ];
  });
}

/** Which inputs an operation takes, or if these are fewer, which ones it does not take. */
function inputsByOperation(): string {
  const names = Object.keys(inputs);
  const lines = OPERATIONS.map((operation) => {
    const isTaken = (name: string) => operationsOf(name)?.includes(operation) ?? true;
    const taken = names.filter(isTaken).filter((name) => operationsOf(name));
    const refused = names.filter((name) => !isTaken(name));
    const list = (some: readonly string[]) => some.map((name) => `\`${name}\``).join(', ');
    return refused.length < taken.length
      ? `- \`${operation}\`: all except ${list(refused)}`
      : `- \`${operation}\`: ${list(taken)}`;
  });
  return lines.join('\n');
}

function phases(): string[] {
  const lines = Object.entries(PHASES).map(([at, { first, next }]) => [
    first && `  [*] --> ${at}: ${first}`,
    ...Object.entries(next).map(([to, why]) => `  ${at} --> ${to}: ${why}`),
  ]);
  return lines.flat().filter((line) => line !== undefined);
}

function renderMetadata(): string {
  const quote = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  const defaults = Object.entries(inputs).map(([name, input]) => {
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

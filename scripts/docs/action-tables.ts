import { operationsOf } from '../../src/inputs/fields.ts';
import type { Verdict } from '../../src/outcome.ts';
import { table } from './page.ts';
import { VERDICT_HELP } from './verdict-help.ts';

/** The fields of action.yml from which pages are generated. */
export interface ActionMetadata {
  readonly inputs: Readonly<Record<string, { description: string; required?: boolean; default?: string }>>;
  readonly outputs: Readonly<Record<string, { description: string }>>;
}

/** The inputs that the README shows. */
const COMMON_INPUTS = [
  ...['base-url', 'project-id', 'api-key', 'operation', 'prompt', 'paths-ignore', 'pull-request'],
  ...['trigger-label', 'trigger-command', 'wait', 'timeout', 'issue-number'],
];

/** The table of all inputs. */
export function inputsTable({ inputs }: ActionMetadata): string[] {
  const rows = Object.entries(inputs).map(([name, input]) => [
    `\`${name}\``,
    defaultOf(input),
    (operationsOf(name) ?? ['all']).map((operation) => (operation === 'all' ? 'all' : `\`${operation}\``)).join(', '),
    input.description,
  ]);
  return table(['Input', 'Default', 'Operations', 'Meaning'], rows);
}

/** The table of all outputs. */
export const outputsTable = ({ outputs }: ActionMetadata): string[] =>
  table(
    ['Output', 'Meaning'],
    Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]),
  );

/** The common inputs, each with the first sentence of its description. @throws Error if action.yml lacks one. */
export const commonInputsTable = ({ inputs }: ActionMetadata): string[] =>
  table(
    ['Input', 'Default', 'Meaning'],
    COMMON_INPUTS.map((name) => {
      const input = present(inputs[name], name);
      return [`\`${name}\``, defaultOf(input), firstSentence(input.description)];
    }),
  );

/** The table of verdicts, and whether they fail the step with the default of `fail-on`. */
export function verdictsTable({ inputs }: ActionMetadata): string[] {
  const failing = (inputs['fail-on']?.default ?? '').split(/[\s,]+/);
  const step = (verdict: Verdict) =>
    verdict === 'error' ? 'always fails' : failing.includes(verdict) ? 'fails' : 'succeeds';
  const rows = Object.entries(VERDICT_HELP).map(([verdict, { meaning }]) => [
    `\`${verdict}\``,
    meaning,
    step(verdict as Verdict),
  ]);
  return table(['Verdict', 'Meaning', 'Step'], rows);
}

const defaultOf = ({ required, default: value }: ActionMetadata['inputs'][string]): string =>
  required ? '**required**' : value === undefined ? '' : `\`${value}\``;

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`action.yml has no \`${name}\`, which the README shows`);
  return value;
}

/** Up to the first full stop outside of code that ends the text or precedes a capital letter or code. */
function firstSentence(description: string): string {
  return /^.*?\.(?=$| [A-Z`])/.exec(description)?.[0] ?? description;
}

import type { Description } from './description.ts';
import type { Exchange, Violation } from './exchange.ts';
import type { PlayedStep } from './operations.ts';

/** The exchanges of one step of the action; without a step, those with the sandbox's error answers. */
export interface CheckedStep {
  readonly step: PlayedStep | undefined;
  readonly exchanges: readonly Exchange[];
}

/** What a check found. */
export interface Comparison {
  readonly descriptions: readonly Description[];
  readonly steps: readonly CheckedStep[];
}

/** Whether an exchange is invalid or in no description, a step ended in another way than expected, or a description was not used at all. */
export const hasFailed = ({ descriptions, steps }: Comparison): boolean =>
  [...steps.flatMap(errorsOf), ...unexpectedEndsOf(steps), ...unusedOf(descriptions, steps)].length > 0;

/** A table of requests and violations, then each violation, and what the descriptions leave open. */
export function renderReport({ descriptions, steps }: Comparison): string {
  const errors = steps.flatMap((checked) => errorsOf(checked).map((text) => `${nameOf(checked)}: ${text}`));
  return [
    '',
    ...descriptions.map(({ title, file, servers }) => `${title}, ${servers.join(', ') || 'no server'} (${file})`),
    '',
    ...align([['Operation', 'Request', 'Requests', 'Statuses', 'Violations'], ...rowsOf(steps)]),
    ...section('Violations', errors),
    ...section('Left open by the descriptions (with the statuses of the answers)', openPointsOf(steps)),
    ...section('Unexpected ends', unexpectedEndsOf(steps)),
    ...section('Descriptions without any operation of the interface', unusedOf(descriptions, steps)),
  ].join('\n');
}

const unexpectedEndsOf = (steps: readonly CheckedStep[]): string[] =>
  steps.flatMap(({ step }) =>
    step && step.verdict !== step.expected
      ? [`${step.operation} ended with \`${step.verdict}\` instead of \`${step.expected}\`:\n${step.log}`]
      : [],
  );

function unusedOf(descriptions: readonly Description[], steps: readonly CheckedStep[]): string[] {
  const used = new Set(steps.flatMap(({ exchanges }) => exchanges.map(({ file }) => file)));
  return descriptions.map(({ file }) => file).filter((file) => !used.has(file));
}

/** The requests that the command itself sends are invalid on purpose: only their answers count. */
const counts = ({ step }: CheckedStep, { side }: Violation) => step !== undefined || side === 'response';

const nameOf = ({ step }: CheckedStep) => step?.operation ?? 'error answers';

function errorsOf(checked: CheckedStep): string[] {
  return checked.exchanges.flatMap(({ operation, status, file, violations }) =>
    file === undefined
      ? [`${operation} (${status}): no description contains this operation`]
      : violations
          .filter((violation) => violation.isError && counts(checked, violation))
          .map(({ side, text }) => `${operation}, ${side} (${status}): ${text}`),
  );
}

function openPointsOf(steps: readonly CheckedStep[]): string[] {
  const points = steps.flatMap((checked) =>
    checked.exchanges.flatMap((exchange) => pointsOf(checked, exchange).map((point) => ({ ...exchange, point }))),
  );
  const grouped = Map.groupBy(points, ({ operation, point }) => `${operation}: ${point}`);
  return [...grouped].map(([point, found]) => `${point} (${statusesOf(found)})`);
}

function pointsOf(checked: CheckedStep, { violations, unnamed }: Exchange): string[] {
  return [
    ...violations.filter((violation) => !violation.isError && counts(checked, violation)).map(({ text }) => text),
    ...unnamed.map((name) => `no description of \`${name}\``),
  ];
}

function rowsOf(steps: readonly CheckedStep[]): string[][] {
  const names = [...new Set(steps.map(nameOf))];
  return names.flatMap((name) => {
    const own = steps.filter((checked) => nameOf(checked) === name);
    const operations = new Set(own.flatMap(({ exchanges }) => exchanges.map(({ operation }) => operation)));
    return [...operations].map((operation) => {
      const parts = own.map(({ step, exchanges }) => ({
        step,
        exchanges: exchanges.filter((exchange) => exchange.operation === operation),
      }));
      const exchanges = parts.flatMap((part) => part.exchanges);
      return [name, operation, exchanges.length, statusesOf(exchanges), parts.flatMap(errorsOf).length].map(String);
    });
  });
}

const statusesOf = (exchanges: readonly { readonly status: number }[]): string =>
  [...new Set(exchanges.map(({ status }) => status))].sort((a, b) => a - b).join(' ');

function section(title: string, lines: readonly string[]): string[] {
  const distinct = [...new Set(lines)];
  return ['', `${title}: ${distinct.length === 0 ? 'none' : distinct.length}`, ...distinct.map((line) => `  ${line}`)];
}

function align(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(width(column)))
      .join('  ')
      .trimEnd(),
  );
}

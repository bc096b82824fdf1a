import type { Description } from './description.ts';
import type { Exchange, Violation } from './exchange.ts';
import type { PlayedStep } from './operations.ts';

/** The exchanges of one step of the action; without a step, those with the sandbox's error answers. */
export interface CheckedStep {
  readonly step: PlayedStep | undefined;
  readonly exchanges: readonly Exchange[];
}

/** Whether an exchange is invalid, or a step ended in another way than expected. */
export const hasFailed = (steps: readonly CheckedStep[]): boolean =>
  steps.some(
    (checked) => (checked.step && checked.step.verdict !== checked.step.expected) || errorsOf(checked).length > 0,
  );

/** A table of requests and violations, then each violation, and what the descriptions leave open. */
export function renderReport(descriptions: readonly Description[], steps: readonly CheckedStep[]): string {
  const table = [['Operation', 'Request', 'Requests', 'Statuses', 'Violations'], ...rowsOf(steps)];
  const unexpected = steps.flatMap(({ step }) =>
    step && step.verdict !== step.expected
      ? [`${step.operation} ended with \`${step.verdict}\` instead of \`${step.expected}\`:\n${step.log}`]
      : [],
  );
  const errors = steps.flatMap((checked) => errorsOf(checked).map((text) => `${nameOf(checked)}: ${text}`));
  return [
    '',
    ...descriptions.map(({ title, file, servers }) => `${title}, ${servers.join(', ') || 'no server'} (${file})`),
    '',
    ...align(table),
    ...section('Violations', errors),
    ...section('Left open by the descriptions', steps.flatMap(openPointsOf)),
    ...section('Unexpected ends', unexpected),
  ].join('\n');
}

/** The requests that the command itself sends are invalid on purpose: only their answers count. */
const counts = ({ step }: CheckedStep, { side }: Violation) => step !== undefined || side === 'response';

const nameOf = ({ step }: CheckedStep) => step?.operation ?? 'error answers';

function errorsOf(checked: CheckedStep): string[] {
  return checked.exchanges.flatMap((exchange) =>
    exchange.violations
      .filter((violation) => violation.isError && counts(checked, violation))
      .map(({ side, text }) => `${exchange.operation}, ${side} (${exchange.status}): ${text}`),
  );
}

function openPointsOf(checked: CheckedStep): string[] {
  return checked.exchanges.flatMap((exchange) => {
    const { operation, file, violations, unnamed } = exchange;
    if (file === undefined) return [`${operation}: no description contains this operation`];
    return [
      ...violations
        .filter((violation) => !violation.isError && counts(checked, violation))
        .map(({ text }) => `${operation}, ${exchange.status}: ${text}`),
      ...unnamed.map((name) => `${operation}: the description names no \`${name}\``),
    ];
  });
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
      const statuses = [...new Set(exchanges.map(({ status }) => status))].sort((a, b) => a - b);
      return [name, operation, exchanges.length, statuses.join(' '), parts.flatMap(errorsOf).length].map(String);
    });
  });
}

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

import type { Case, Result } from './case.ts';

/** How often each thing happened, by group and name. */
export type Counts = Record<string, Record<string, number>>;

/** What one case exercised. */
export function countsOf({ mutations, story }: Case, { applied, change, verdicts, violations }: Result): Counts {
  const counts: Counts = {};
  const count = (group: string, name: string) => addTo(counts, { [group]: { [name]: 1 } });
  count('Cases', 'all');
  count('Cases', CHANGES[change]);
  if (violations.length > 0) count('Cases', 'with a violation');
  count('Stories', story.name);
  for (const verdict of verdicts) count('Verdicts', verdict);
  for (const { mutation } of applied) count('Mutations', `${mutation.place.kind}: ${mutation.how}`);
  if (mutations.length > applied.length) count('Mutations', 'whose place does not come by');
  return counts;
}

const CHANGES = {
  none: 'in which nothing changes',
  texts: 'in which only texts change',
  course: 'in which requests or verdicts change',
} as const;

export function addTo(counts: Counts, more: Counts): void {
  for (const [group, names] of Object.entries(more)) {
    const known = counts[group] ?? {};
    for (const [name, number] of Object.entries(names)) known[name] = (known[name] ?? 0) + number;
    counts[group] = known;
  }
}

/** Lines for people, the most frequent first. */
export const formatCounts = (counts: Counts): string[] =>
  Object.entries(counts).flatMap(([group, names]) => [
    `\n${group}`,
    ...Object.entries(names)
      .sort(([, one], [, other]) => other - one)
      .map(([name, number]) => `${String(number).padStart(8)}  ${name}`),
  ]);

/** Why cases like these prove nothing; empty if they do. */
export function emptiness(counts: Counts): string[] {
  const { Cases: cases = {}, Mutations: mutations = {} } = counts;
  const problems: string[] = [];
  if ((cases[CHANGES.course] ?? 0) < (cases.all ?? 0) / 3)
    problems.push('Fewer than a third of the cases change a request or a verdict.');
  for (const kind of KINDS) if (!mutations[kind]) problems.push(`No case has the mutation “${kind}”.`);
  return problems;
}

/** Each must be in some hundred cases. */
const KINDS = [
  ...['answer: JSON', 'answer: bytes', 'answer: header', 'answer: status', 'answer: secret'],
  ...['event: JSON', 'event: bytes', 'event: secret', 'event: gone', 'state: JSON', 'state: bytes', 'file: bytes'],
  ...['input: text', 'input: secret', 'variable: text'],
];

import type { Case, Result } from './case.ts';
import { valuesIn } from './hostile-texts.ts';

/** How often each thing happened. */
export type Counts = Map<string, number>;

export function addTo(counts: Counts, names: readonly string[]): void {
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** What one case exercised. */
export const namesOf = (
  { mutations, story }: Case,
  { applied, hasOtherCourse, verdicts }: Result,
): string[] => [
  'cases',
  ...(hasOtherCourse ? [OTHER] : []),
  `story: ${story.name}`,
  ...verdicts.map((verdict) => `verdict: ${verdict}`),
  ...applied.map(({ mutation }) => `mutation: ${mutation.place.kind}: ${mutation.how}`),
  ...(mutations.length > applied.length ? ['mutation: whose place does not come by'] : []),
];

const OTHER = 'cases with other requests or verdicts';

/** Lines for people. */
export const formatCounts = (counts: Counts): string[] =>
  [...counts].sort().map(([name, number]) => `${String(number).padStart(8)}  ${name}`);

/** Why cases like these prove nothing; empty if they do. */
export function emptiness(counts: Counts): string[] {
  const isIdle = (counts.get(OTHER) ?? 0) < (counts.get('cases') ?? 0) / 3;
  return [
    ...(isIdle ? ['Fewer than a third of the cases change a request or a verdict.'] : []),
    ...KINDS.filter((kind) => !counts.has(`mutation: ${kind}`)).map(
      (kind) => `No case has the mutation “${kind}”.`,
    ),
  ];
}

/** Each must be in some hundred cases. */
const KINDS =
  valuesIn(`answer: JSON | answer: bytes | answer: header | answer: status | answer: secret | event: JSON
  event: bytes | event: secret | event: gone | state: JSON | state: bytes | file: bytes | input: text | input: secret
  variable: text`);

/**
 * A case as people read it: what was changed, what happened, what the processes logged, and what
 * that violates.
 */
export function formatCase(
  { story, mutations }: Case,
  { applied, played: { world }, violations }: Result,
): string {
  const missed = mutations.filter(
    (mutation) => !applied.some((each) => each.mutation === mutation),
  );
  return [
    `The story: ${story.name}`,
    ...applied.map(
      ({ mutation: { place }, note }) => `Changed: ${JSON.stringify(place)}: ${shown(note)}`,
    ),
    ...missed.map(({ place }) => `Not met: ${JSON.stringify(place)}`),
    ...world.story,
    ...world.processes.flatMap(({ name, result }) => [
      `\n${name} ends with ${result?.exitCode ?? 'no exit code'}`,
      ...world.exchanges
        .filter(({ by }) => by.name === name)
        .map(({ line, status }) => `  ${line} → ${status}`),
      ...(result?.log ?? []).map(({ level, text }) => `  ${level}: ${shown(text)}`),
    ]),
    ...violations.map((violation) => `!!! ${violation.slice(0, 1_000)}`),
  ].join('\n');
}

const shown = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

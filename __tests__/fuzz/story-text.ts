import type { Case, Result } from './case.ts';

/** A case as people read it: what was changed, what happened, what the processes logged, and what that violates. */
export function formatCase({ story, mutations }: Case, { applied, played: { world }, violations }: Result): string {
  const missed = mutations.filter((mutation) => !applied.some((each) => each.mutation === mutation));
  return [
    `The story: ${story.name}`,
    ...applied.map(({ mutation: { place }, note }) => `Changed: ${JSON.stringify(place)}: ${shown(note)}`),
    ...missed.map(({ place }) => `Not met: ${JSON.stringify(place)}`),
    ...world.story,
    ...world.processes.flatMap(({ name, result }) => [
      `\n${name} ends with ${result?.exitCode ?? 'no exit code'}`,
      ...world.exchanges.filter(({ by }) => by.name === name).map(({ line, status }) => `  ${line} → ${status}`),
      ...(result?.log ?? []).map(({ level, text }) => `  ${level}: ${shown(text)}`),
    ]),
    ...violations.map((violation) => `!!! ${violation.slice(0, 1_000)}`),
  ].join('\n');
}

const shown = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

import type { Exchange, Process } from '../simulation/world.ts';
import type { Case, Result } from './case.ts';
import type { Mutation } from './mutations.ts';
import type { Played } from './play.ts';

/** A case as people read it: what was changed, what the processes did, and what that violates. */
export function formatCase({ story, mutations }: Case, { applied, played, violations }: Result): string {
  const missed = mutations.filter((mutation) => !applied.some((each) => each.mutation === mutation));
  return [
    `The story: ${story.name}`,
    ...applied.map(({ mutation, note }) => `Changed: ${placeOf(mutation, played)}: ${shown(note)}`),
    ...missed.map((mutation) => `Not met: ${placeOf(mutation, played)}`),
    ...played.world.processes.flatMap((process) => ['', ...historyOf(process, played)]),
    '',
    ...violations.map((violation) => `!!! ${violation.slice(0, 1_000)}`),
  ].join('\n');
}

const shown = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

function placeOf({ place }: Mutation, { world }: Played): string {
  switch (place.kind) {
    case 'input':
    case 'variable':
      return `the ${place.kind} ${place.name} of run ${place.act + 1}`;
    case 'event':
      return `the event file of run ${place.act + 1}`;
    case 'state':
      return `the state for the post step`;
    case 'file':
      return `the file ${place.name}`;
    case 'answer': {
      const which = place.nth === undefined ? 'each answer' : `answer ${place.nth + 1}`;
      return `${which} to “${place.line}” of ${world.processes[place.process]?.name ?? `process ${place.process}`}`;
    }
  }
}

function historyOf(process: Process, { world, arrived }: Played): string[] {
  const { result, name } = process;
  const ended = result
    ? `ends with ${result.exitCode} after ${Math.round(result.ended - result.began)} ms`
    : 'never ends';
  const sent = world.exchanges.filter(({ by }) => by === process);
  return [
    `${name} ${ended}`,
    ...sent.map((exchange) => `  ${lineOf(exchange, result?.began ?? 0, arrived.get(exchange))}`),
    ...(result?.log ?? []).map(({ level, text }) => `  ${level}: ${shown(text)}`),
  ];
}

function lineOf({ at, line, status }: Exchange, began: number, arrived: number | undefined): string {
  const end = arrived === 0 ? 'no usable answer' : String(arrived ?? 'no answer');
  const changed = arrived === status || arrived === undefined ? '' : ` (sent as ${status})`;
  return `${String(Math.round(at - began)).padStart(7)} ms  ${line} → ${end}${changed}`;
}

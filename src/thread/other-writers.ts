import type { Outcome, Superseded } from '../report/outcome.ts';
import type { Marker } from './marker.ts';
import { urlOfComment } from './record-card.ts';
import { isFinal } from './state-after.ts';

/** Between two looks at the comment: a share of the time waited, within bounds; at most some fifty in half an hour. */
const LOOK = { share: 0.1, min: 10_000, max: 60_000 } as const;

/** @param elapsed milliseconds of waiting. @param looked the same, at the last look. */
export const isTimeToLook = (elapsed: number, looked: number): boolean =>
  elapsed - looked >= Math.min(Math.max(elapsed * LOOK.share, LOOK.min), LOOK.max);

/** Whether what another process wrote into our comment is better than what we could say. */
export function stands({ state, alive }: Marker, outcome: Outcome): boolean {
  switch (state) {
    case 'continued':
    case 'ended':
    case 'lost':
      return true;
    case 'starting':
    case 'open':
      return alive > 0 && !isFinal(outcome);
    case 'unsent':
    case 'unconfirmed':
      return false;
  }
}

/** Who has the request now; undefined where its end is told already. */
export function successor(marker: Marker, url: string): Superseded | undefined {
  if (marker.state === 'continued') return { kind: 'continued', url: urlOfComment(url, marker.by) };
  return marker.state === 'open' || marker.state === 'starting' ? { kind: 'taken-over' } : undefined;
}

/** Whether the run that wrote it `age` milliseconds ago has left its job to nobody. */
export const isLeft = ({ state, alive }: Marker, age: number): boolean => state === 'open' && age >= alive * 1000;

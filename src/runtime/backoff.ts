/** A share of a time, within bounds, in milliseconds. */
export interface Share {
  readonly share: number;
  readonly min: number;
  readonly max: number;
}

/** The pause after waiting for `elapsed` milliseconds already: the longer the wait, the longer the pause. */
export const shareOf = (elapsed: number, { share, min, max }: Share): number =>
  Math.min(Math.max(elapsed * share, min), max);

/** The pause after a failed attempt, in milliseconds: doubled with each attempt, from `min` up to `max`. @param attempt from 1. */
export const exponentialPause = (attempt: number, { min, max }: Pick<Share, 'min' | 'max'>): number =>
  Math.min(min * 2 ** (attempt - 1), max);

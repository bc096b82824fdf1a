import type { GitHub } from './github/embedded.ts';
import type { Service } from './service/service.ts';
import type { VirtualClock } from './virtual-clock.ts';

/**
 * A request that gets no response: the `nth` from now on, counted from 1. It is not executed
 * (`before`) or executed (`after`).
 */
type StopPoint = { readonly nth?: number; readonly when: 'before' | 'after' } & (
  | { readonly at: 'github'; readonly method: string; readonly path: RegExp }
  | { readonly at: 'service'; readonly operation: 'create' | 'follow-up' | 'get' }
);

interface StopWorld {
  readonly service: Pick<Service, 'faults'>;
  readonly github: Pick<GitHub, 'faults'>;
  /** A virtual clock, which advances until the step is stopped. */
  readonly clock?: Pick<VirtualClock, 'during'>;
}

/**
 * Stops a step at one request, so that a test can kill it there. Requests of other clients count
 * too; an earlier fault for the same request takes precedence.
 * @returns when the request has arrived and, for `after`, was executed (`reached`).
 */
export function stopAt({ service, github, clock }: StopWorld, { nth = 1, ...point }: StopPoint) {
  const reached = new Promise<void>((onStrike) => {
    const hang = {
      kind: 'hang',
      after: point.when === 'after',
      skip: nth - 1,
      onStrike: () => onStrike(),
    } as const;
    if (point.at === 'service') service.faults.add({ ...hang, operation: point.operation });
    else github.faults.add({ ...hang, method: point.method, path: point.path });
  });
  return { reached: clock ? clock.during(reached) : reached };
}

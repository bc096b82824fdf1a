import type { GitHub } from './github/embedded.ts';
import type { Service } from './service/service.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** A request that is never answered: the `nth` from now on, from 1; not carried out (`before`), or carried out (`after`). */
type StopPoint = { readonly nth?: number; readonly when: 'before' | 'after' } & (
  | { readonly at: 'github'; readonly method: string; readonly path: RegExp }
  | { readonly at: 'service'; readonly operation: 'create' | 'follow-up' | 'get' }
);

interface StopWorld {
  readonly service: Pick<Service, 'faults'>;
  readonly github: Pick<GitHub, 'faults'>;
  /** Where time is virtual: it passes until the step stands still. */
  readonly clock?: Pick<VirtualClock, 'during'>;
}

interface Stop {
  /** Once the request has arrived and, for `after`, has been carried out. */
  readonly reached: Promise<void>;
}

/**
 * Makes a step stand still at one request, to be killed there. Whoever else asks the same counts too; a fault that was added
 * earlier and spoils the same request goes first.
 */
export function stopAt({ service, github, clock }: StopWorld, { nth = 1, ...point }: StopPoint): Stop {
  const isAfter = point.when === 'after';
  const reached = new Promise<void>((onStrike) => {
    const common = { skip: nth - 1, onStrike: () => onStrike() };
    if (point.at === 'service') {
      service.faults.add({ ...common, kind: 'hang', operation: point.operation, after: isAfter });
    } else {
      const { method, path } = point;
      github.faults.add({ ...common, kind: isAfter ? 'hang-after' : 'hang', method, path });
    }
  });
  return { reached: clock ? clock.during(reached) : reached };
}

import type { AgentService } from '../agent/service.ts';
import type { ServiceError } from '../errors.ts';
import type { StatusRecord } from '../thread/records.ts';
import { type Sight, sightOf, sightOfRecord } from '../thread/sight.ts';
import type { LookEffects } from './next-step.ts';

export interface Looker {
  /** One status request, unless the comment alone tells; a second one where the service asked for patience. */
  look(record: StatusRecord): Promise<Sight>;
  /** Why the service told of no job at all: then the fault is not the jobs'. */
  refusal(): ServiceError | undefined;
}

/** Milliseconds for one request, and of patience where the service does not say how much. */
const TIMEOUT = 15_000;
const PATIENCE = 2_000;

export function createLooker({ service, clock, signal, deadline }: LookEffects): Looker {
  let isTold = false;
  let refusal: ServiceError | undefined;
  const read = (jobId: string) => service.readJob(jobId, Math.max(1, Math.min(TIMEOUT, deadline - clock.now())));

  async function readPatiently(jobId: string): ReturnType<AgentService['readJob']> {
    const reading = await read(jobId);
    const wait = reading.kind === 'throttled' ? (reading.retryIn ?? PATIENCE) : undefined;
    if (wait === undefined || clock.now() + wait >= deadline) return reading;
    await clock.sleep(wait, signal);
    return read(jobId);
  }

  return {
    refusal: () => (isTold ? undefined : refusal),
    async look(record) {
      const { marker } = record;
      const known = sightOfRecord(record);
      if (known || !('job' in marker)) return known ?? { kind: 'active' };
      const reading = await readPatiently(marker.job);
      if (reading.kind === 'refused') refusal ??= reading.error;
      else isTold = true;
      return sightOf(reading, record, marker.job);
    },
  };
}

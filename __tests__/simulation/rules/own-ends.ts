import { endOf } from '../service.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

const ENDS: ReadonlySet<string | undefined> = new Set(['pull-request', 'no-changes', 'failed', 'archived']);

/** A run that waits reports no end of work that a later request of another run asked for. */
export const ownEnds: RuleOf = (world, judge) => ({
  name: 'own ends',
  onEnd(process) {
    const { what, occasion, run, name, result } = process;
    const { jobId = '', verdict } = result?.outputs ?? {};
    const job = world.service.jobs.get(jobId);
    const last = world.senders.get(jobId)?.at(-1);
    const sentAt = job?.prompts.at(-1)?.at ?? 0;
    const isWaiting = world.senders.get(jobId)?.some((each) => each === process);
    if (what !== 'main' || !ENDS.has(verdict) || !job || !last || !isWaiting) return [];
    const read = world.exchanges.findLast(({ by, line }) => by === process && line.endsWith(`/job/${jobId}`));
    const isLater = last.run !== run && (read?.at ?? 0) >= Math.max(sentAt, endOf(job));
    return judge('ends are its own', isLater && excuseFor(process, last, world), () =>
      isLater ? [`${name} (${occasion.kind}) ends ${verdict}, which is the end of what ${last.name} sent`] : [],
    );
  },
});

/** Whether a sweep wrote the run's status comment, so that no later request marks it as continued. */
const isSwept = (process: Process, { exchanges, authors }: World): boolean =>
  exchanges.some(({ by, line }) => {
    const [, id] = /^PATCH github\/issues\/comments\/(\d+)$/.exec(line) ?? [];
    return by.occasion.kind === 'sweep' && authors.get(Number(id)) === process;
  });

/** Why the run could not read which request came later. */
const excuseFor = (process: Process, last: Process, world: World): string | false =>
  (world.forgotten.has(last.occasion.id) && 'people took away the status comment') ||
  ([process, last].some(({ occasion }) => occasion.thread === undefined) && 'one of them has no status comment') ||
  (isSwept(process, world) && 'a sweep reported what it sent') ||
  (world.exchanges.some(({ by, fault }) => (by === process || by === last) && fault !== undefined) && 'a fault hit it');

import { endOf } from '../service-model.ts';
import { firstLineOf, readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';
import { writtenIn } from './wording.ts';

/** Poll pauses, and requests between them, take no longer. */
const LATE_MS = 180_000;

/**
 * A request that waits for its turn holds its lease while its run lives, and goes on once no other is ahead of it. An edit that GitHub
 * refused is not sent again before the time that GitHub named.
 */
export const waits: RuleOf = (world, judge) => {
  /** Until when each run that waits holds its lease. */
  const leases = new Map<Process, number>();
  /** When GitHub accepts the next edit of each run. */
  const retries = new Map<string, number>();
  return {
    name: 'waits',
    onExchange(exchange) {
      const { by, at, line, fault } = exchange;
      const over = Math.round((at - (leases.get(by) ?? at)) / 1000);
      const text = writtenIn(exchange);
      const { kind, marker } = readComment(text ?? '') ?? {};
      const problems = leases.has(by)
        ? judge('waits with a lease', isHindered(by, 0, world), () =>
            over > 60 ? [`${by.name} waits without a lease for ${over} s`] : [],
          )
        : [];
      if (marker) leases.delete(by);
      if (marker?.state === 'waiting' && by.what === 'main') leases.set(by, at + marker.leaseSeconds * 1000);
      const edit = /^PATCH github\/issues\/comments\/\d+$/.test(line) ? `${by.name} ${line}` : undefined;
      const early = Math.round(((retries.get(edit ?? '') ?? 0) - at) / 1000);
      if (edit !== undefined) retries.set(edit, at + (RETRIES[fault ?? ''] ?? 0));
      const began = world.exchanges.find((each) => each.by === by)?.at ?? at;
      return [
        ...problems,
        ...(edit === undefined
          ? []
          : judge('edits wait', false, () => (early > 2 ? [`${by.name} edits ${early} s too early`] : []))),
        ...(kind !== 'not sent' || at - began < LATE_MS + 60_000
          ? []
          : judge('waits no longer', isHindered(by, at - LATE_MS, world), () =>
              isBehind(by, firstLineOf(text ?? ''), at - LATE_MS, world)
                ? []
                : [`${by.name} waited although no request was ahead of it: ${firstLineOf(text ?? '')}`],
            )),
      ];
    },
  };
};

/** Milliseconds that such a refusal names. */
const RETRIES: Readonly<Record<string, number>> = { 'secondary rate limit': 30_000, 'primary rate limit': 40_000 };

const isHindered = (by: Process, since: number, { exchanges, github }: World): string | false =>
  (exchanges.some((each) => each.by === by && each.at >= since && each.fault !== undefined) && 'a fault hit it') ||
  (github.locked.has(by.occasion.thread ?? 0) && 'its thread was locked') ||
  (github.transferred.has(by.occasion.thread ?? 0) && 'its thread was moved');

/** Whether, after a time, the job that a comment names was active, or another run held a lease. */
function isBehind(by: Process, line: string, since: number, { github, service, writers }: World): boolean {
  const job = service.jobs.get(/job `([^`]+)`/.exec(line)?.[1] ?? '');
  if (job && endOf(job) > since) return true;
  return github.comments.all.some(({ id, texts }) =>
    texts.some(({ at, body }, index) => {
      const until = at + (readComment(body)?.marker?.leaseSeconds ?? 0) * 1000;
      return writers.get(id) !== by && Math.min(until, texts[index + 1]?.at ?? until) > since;
    }),
  );
}

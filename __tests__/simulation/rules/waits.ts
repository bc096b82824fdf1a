import { endOf } from '../service.ts';
import { firstLineOf, readComment, type Shown } from '../wording.ts';
import type { Exchange, Process, World } from '../world.ts';
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
  function holdsLease({ by, at }: Exchange, shown: Shown | undefined): readonly string[] {
    const until = leases.get(by);
    const over = until === undefined ? 0 : Math.round((at - until) / 1000);
    if (shown?.marker) leases.delete(by);
    if (shown?.marker?.state === 'waiting' && by.what === 'main') leases.set(by, at + shown.marker.leaseSeconds * 1000);
    if (until === undefined) return [];
    return judge('waits with a lease', isHindered(by, 0, world), () =>
      over > 60 ? [`${by.name} waits without a lease for ${over} s`] : [],
    );
  }

  function editsInTime({ by, at, line, fault = '', status }: Exchange): readonly string[] {
    if (!/^PATCH github\/issues\/comments\/\d+$/.test(line)) return [];
    const edit = `${by.name} ${line}`;
    const early = Math.round(((retries.get(edit) ?? 0) - at) / 1000);
    retries.set(edit, at + (status === 403 ? 0 : (RETRIES[fault] ?? 0))); // GitHub itself names the end of the hour
    return judge('edits wait', false, () => (early > 2 ? [`${by.name} edits ${early} s too early`] : []));
  }

  function waitedNoLonger({ by, at }: Exchange, line: string): readonly string[] {
    const began = world.exchanges.find((each) => each.by === by)?.at ?? at;
    if (at - began < LATE_MS + 60_000) return [];
    return judge('waits no longer', isHindered(by, at - LATE_MS, world), () =>
      isBehind(by, line, at - LATE_MS, world) ? [] : [`${by.name} waited although no request was ahead of it: ${line}`],
    );
  }

  return {
    name: 'waits',
    onExchange(exchange) {
      const text = writtenIn(exchange) ?? '';
      const shown = readComment(text);
      const isUnsent = shown?.kind === 'not sent' && shown.marker !== undefined;
      return [
        ...holdsLease(exchange, shown),
        ...editsInTime(exchange),
        ...(isUnsent ? waitedNoLonger(exchange, firstLineOf(text)) : []),
      ];
    },
  };
};

/** Milliseconds that such a refusal names. */
const RETRIES: Readonly<Record<string, number>> = { 'secondary rate limit': 30_000, 'primary rate limit': 40_000 };

const HOUR_MS = 3_600_000;

const isHindered = (by: Process, since: number, { exchanges, github }: World): string | false =>
  (exchanges.some((each) => each.by === by && each.at >= since && each.fault !== undefined) && 'a fault hit it') ||
  (exchanges.some((each) => each.by === by && each.at >= since - HOUR_MS && each.status === 403) &&
    'it waited for the end of a rate limit') ||
  (github.isClosed(by.occasion.thread ?? 0) && 'its thread was locked or moved');

/** Whether, after a time, the job that a comment names was active, or another run held a lease. */
function isBehind(by: Process, line: string, since: number, { github, service, writers }: World): boolean {
  const job = service.jobs.get(/job `([^`]+)`/.exec(line)?.[1] ?? '');
  if (job && endOf(job) > since) return true;
  return github.repository.comments.some(({ id, texts }) =>
    texts.some(({ at, body }, index) => {
      const until = at + (readComment(body)?.marker?.leaseSeconds ?? 0) * 1000;
      return writers.get(id) !== by && Math.min(until, texts[index + 1]?.at ?? until) > since;
    }),
  );
}

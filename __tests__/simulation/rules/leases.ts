import { type Kind, readComment } from '../wording.ts';
import type { Exchange, Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';
import { writtenIn } from './wording.ts';

/** GitHub's times are whole seconds, and a request is answered after it was sent. */
const ROUNDED_MS = 2_000;

/**
 * While a run holds the lease of a status comment, no other run edits it, unless the job has ended; and no lease is longer than its holder
 * may work.
 */
export const leases: RuleOf = (world, judge) => {
  const began = new Map<Process, number>();
  return {
    name: 'leases',
    onExchange(exchange) {
      const { by, at } = exchange;
      if (!began.has(by)) began.set(by, at);
      const { marker, kind } = readComment(writtenIn(exchange) ?? '') ?? {};
      if (!marker) return [];
      const limit = (began.get(by) ?? at) + by.timeoutMs + ROUNDED_MS;
      const surplus = Math.round((at + marker.leaseSeconds * 1000 - limit) / 1000);
      const other = leaseOfOther(exchange, kind, world);
      const isEnd = marker.state.startsWith('ended'); // a sweep may read it before the run does
      return [
        ...(marker.leaseSeconds === 0
          ? []
          : judge('leases end in time', false, () =>
              surplus > 0 ? [`${by.name} takes a lease that ends ${surplus} s after its timeout`] : [],
            )),
        ...(other === undefined
          ? []
          : judge('leases are honored', excuseFor(by, other), () =>
              isEnd || other.left <= 0
                ? []
                : [`${by.name} edits (${kind}) what ${other.holder.name} holds: ${other.left} s`],
            )),
      ];
    },
  };
};

const excuseFor = (by: Process, other: { readonly isUnread: boolean; readonly isOwnBefore: boolean }) =>
  (by.occasion.kind === 'attach' && 'a person wants it to wait for that job') ||
  (other.isUnread && 'both took it at the same moment') ||
  (other.isOwnBefore && 'a re-run attaches to its earlier attempt');

/**
 * The lease, as this edit found it, that another run took: for how many seconds it holds it still. A run that has sent a follow-up marks the
 * earlier requests as continued no matter which run took them since: what counts is what the lists showed before it sent.
 */
function leaseOfOther({ by, at, line }: Exchange, kind: Kind | undefined, world: World) {
  const { github, writers, authors, exchanges, setup } = world;
  const id = Number(/^PATCH github\/issues\/comments\/(\d+)$/.exec(line)?.[1]);
  const holder = writers.get(id);
  const [former] = github.comment(id)?.texts.slice(-2) ?? [];
  const lease = former && readComment(former.body)?.marker?.leaseSeconds;
  if (!holder || !former || !lease || (holder.run === by.run && holder.leg === by.leg)) return undefined;
  const decisive = kind === 'continued' ? /^GET github\/issues\/.*comments$/ : /^GET github\/issues\/.*comments/;
  const reads = exchanges.filter((each) => each.by === by && decisive.test(each.line));
  const isUnread = (reads.at(-1)?.at ?? 0) < former.at + setup.lag.edited;
  const author = authors.get(id);
  const isOwnBefore = author?.run === by.run && author.attempt < by.attempt;
  return { holder, isUnread, isOwnBefore, left: Math.round((former.at + lease * 1000 - ROUNDED_MS - at) / 1000) };
}

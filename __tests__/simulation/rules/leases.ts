import { readComment } from '../wording.ts';
import type { Process } from '../world.ts';
import type { RuleOf } from './rule.ts';
import { writtenIn } from './wording.ts';

/** GitHub's times are whole seconds, and a request is answered after it was sent. */
const ROUNDED_MS = 2_000;

/** While a process holds the lease of a status comment, no other run edits it; and no lease is longer than its writer may work. */
export const leases: RuleOf = ({ github, writers }, judge) => {
  const began = new Map<Process, number>();
  return {
    name: 'leases',
    onExchange(exchange) {
      const { by, at, line } = exchange;
      if (!began.has(by)) began.set(by, at);
      const text = writtenIn(exchange);
      const { marker, kind } = (text && readComment(text)) || {};
      if (!marker) return [];
      const problems: string[] = [];
      const until = at + marker.leaseSeconds * 1000;
      const limit = (began.get(by) ?? at) + by.timeoutMs + ROUNDED_MS;
      if (marker.leaseSeconds > 0)
        problems.push(
          ...judge('leases end in time', false, () =>
            until > limit ? [`takes a lease that ends ${Math.round((until - limit) / 1000)} s after its timeout`] : [],
          ),
        );
      const [, id] = /^PATCH github\/issues\/comments\/(\d+)$/.exec(line) ?? [];
      const [former] = github.comments.find(Number(id))?.texts.slice(-2) ?? [];
      const holder = writers.get(Number(id));
      const held = former && readComment(former.body)?.marker;
      if (holder && former && held && held.leaseSeconds > 0 && !(holder.run === by.run && holder.leg === by.leg)) {
        const left = former.at + held.leaseSeconds * 1000 - at;
        problems.push(
          ...judge('leases are honored', false, () =>
            left > ROUNDED_MS
              ? [`edits comment ${id} (${kind}), whose lease ${holder.name} holds for ${Math.round(left / 1000)} s more`]
              : [],
          ),
        );
      }
      return problems.map((problem) => `${by.name} ${problem}`);
    },
  };
};

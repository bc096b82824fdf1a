import type { RuleOf } from './rule.ts';

const FOLLOW_UP = /^POST service\/v2\/agent\/p1\/job\/([^/]+)\/message$/;

/**
 * The service drops what it works on when a follow-up comes, so none is sent before that work has ended, whichever threads the requests are
 * made in. Does not apply if people or another key took away the status comment of the request that is dropped.
 */
export const noOvertaking: RuleOf = ({ service, senders, forgotten }, judge) => ({
  name: 'no overtaking',
  onExchange({ by, line, status }) {
    const [isFollowUp, id = ''] = FOLLOW_UP.exec(line) ?? [];
    if (!isFollowUp || status >= 300) return [];
    const former = senders.get(id)?.at(-1);
    const isForgotten = former === undefined || forgotten.has(former.occasion.id);
    return judge('no overtaking', isForgotten && 'people took away the status comment', () =>
      service.jobs.get(id)?.prompts.at(-1)?.drops
        ? [`${by.name} sends a follow-up to ${id}, which drops its work for ${former?.name}`]
        : [],
    );
  },
});

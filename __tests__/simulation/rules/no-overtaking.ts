import { readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

const FOLLOW_UP = /^POST service\/v2\/agent\/p1\/job\/([^/]+)\/message$/;
const LIST = /^GET github\/issues\/(?:\d+\/)?comments$/;
/** A run reads the lists again so long after it announced its request, in milliseconds. */
const PAUSE_MS = 2_000;

/**
 * The service drops what it works on when a follow-up comes, so none is sent before that work has ended, whichever threads the requests are
 * made in. Does not apply if people or another key took away the status comment of the request that is dropped, or if lists showed the
 * announcement of one of the two too late for the other.
 */
export const noOvertaking: RuleOf = (world, judge) => ({
  name: 'no overtaking',
  onExchange({ at, by, line, status }) {
    const { service, senders, forgotten } = world;
    const [isFollowUp, id = ''] = FOLLOW_UP.exec(line) ?? [];
    if (!isFollowUp || status >= 300) return [];
    const former = senders.get(id)?.at(-1);
    const prompts = service.jobs.get(id)?.prompts ?? [];
    const excuse =
      ((former === undefined || forgotten.has(former.occasion.id)) && 'people took away the status comment') ||
      ((isHidden(former, { by, at }, world) || isHidden(by, { by: former, at: prompts.at(-2)?.at ?? 0 }, world)) &&
        'a list did not show an announcement');
    return judge('no overtaking', excuse, () =>
      prompts.at(-1)?.drops ? [`${by.name} sends a follow-up to ${id}, which drops its work for ${former?.name}`] : [],
    );
  },
});

/** Whether lists show the announcement of a process late, and did not yet when another one read them last before it sent its request. */
function isHidden(
  author: Process | undefined,
  sent: { readonly by: Process | undefined; readonly at: number },
  { github, authors, exchanges }: World,
): boolean {
  const read = exchanges.findLast(({ by, at, line }) => by === sent.by && at <= sent.at && LIST.test(line))?.at ?? 0;
  return github.repository.comments.some(
    (comment) =>
      authors.get(comment.id) === author &&
      ['starting', 'waiting'].includes(readComment(comment.texts[0]?.body ?? '')?.kind ?? '') &&
      github.shownAt(comment) - comment.createdAt > PAUSE_MS &&
      github.shownAt(comment) > read,
  );
}

import { endOf } from '../service.ts';
import { readComment, type Shown } from '../wording.ts';
import type { Exchange, Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

const EDIT = /^PATCH github\/issues\/comments\/(\d+)$/;
/** A process that read a comment so long ago may write what is no longer right. */
const READ_MS = 5_000;

/**
 * A status comment stays that of its request: no edit changes whose it is, takes back an end that
 * was reported, or forgets that the request is a follow-up. The action changes no copy, and
 * replaces an earlier attempt's comment only once there is another one.
 */
export const keptComments: RuleOf = (world, judge) => ({
  onExchange(exchange) {
    const { by, line, status, written } = exchange;
    const shown = written?.shown;
    if (line.startsWith('DELETE '))
      judge('comments are kept', false, `${by.name} deletes a comment`);
    const [, number] = EDIT.exec(line) ?? [];
    if (status >= 300 || (number === undefined && !shown?.marker)) return;
    const id = Number(number);
    const author = number === undefined ? by : world.authors.get(id);
    const excuse = number !== undefined && excuseFor(exchange, id, world);
    const isEarly =
      shown?.kind === 'replaced' && author !== by && ![...world.authors.values()].includes(by);
    judge(
      'comments are kept',
      excuse,
      !author && `${by.name} changes comment ${id}, which no run created`,
      author && isEarly && `${by.name} replaces comment ${id} before there is one of its own`,
    );
    const problems = [...changesOf(shown, id, world), ...untruthsOf(shown, author, world)];
    judge(
      'comments are kept',
      excuse,
      ...problems.map((problem) => problem && `${by.name} ${problem}`),
    );
  },
});

/**
 * Whether an older comment of the run is there, and was edited, so that a copy of its first text
 * can be told from it.
 */
const hasOriginal = (copy: number, by: Process, { github, authors }: World) =>
  github.repository.comments.some(
    ({ id, texts }) => id < copy && authors.get(id)?.run === by.run && texts.length > 1,
  );

/**
 * States of a marker that none of the others may follow. A later run may attach to a job whose end
 * was shown.
 */
const BACK = [
  [/^opened/, /^(?!opened)/],
  [/^open$/, /^unconfirmed/],
  [/^ended/, /^(?!ended|open$)/],
] as const;

/** What an edit changed that stays. */
function changesOf({ kind, marker }: Partial<Shown> = {}, id: number, { github }: World) {
  const [former] = github.comment(id)?.texts.slice(-2) ?? [];
  const before = former && readComment(former.body)?.marker;
  if (!before || !marker) return [];
  const isBack =
    BACK.some(([from, to]) => from.test(before.state) && to.test(marker.state)) &&
    kind !== 'replaced';
  const isForgotten = before.isFollowUp && !marker.isFollowUp && marker.state !== 'unsent';
  return [
    before.identity !== marker.identity &&
      kind !== 'replaced' &&
      `makes comment ${id} that of another request`,
    isForgotten && `forgets that comment ${id} is about a follow-up`,
    isBack && `makes “${before.state}” “${marker.state}”`,
  ];
}

/**
 * Of the newest prompt of a job: it is a follow-up unless it created the job, and its end is
 * reported once its work has ended.
 */
function untruthsOf(
  { kind, marker }: Partial<Shown> = {},
  author: Process | undefined,
  { service, senders, time }: World,
) {
  const job = service.jobs.get(marker?.job ?? '');
  const prompts = senders.get(marker?.job ?? '') ?? [];
  const last = prompts.at(-1);
  const isNewest = last?.run === author?.run && last?.leg === author?.leg;
  if (
    !marker ||
    !job ||
    !author ||
    !isNewest ||
    kind === 'replaced' ||
    !/^(?:open|ended .*)$/.test(marker.state)
  )
    return [];
  // Another link than before a follow-up proves its end, also if it is the late link of the work
  // before.
  const { link, former } = job;
  const isLinkLate = former.prLink !== null && former.prLink !== link;
  const early = isLinkLate ? 0 : Math.round((endOf(job) - time.now()) / 1000);
  return [
    prompts.length > 1 && !marker.isFollowUp && `takes the follow-up to ${job.id} for a new job`,
    marker.state !== 'open' && early > 0 && `reports “${marker.state}” ${early} s before the end`,
  ];
}

/**
 * Whether the edit was under way when another process wrote, or GitHub did not show what that
 * wrote.
 */
function excuseFor({ by, at }: Exchange, id: number, world: World): string | undefined {
  const { github, unreadable, authors } = world;
  if (!authors.has(id) && !hasOriginal(id, by, world)) return 'only a copy of it is left';
  if (unreadable.has(id) && github.comment(id)?.texts.length !== 1) return 'people broke it';
  const [former] = github.comment(id)?.texts.slice(-2) ?? [];
  const read = by.sent.findLast((each) => each.line === `GET github/issues/comments/${id}`);
  // perhaps only after a long silence
  if (read?.fault !== undefined) return 'GitHub did not show it';
  if (!former || !read || read.at < at - READ_MS) return undefined;
  return read.at < former.at ? 'it was written meanwhile' : undefined;
}

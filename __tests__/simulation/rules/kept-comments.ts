import { endOf } from '../service.ts';
import { readComment, type Shown } from '../wording.ts';
import type { Exchange, Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';
import { writtenIn } from './wording.ts';

const CHANGE = /^(PATCH|DELETE) github\/issues\/comments\/(\d+)$/;
/** A process that read a comment so long ago may write what is no longer right. */
const READ_MS = 5_000;

/**
 * A status comment stays that of its request: no edit changes whose it is, takes back an end that was reported, or forgets that the request
 * is a follow-up. The action changes no copy, and takes an earlier attempt's comment away only once there is another one.
 */
export const keptComments: RuleOf = (world, judge) => ({
  name: 'kept comments',
  onExchange(exchange) {
    const { by, line, status } = exchange;
    const text = writtenIn(exchange);
    const shown = text === undefined ? undefined : readComment(text);
    const [, method, number] = CHANGE.exec(line) ?? [];
    if (status >= 300 || (method === undefined && !shown?.marker)) return [];
    const id = Number(number);
    const author = method === undefined ? by : world.authors.get(id);
    const isAlone = method !== undefined && !author && !hasOriginal(id, by, world);
    const excuse = isAlone ? 'only a copy of it is left' : method === 'PATCH' && excuseFor(exchange, id, world);
    const problems = judge('comments are kept', excuse, () => [
      ...(author ? [] : [`changes comment ${id}, which no run created`]),
      ...(method === 'PATCH' && shown ? changesOf(shown, id, world) : []),
      ...(author && shown ? untruthsOf(shown, author, world) : []),
      ...(isTakenAway(shown, method) && author && author !== by && ![...world.authors.values()].includes(by)
        ? [`takes comment ${id} away before there is one of its own`]
        : []),
    ]);
    return problems.map((problem) => `${by.name} ${problem}`);
  },
});

/** Whether an older comment of the run is there, and was edited, so that a copy of its first text can be told from it. */
const hasOriginal = (copy: number, by: Process, { github, authors }: World) =>
  github.repository.comments.some(({ id, texts }) => id < copy && authors.get(id)?.run === by.run && texts.length > 1);

const isTakenAway = (shown: Shown | undefined, method: string | undefined) =>
  method === 'DELETE' || shown?.kind === 'replaced';

/** What an edit changed that stays. */
function changesOf({ kind, marker }: Shown, id: number, { github }: World): string[] {
  const [former] = github.comment(id)?.texts.slice(-2) ?? [];
  const before = former && readComment(former.body)?.marker;
  if (!before || !marker) return [];
  const isBack = /^opened/.test(before.state)
    ? marker.state !== 'opened'
    : before.state === 'open'
      ? marker.state === 'unconfirmed'
      : /^ended/.test(before.state) && kind !== 'replaced' && !/^(?:ended|open$)/.test(marker.state); // a later run may attach
  return [
    ...(before.identity === marker.identity ? [] : [`makes comment ${id} that of another request`]),
    ...(before.isFollowUp && !marker.isFollowUp && marker.state !== 'unsent'
      ? [`forgets that comment ${id} is about a follow-up`]
      : []),
    ...(isBack ? [`makes “${before.state}” “${marker.state}”`] : []),
  ];
}

/** Of the newest prompt of a job: it is a follow-up unless it created the job, and its end is reported once its work has ended. */
function untruthsOf({ kind, marker }: Shown, author: Process, { service, senders, time }: World): string[] {
  const job = service.jobs.get(marker?.job ?? '');
  const prompts = senders.get(marker?.job ?? '') ?? [];
  const last = prompts.at(-1);
  const isNewest = last?.run === author.run && last.leg === author.leg;
  if (!marker || !job || !isNewest || kind === 'replaced' || !/^(?:open|ended .*)$/.test(marker.state)) return [];
  const early = Math.round((endOf(job) - time.now()) / 1000);
  return [
    ...(prompts.length > 1 && !marker.isFollowUp ? [`takes the follow-up to ${job.id} for a new job`] : []),
    ...(marker.state !== 'open' && early > 0 ? [`reports “${marker.state}” ${early} s before the end`] : []),
  ];
}

/** Whether the edit was under way when another process wrote, or GitHub did not show what that wrote. */
function excuseFor({ by, at }: Exchange, id: number, { github, exchanges, unreadable }: World): string | undefined {
  if (unreadable.has(id) && github.comment(id)?.texts.length !== 1) return 'people broke it';
  const [former] = github.comment(id)?.texts.slice(-2) ?? [];
  const read = exchanges.findLast((each) => each.by === by && each.line === `GET github/issues/comments/${id}`);
  if (read?.fault !== undefined) return 'GitHub did not show it'; // perhaps only after a long silence
  if (!former || !read || read.at < at - READ_MS) return undefined;
  return read.at < former.at ? 'it was written meanwhile' : undefined;
}

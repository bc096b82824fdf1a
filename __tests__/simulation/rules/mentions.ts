import { firstLineOf, readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';
import { writtenIn } from './wording.ts';

const COMMENTS = /^(GET|POST) github\/issues\/(\d+)\/comments$/;

/**
 * At most one mention per end, and one comment on a pull request per job, unless two runs write it at the same moment, or GitHub
 * refuses to show one of them what the other one wrote meanwhile.
 */
export const mentions: RuleOf = (world, judge) => {
  /** By status comment. */
  const mentioned = new Map<number, Mention[]>();
  /** The number of the exchange that first created a comment about a job in a thread. */
  const opened = new Map<string, number>();
  /** The number of the exchange in which a process last read a thread. */
  const read = new Map<string, number>();
  let exchanges = 0;

  function judgeMention(about: number, by: Process, text: string): readonly string[] {
    if (about === 0 || readComment(text)?.kind === 'timed-out') return []; // a timeout is no end
    const mention = { at: world.time.now(), isBlind: isBlind(about, by, world), edited: editedAt(about, by, world) };
    const before = mentioned.get(about) ?? [];
    mentioned.set(about, [...before, mention]);
    const began = world.exchanges.find((each) => each.by === by)?.at ?? 0;
    const isOverwritten = world.processes.some((each) => each !== by && isBlind(about, each, world)); // the end, by one that could not see it
    const isTogether = before.some(({ edited }) => Math.abs(edited - mention.edited) < TOGETHER_MS);
    const isExcused =
      isOverwritten || isTogether || before.some(({ at, ...each }) => at > began && (each.isBlind || mention.isBlind));
    return judge('mentioned once', isExcused && 'GitHub did not show the status comment', () =>
      before.length >= endsOf(about, world)
        ? [`${by.name} mentions the requester again: ${firstLineOf(text).slice(0, 60)}`]
        : [],
    );
  }

  /** Whether the process had read the comment that is there already. */
  function judgeOpening(job: string, { by, thread }: { by: Process; thread: number }): readonly string[] {
    return judge('opened once', isStale(world) && 'lists may lack the first one', () => {
      const comment = `${thread} ${job}`;
      const there = world.github.repository.comments.filter((each) => {
        const shown = each.thread.number === thread && !world.unreadable.has(each.id) && readComment(each.body);
        return shown && shown.kind === 'opened' && shown.marker?.job === job;
      });
      if (there.length < 2) opened.delete(comment); // a person deleted or broke the first one
      const before = opened.get(comment) ?? exchanges;
      opened.set(comment, before);
      const isAgain = (read.get(`${by.name} ${thread}`) ?? 0) > before;
      return isAgain ? [`${by.name} comments on #${thread} again that ${job} opened it`] : [];
    });
  }

  return {
    name: 'mentions',
    onExchange(exchange) {
      exchanges += 1;
      const { by, line } = exchange;
      const [, method, thread] = COMMENTS.exec(line) ?? [];
      if (method === 'GET') read.set(`${by.name} ${thread}`, exchanges);
      const text = method === 'POST' ? (writtenIn(exchange) ?? '') : '';
      const shown = readComment(text);
      if (shown?.mentions !== undefined) return judgeMention(shown.mentions, by, text);
      const isOpening = shown?.kind === 'opened' && shown.marker?.job !== undefined;
      return isOpening ? judgeOpening(shown.marker.job, { by, thread: Number(thread) }) : [];
    },
  };
};

/** A process that edits so soon after another one may not have seen that one's text. */
const TOGETHER_MS = 3_000;

/** When the process last edited a comment. */
const editedAt = (comment: number, by: Process, { exchanges }: World): number =>
  exchanges.findLast((each) => each.by === by && each.line === `PATCH github/issues/comments/${comment}`)?.at ?? 0;

interface Mention {
  readonly at: number;
  readonly edited: number;
  readonly isBlind: boolean;
}

/** Whether GitHub refused to show the status comment to the process. */
const isBlind = (comment: number, by: Process, { exchanges }: World) =>
  exchanges.some((each) => each.by === by && each.line === `GET github/issues/comments/${comment}` && each.fault);

/** What a sweep with a new API key reported is reported again if a run with the old key, which cannot read that, wrote later. */
function endsOf(id: number, { github }: World): number {
  const texts = github.comment(id)?.texts.map(({ body }) => body) ?? [];
  const isRefused = texts.some((text) => firstLineOf(text).includes('API key rejected'));
  return isRefused ? 2 : 1;
}

/** Whether lists may lack a comment that was there when it was created. */
const isStale = ({ setup, faults }: World) =>
  setup.lag.created > 0 || faults.some(({ fault }) => fault.how === 'incomplete list' || fault.how.includes('after'));

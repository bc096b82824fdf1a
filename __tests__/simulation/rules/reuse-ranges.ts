import { messageOf, type OpenedPull, pullAt, stateOf } from '../github.ts';
import { readComment } from '../wording.ts';
import { fieldOf, type Process, SUBMIT, type World } from '../world.ts';
import type { RuleOf } from './rule.ts';

/**
 * With `pull-request: reuse`, a push describes the commits from the newest one that an earlier push
 * has handled, or from where the first push began if none is handled, up to its own, and no other
 * commit. Judged in histories in which nothing goes wrong.
 */
export const reuseRanges: RuleOf = (world, judge) => ({
  onExchange({ by, line, request, status }) {
    const { setup, github } = world;
    const { kind, thread, event } = by.occasion;
    if (!SUBMIT.test(line) || status >= 300 || kind !== 'push' || thread === undefined) return;
    if (!setup.isQuiet || setup.pullRequest !== 'reuse') return;
    const { before, after } = Object(event.payload);
    const placeOf = (sha: unknown) => github.commits.findIndex((each) => each.sha === sha) + 1;
    const { base: start, excuse } = newestHandled(by, world) ?? { base: firstBase(by, world) };
    if (github.replaced.has(after)) return; // a push whose commits are gone is run again
    // An older push that is run again describes its own commits, and so does one after a force
    // push.
    const isOlder =
      start !== undefined && !github.replaced.has(start) && placeOf(start) < placeOf(after);
    const base = isOlder ? start : (github.replaced.get(before) ?? before);
    const prompt = fieldOf(request.body, 'prompt');
    const wanted = github.commits.slice(placeOf(base), placeOf(after));
    const described = github.commits.filter(({ file }) => prompt.includes(messageOf(file)));
    const [given, meant] = [described, wanted].map((commits) =>
      commits.map(({ file }) => file).join(', '),
    );
    judge(
      'whole ranges',
      excuse,
      given !== meant && `${by.name} describes the commits of ${given} instead of ${meant}`,
    );
  },
});

/** GitHub's times are whole seconds. */
const ROUNDED_MS = 2_000;

const stepOf = ({ occasion: { kind, workflow, inputs }, leg }: Process): string =>
  [kind, workflow, inputs['project-id'], leg].join();

/** The commit at which a description starts, and why that may be another one. */
interface Start {
  readonly base: string | undefined;
  readonly excuse?: string | undefined;
}

/** The head of the newest push whose job ended. */
function newestHandled(by: Process, { github, service, authors }: World): Start | undefined {
  for (const { id, texts } of github.repository.comments.toReversed()) {
    const author = authors.get(id);
    const { kind, marker } = readComment(texts.at(-1)?.body ?? '') ?? {};
    // A re-run may report the same end again.
    const reported = texts.find(({ body }) => readComment(body)?.kind === kind);
    const hasEnded = kind === 'pull-request' || kind === 'no-changes';
    if (!hasEnded || author === undefined || author.run === by.run || stepOf(author) !== stepOf(by))
      continue;
    const job = service.jobs.get(marker?.job ?? '');
    // as the service names it: it may name none
    const pull = pullAt((job && service.statusOf(job).prLink) ?? null, github);
    const { isHandled, excuse } = handledIn(pull, marker?.isFollowUp === true, reported?.at ?? 0);
    if (isHandled) return { base: String(Object(author.occasion.event.payload).after), excuse };
  }
  return undefined;
}

/** What a follow-up changed after its pull request was merged or closed is not in it. */
function handledIn(opened: OpenedPull | undefined, isFollowUp: boolean, reportedAt: number) {
  const endedAt = opened?.thread.closedAt ?? Number.POSITIVE_INFINITY;
  if (!opened || stateOf(opened) === 'open' || !isFollowUp) return { isHandled: true };
  const isUnclear = Math.abs(endedAt - reportedAt) < ROUNDED_MS;
  return { isHandled: isUnclear || endedAt > reportedAt, excuse: isUnclear ? UNCLEAR : undefined };
}

const UNCLEAR = 'its pull request was merged or closed as a follow-up was reported';

/** Where the oldest push of the step that has a status comment began. */
function firstBase(by: Process, { github, authors }: World): string | undefined {
  for (const { id } of github.repository.comments) {
    const author = authors.get(id);
    const isEarlier = author && author.run !== by.run && stepOf(author) === stepOf(by);
    if (isEarlier) return String(Object(author.occasion.event.payload).before);
  }
  return undefined;
}

import { fieldOf } from '../answers.ts';
import { messageOf } from '../events.ts';
import { readComment } from '../wording.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

const SUBMIT = /^POST service\/v2\/agent\/p1\/job(?:\/[^/]+\/message)?$/;

/**
 * With `pull-request: reuse`, a push describes the commits of people from the newest one that an earlier push has handled, or from where the
 * first push began if none is handled, up to its own, and no other commit. Judged in histories in which nothing goes wrong.
 */
export const reuseRanges: RuleOf = (world, judge) => ({
  name: 'reuse ranges',
  onExchange({ by, line, request, status }) {
    const { setup, github } = world;
    const { kind, thread, event } = by.occasion;
    if (!SUBMIT.test(line) || status >= 300 || kind !== 'push' || thread === undefined) return [];
    if (!setup.isQuiet || setup.pullRequest !== 'reuse') return [];
    const { before, after } = Object(event.payload);
    const placeOf = (sha: unknown) => github.commits.findIndex((each) => each.sha === sha) + 1;
    const { base: start, excuse } = newestHandled(by, world) ?? { base: firstBase(by, world) };
    // An older push that is run again describes its own commits.
    const base = start !== undefined && placeOf(start) < placeOf(after) ? start : before;
    const agents = new Set([...github.pulls.values()].map(({ job, mergeCommit }) => job && mergeCommit));
    const prompt = fieldOf(request.body, 'prompt');
    const wanted = github.commits.slice(placeOf(base), placeOf(after)).filter(({ sha }) => !agents.has(sha));
    const described = github.commits.filter(({ file }) => prompt.includes(messageOf(file)));
    const [given, meant] = [described, wanted].map((commits) => commits.map(({ file }) => file).join(', '));
    return judge('whole ranges', excuse, () =>
      given === meant ? [] : [`${by.name} describes the commits of ${given} instead of ${meant}`],
    );
  },
});

const stepOf = ({ occasion: { kind, workflow, inputs }, leg }: Process): string =>
  [kind, workflow, inputs['project-id'], leg].join();

/** The commit at which a description starts, and why that may be another one. */
interface Start {
  readonly base: string | undefined;
  readonly excuse?: string | undefined;
}

/** The head of the newest push whose job ended, unless people closed its pull request. */
function newestHandled(by: Process, { github, service, authors }: World): Start | undefined {
  for (const { id, texts } of github.comments.all.toReversed()) {
    const author = authors.get(id);
    const { kind, marker } = readComment(texts.at(-1)?.body ?? '') ?? {};
    const hasEnded = kind === 'pull-request' || kind === 'no-changes';
    if (!hasEnded || author === undefined || author.run === by.run || stepOf(author) !== stepOf(by)) continue;
    const { link, prompts } = service.jobs.get(marker?.job ?? '') ?? { link: null, prompts: [] };
    const state = [...github.pulls.values()].find(({ url }) => url === (link ?? ''))?.state;
    if (state === 'closed') continue;
    const isUnclear = state === 'merged' && prompts.length > 1;
    const excuse = isUnclear ? 'its pull request may have been merged during a follow-up' : undefined;
    return { base: String(Object(author.occasion.event.payload).after), excuse };
  }
  return undefined;
}

/** Where the oldest push of the step that has a status comment began. */
function firstBase(by: Process, { github, authors }: World): string | undefined {
  for (const { id } of github.comments.all) {
    const author = authors.get(id);
    const isEarlier = author && author.run !== by.run && stepOf(author) === stepOf(by);
    if (isEarlier) return String(Object(author.occasion.event.payload).before);
  }
  return undefined;
}

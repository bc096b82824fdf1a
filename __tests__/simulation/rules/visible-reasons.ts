import { agentOf } from '../agent.ts';
import type { ModelComment } from '../github-comments.ts';
import type { ModelPull } from '../github-model.ts';
import type { Occasion } from '../occasion.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

/**
 * No request of a person is lost without a word: log and summary say the verdict, and without a fault or an interruption none ends with an
 * error, or skipped although no other run works on it.
 */
export const visibleReasons: RuleOf = (world) => ({
  name: 'visible reasons',
  onEnd(process) {
    const { result, what, name } = process;
    if (!result || result.exitCode === null || what === 'post') return [];
    const { verdict = '' } = result.outputs;
    const isLogged = result.log.some(({ text }) => text.includes(`${verdict}:`));
    if (!isLogged || !result.summary.includes(verdict)) return [`${name} ends ${verdict}, which it does not say`];
    const problem = problemWith(verdict, process, world);
    return problem === undefined ? [] : [`${name} ${problem}`];
  },
  atEnd: () => world.github.unknown.map((line) => `GitHub's model does not know ${line}`),
});

function problemWith(verdict: string, process: Process, world: World): string | undefined {
  const { log = [] } = process.result ?? {};
  const warnings = log.filter(({ level }) => level === 'error' || level === 'warning').map(({ text }) => text);
  switch (verdict) {
    case 'error':
      return isDisturbed(process, world) ? undefined : `ends with an error for no reason: ${warnings.join(' / ')}`;
    case 'skipped':
      return isAnswered(process, world) ? undefined : 'is skipped, and no other run works on its request';
    case 'no-changes':
      return missesLink(process, world) ? 'ends no-changes, although the link came soon' : undefined;
    default:
      return undefined;
  }
}

/** Within such a timeout, a run may find no time for its request. */
const SHORT_MS = 60_000;

/** Whether anything but the plain course of things happened before the process ended. */
const isDisturbed = (process: Process, world: World): boolean =>
  world.isDisturbed ||
  process.timeoutMs <= SHORT_MS ||
  process.knowledge.submits.at(-1)?.answer === 'rejected' || // an archived job
  process.occasion.inputs['job-id'] === 'none' || // a job that never existed
  mayMeetLostJob(process, world) ||
  mayMeetRefusedJob(process, world) ||
  hasNoPlace(process, world) ||
  process.result?.cancelled !== undefined ||
  process.interruption.kill !== undefined;

/** A job that never ends counts as lost after 24 h, and a killed run may leave none. A follow-up creates none in its place. */
const mayMeetLostJob = ({ occasion }: Process, { service, processes }: World) =>
  occasion.kind === 'follow-up' &&
  ([...service.jobs.values()].some(({ plan }) => plan.end === 'stuck') ||
    processes.some((other) => other.interruption.kill !== undefined && other.occasion.thread === occasion.thread));

/** A request that continues, or waits for, a job that the service refuses to show, or a sweep. No event of a pull request does. */
const mayMeetRefusedJob = ({ occasion }: Process, { service, senders }: World) =>
  occasion.kind !== 'agent' &&
  [...service.jobs.values()].some(({ id, plan, link }) => {
    const requests = senders.get(id)?.map((sender) => sender.occasion) ?? [];
    const isOfJob = requests.some(({ thread, job }) => thread === occasion.thread || job === occasion.job);
    const isNamed = occasion.inputs['job-id'] === id || link?.endsWith(`/${occasion.thread}`);
    return plan.refusedAs !== undefined && (isOfJob || isNamed || occasion.kind === 'sweep');
  });

/**
 * What has no thread, or whose pull request the token cannot read, goes on only with another setting, which is named. A command on a pull
 * request that one of several jobs opened is to be repeated.
 */
const hasNoPlace = ({ occasion, result }: Process, { service }: World): boolean => {
  const errors = result?.log.filter(({ level }) => level === 'error').map(({ text }) => text) ?? [];
  const isUnclear = errors.some((text) => text.includes('not known yet which job opened this pull request'));
  if (isUnclear && service.jobs.size > 1) return true;
  const isElsewhere = [...service.jobs.values()].some(({ link }) => link?.includes('/acme/docs/'));
  const setting = occasion.thread === undefined ? '`issue-number`' : isElsewhere ? '`pull-request: new`' : undefined;
  return setting !== undefined && errors.some((text) => text.includes(setting));
};

/** The last two: of a commit that was deployed before; without a job to continue. */
const MAY_BE_SKIPPED: ReadonlySet<Occasion['kind']> = new Set(['agent', 'sweep', 'workflow run', 'follow-up']);

/** Whether the run may be skipped: its event is no request, or another run had the same one. */
function isAnswered(process: Process, world: World): boolean {
  const { occasion, leg } = process;
  if (MAY_BE_SKIPPED.has(occasion.kind)) return true;
  if (Object(occasion.event.payload).action === 'synchronize' && world.setup.pullRequest === 'new') return true;
  if (world.unreadable.size > 0 || meetsFault(process, world) || isSuspected(process, world)) return true;
  return world.processes.some(
    (other) =>
      other !== process &&
      other.what === 'main' &&
      other.leg === leg &&
      (other.occasion === occasion ||
        (other.occasion.event === occasion.event &&
          other.env['INPUT_PROJECT-ID'] === process.env['INPUT_PROJECT-ID']) ||
        other.occasion.subject === (occasion.subject || undefined) ||
        (isOfPull(occasion) && isOfPull(other.occasion) && other.occasion.thread === occasion.thread)),
  );
}

/** Opening and labeling the same commit is one request. */
const isOfPull = ({ event }: Occasion) => event.name === 'pull_request';

const meetsFault = (process: Process, { exchanges }: World) =>
  exchanges.some(({ by, fault }) => by === process && fault !== undefined);

/**
 * Whether the event is one of a person's pull request that was opened while a job may have been at work, by an account that may be the
 * agent's. Then log and summary say how to ask.
 */
function isSuspected({ occasion, result }: Process, world: World): boolean {
  const { thread, event } = occasion;
  const { after } = Object(event.payload);
  const pulls = [...world.github.pulls.values()];
  const pull = pulls.find(({ number, mergeCommit }) => (after ? after === mergeCommit : number === thread));
  const ended = result?.ended ?? 0;
  if (!pull || !mayBeAgents(pull, ended, world)) return false;
  const words = after ? [`#${pull.number}`, 'compare'] : ['/docs'];
  const texts = [result?.summary.replaceAll('&#8203;', '') ?? '', result?.log.map(({ text }) => text).join('\n') ?? ''];
  world.count(`skipped as suspected: ${event.name}`);
  return texts.every((text) => words.every((word) => text.includes(word)));
}

const AFTER_END_MS = 600_000;
const DAY_MS = 24 * 3_600_000;

/** @param now when it was judged, in milliseconds since the history began. */
function mayBeAgents({ author, createdAt }: ModelPull, now: number, world: World): boolean {
  const comments = world.github.comments.all.filter(({ id }) => world.authors.has(id));
  const textAt = ({ texts }: ModelComment) => texts.findLast(({ at }) => at <= now);
  // The action searches the comments of the last 14 days.
  const isRecent = (comment: ModelComment) => (textAt(comment)?.at ?? 0) > now - 14 * DAY_MS;
  const isShown = ({ createdAt }: ModelComment) => createdAt + world.setup.lag.created <= now;
  const isKnown = comments
    .filter(isShown)
    .some((each) => textAt(each)?.body.startsWith('**📝 Opened for') && isRecent(each));
  if (isKnown && author !== agentOf(world.setup)) return false;
  return comments.some((comment) => {
    const { at = 0, body = '' } = textAt(comment) ?? {};
    const isEnded = /^\*\*(✅|➖|❌|🗄️)/.test(body);
    const mayHaveSent = /^\*\*/.test(body) && !/^\*\*(📝|✅|⏳ Waiting|⌛ Not sent)|no job was created/.test(body);
    const until = Math.min(comment.createdAt + DAY_MS, isEnded ? at + AFTER_END_MS : now);
    return mayHaveSent && comment.createdAt - 1_000 <= createdAt && createdAt <= until + 1_000; // GitHub's times are whole seconds
  });
}

/** How long a run waits for the link of a job that has completed, in seconds. */
const LINK_WAIT = 25;

function missesLink(process: Process, world: World): boolean {
  const { result, knowledge, timeoutMs } = process;
  const job = world.service.jobs.get(result?.outputs.jobId ?? '');
  if (!result || !job || isDisturbed(process, world) || knowledge.submits.length === 0 || job.prompts.length > 1)
    return false;
  const isCut = result.ended - result.began > timeoutMs - 5_000;
  return job.plan.end === 'pull-request' && job.plan.linkAfter < LINK_WAIT && !isCut;
}

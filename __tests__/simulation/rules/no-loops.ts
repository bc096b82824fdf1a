import { type Event, type OpenedPull, stateOf } from '../github.ts';
import type { Occasion } from '../occasions.ts';
import type { ModelJob } from '../service.ts';
import { readComment, type Shown } from '../wording.ts';
import { DAY_MS, type Process, SUBMIT, type World } from '../world.ts';
import { type RuleOf, wasHit } from './rule.ts';

/**
 * No event of a pull request that the agent opened leads to a job or a follow-up, nor do the commits of its merge: only what a person asks
 * for there does, and that goes on with the job that opened it.
 */
export const noLoops: RuleOf = (world, judge) => ({
  onExchange({ by, line, status }) {
    const [isSubmit, jobId] = SUBMIT.exec(line) ?? [];
    const pull = isSubmit && status > 0 && status < 300 ? agentPullOf(by, world) : undefined;
    const opener = world.service.jobs.get(pull?.job ?? '');
    if (!pull || !opener) return;
    const problem = isAsked(by, pull, world)
      ? isMisplaced(by, pull, opener, jobId, world) && `to ${jobId ?? 'a new job'} what belongs to ${opener.id}`
      : `for ${by.occasion.event.name} of #${pull.thread.number}, which the agent opened`;
    const isLoop = turnsBefore(opener, world) >= MAX_TURNS;
    const excuse = problem && !isLoop && excuseFor(by, pull, opener, world);
    judge('no loops', excuse, problem && `${by.name} submits ${problem}`);
  },
});

/** Whether a request that belongs to the job goes to another one, or to a new one (undefined). */
const isMisplaced = (by: Process, pull: OpenedPull, opener: ModelJob, jobId: string | undefined, world: World) =>
  by.env['INPUT_PROJECT-ID'] === opener.project && // else, that project has no job there
  jobId !== opener.id &&
  stateOf(pull) === 'open' &&
  !isForNewJob(by) &&
  !isUnusable(opener, by, world) &&
  !isUnreadable(opener, by, world);

/** What the action cannot recognize may cost a job, but not one after the other. */
const MAX_TURNS = 3;

/** How many jobs of a row were created for events of the pull request of the one before, up to this one. */
function turnsBefore(job: ModelJob, world: World): number {
  const creator = world.senders.get(job.id)?.[0];
  const pull = creator && agentPullOf(creator, world);
  const opener = pull && !isAsked(creator, pull, world) ? world.service.jobs.get(pull.job ?? '') : undefined;
  return opener && creator && !isMisled(creator) ? 1 + turnsBefore(opener, world) : 0;
}

/** The pull request to which an event belongs, or whose merge commit was pushed or deployed. */
export function pullOf({ thread, event }: Occasion, { github }: World): OpenedPull | undefined {
  const commit = newestCommitOf(event);
  const isIts = ({ pull, thread: { number } }: OpenedPull) => (commit ? commit === pull.merge?.sha : number === thread);
  return [...github.pulls.values()].find(isIts);
}

/** That of the agent; undefined if a person pushed commits of their own with its merge. */
export function agentPullOf({ occasion }: Process, world: World): OpenedPull | undefined {
  const { commits = [] } = Object(occasion.event.payload);
  const merged = agentMergesIn(world.github);
  const hasOwn = commits.some(({ id }: { readonly id: string }) => !merged.has(id));
  const pull = hasOwn ? undefined : pullOf(occasion, world);
  return pull?.job === undefined ? undefined : pull;
}

/** The newest commit that was pushed to a branch or deployed. */
export function newestCommitOf({ name, payload }: Event): unknown {
  const { after, workflow_run } = Object(payload);
  return name === 'push' ? after : Object(workflow_run).head_sha; // an update of a pull request has `after` too
}

/** The commits with which pull requests of the agent were merged: with its own, those below that a forced push took away before. */
export const agentMergesIn = ({ pulls }: World['github']): ReadonlySet<unknown> =>
  new Set([...pulls.values()].flatMap(({ job, pull }) => (job === undefined ? [] : (pull.merge?.commits ?? []))));

/** Whether a person asks there: by a command, or by a label before any comment named the pull request. */
function isAsked(by: Process, { author, url }: OpenedPull, world: World): boolean {
  const { event } = by.occasion;
  if (event.name !== 'pull_request') return 'comment' in event.payload || 'review' in event.payload;
  const isLabel = Object(event.payload).action === 'labeled' && by.occasion.by !== author;
  return isLabel && !shownTo(by, world).some(({ text }) => text.includes(`${url})`));
}

/** Whether it is a command for a new job: each workflow that reads it creates one. */
export const isForNewJob = ({ occasion: { event } }: Process) =>
  /^\/docs new /.test(String(Object(Object(event.payload).comment).body));

/** The comments of the action as lists show them when a process begins. */
function shownTo({ sent: [first] }: Process, { github, authors, unreadable, setup: { lag } }: World) {
  const began = first?.at ?? 0;
  return github.repository.comments
    .filter(({ id, createdAt }) => authors.has(id) && !unreadable.has(id) && createdAt + lag.created <= began)
    .map(({ id, texts, createdAt }) => {
      const text = (texts.findLast(({ at }) => at + lag.edited <= began) ?? texts[0])?.body ?? '';
      return { author: authors.get(id), text, shown: readComment(text), createdAt };
    });
}

/** Whether the action can recognize the pull request of the agent in which a request is made; undefined if there is none. */
export function recognitionOf(by: Process, world: World): 'recognized' | 'not recognized' | undefined {
  const pull = agentPullOf(by, world);
  const opener = world.service.jobs.get(pull?.job ?? '');
  return pull && opener && (excuseFor(by, pull, opener, world) ? 'not recognized' : 'recognized');
}

/** Why the action cannot recognize the pull request. */
function excuseFor(by: Process, { url, thread }: OpenedPull, opener: ModelJob, world: World): string | false {
  const senders = world.senders.get(opener.id) ?? [];
  const shown = shownTo(by, world);
  const isSent = (each: Shown | undefined) => each?.marker !== undefined && each.kind !== 'waiting';
  const isOf = ({ author }: (typeof shown)[number]) => senders.some((sender) => sender === author);
  const wasShown = shown.some((each) => isSent(each.shown) && isOf(each) && each.createdAt < thread.createdAt);
  const isAccountKnown = shown.some((each) => each.shown?.kind === 'opened');
  const isElsewhere = (each: Process) =>
    [...each.knowledge.readings.values()].some(({ prLink }) => prLink?.includes('acme/docs/pull/'));
  const { prLink } = by.knowledge.readings.get(opener.id) ?? world.service.statusOf(opener);
  const hasOther = prLink !== null && prLink !== url && !shown.some(({ text }) => text.includes(`${url})`));
  return (
    (!wasShown && 'no status comment of the job when it was opened') ||
    (senders.some(({ occasion }) => world.forgotten.has(occasion.id)) &&
      'people took away a status comment of the job') ||
    (isMisled(by) && 'GitHub gave a wrong answer') ||
    (!isAccountKnown && world.processes.some(isElsewhere) && 'a job opened one in another repository') ||
    (hasOther && 'the job has another link')
  );
}

/** Whether GitHub refused to show what a pull request is recognized by, or lacked it. */
const isMisled = (by: Process) => wasHit(by, /^GET github\/(pulls|commits|issues)\//, /^40[34]|^410|^incomplete/);

/** Whether the service did not show the job to this run for 30 s. */
function isUnreadable({ id }: ModelJob, { sent }: Process, { time }: World): boolean {
  const reads = sent.filter(({ line }) => line.startsWith('GET ') && line.endsWith(`/${id}`));
  const [failed] = reads.slice(reads.findLastIndex(({ fault, status }) => fault === undefined && status === 200) + 1);
  return failed !== undefined && time.now() - failed.at >= 29_000;
}

/** Whether the job takes no follow-up, could not be read, is named by no comment, or was read as one that did not open the pull request. */
function isUnusable(job: ModelJob, by: Process, world: World): boolean {
  const { service, time } = world;
  const { status } = service.statusOf(job);
  const reading = by.knowledge.readings.get(job.id);
  if (reading === undefined || !shownTo(by, world).some(({ shown }) => shown?.marker?.job === job.id)) return true;
  const isLost = status === 'active' && time.now() - (job.prompts.at(-1)?.at ?? 0) > DAY_MS;
  const hasNoLink = reading !== undefined && reading.status !== 'active' && reading.prLink === null;
  const isOver = [status, reading.status].some((each) => each === 'archived' || each === 'failed');
  return isLost || isOver || hasNoLink || job.plan.refusedAs !== undefined;
}

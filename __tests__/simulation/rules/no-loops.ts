import { URL } from '../events.ts';
import { bodyOf } from '../github-comments.ts';
import type { ModelPull } from '../github-model.ts';
import type { ModelJob } from '../service-model.ts';
import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

const SUBMIT = /^POST service\/v2\/agent\/p1\/job(?:\/([^/]+)\/message)?$/;

/**
 * No event of a pull request that the agent opened leads to a job or a follow-up, nor do the commits of its merge: only what a person asks
 * for there does, and that goes on with the job that opened it.
 */
export const noLoops: RuleOf = (world) => ({
  name: 'no loops',
  onExchange({ by, line }) {
    const [isSubmit, jobId] = SUBMIT.exec(line) ?? [];
    const pull = isSubmit ? agentPullOf(by, world) : undefined;
    const opener = world.service.jobs.get(pull?.job ?? '');
    if (!pull || !opener || jobId === opener.id) return pull && !isAsked(by, pull, world) ? [ofEvent(by, pull)] : [];
    const excuse = excuseFor(by, { pull, opener }, world);
    if (excuse !== undefined) world.count(`no loops: does not apply: ${excuse}`);
    if (excuse !== undefined) return [];
    if (!isAsked(by, pull, world)) return [ofEvent(by, pull)];
    if (pull.state !== 'open' || isForNewJob(by) || isUnusable(opener, by, world)) return [];
    return [`${by.name} submits to ${jobId ?? 'a new job'} what belongs to ${opener.id}`];
  },
});

const ofEvent = ({ name, occasion }: Process, { number }: ModelPull) =>
  `${name} submits for ${occasion.event.name} of #${number}, which the agent opened`;

/** The agent's pull request to which an event belongs, or whose merge commit was pushed or deployed. */
export function agentPullOf({ occasion: { thread, event } }: Process, { github }: World): ModelPull | undefined {
  const { after, workflow_run } = Object(event.payload);
  const commit: unknown = after ?? Object(workflow_run).head_sha;
  const pulls = [...github.pulls.values()].filter(({ job }) => job !== undefined);
  return pulls.find(({ number, mergeCommit }) => (commit ? commit === mergeCommit : number === thread));
}

/** Whether a person asks there: by a command, or by a label before any comment named the pull request. */
function isAsked(by: Process, { author, number }: ModelPull, world: World): boolean {
  const { event } = by.occasion;
  if (event.name !== 'pull_request') return 'comment' in event.payload || 'review' in event.payload;
  const isLabel = Object(event.payload).action === 'labeled' && by.occasion.by !== author;
  return isLabel && !textsBefore(by, world).some((text) => text.includes(`${URL}/pull/${number})`));
}

const isForNewJob = ({ occasion: { event } }: Process) =>
  /^\/docs new /.test(String(Object(Object(event.payload).comment).body));

const beganAt = (by: Process, { exchanges }: World) => exchanges.find((each) => each.by === by)?.at ?? 0;

/** The comments of the action that lists show when a process begins. */
const shownTo = (by: Process, world: World) =>
  world.github.comments.all.filter(
    ({ id, createdAt }) =>
      world.authors.has(id) && !world.unreadable.has(id) && createdAt + world.setup.lag.created <= beganAt(by, world),
  );
const textsBefore = (by: Process, world: World) => shownTo(by, world).map(bodyOf);

/** Why the action cannot recognize the pull request; undefined if it can. */
export function excuseFor(
  by: Process,
  { pull, opener }: { readonly pull: ModelPull; readonly opener: ModelJob },
  world: World,
): string | undefined {
  const senders = world.senders.get(opener.id) ?? [];
  const isRecord = ({ id }: { readonly id: number }) => senders.some((sender) => sender === world.authors.get(id));
  const texts = textsBefore(by, world);
  const isAccountKnown = texts.some((text) => text.startsWith('**📝 Opened for'));
  const former = [...world.github.pulls.values()].find(({ job }) => job === opener.id);
  const { prLink } = world.service.statusOf(opener);
  if (!shownTo(by, world).some(isRecord)) return 'no status comment of the job';
  if (isMisled(by, world)) return 'GitHub gave a wrong answer';
  if (!isAccountKnown && texts.some((text) => text.includes('acme/docs/pull/')))
    return 'a job opened one in another repository';
  if (former !== pull && prLink !== `${URL}/pull/${pull.number}`) return 'the job has another link';
  return undefined;
}

/** Whether GitHub refused to show what a pull request is recognized by, or lacked it. */
const isMisled = (by: Process, { exchanges }: World) =>
  exchanges.some(
    (each) =>
      each.by === by &&
      /^GET github\/(pulls|commits|issues)\//.test(each.line) &&
      /^40[34]|^410|^incomplete/.test(each.fault ?? ''),
  );

const DAY_MS = 24 * 3_600_000;

/** Whether the job takes no follow-up, or was read as one that did not open the pull request. */
function isUnusable(job: ModelJob, { knowledge }: Process, { service, time }: World): boolean {
  const { status } = service.statusOf(job);
  const reading = knowledge.readings.get(job.id);
  const isLost = status === 'active' && time.now() - (job.prompts.at(-1)?.at ?? 0) > DAY_MS;
  const hasNoLink = reading !== undefined && reading.status !== 'active' && reading.prLink === null;
  return isLost || status === 'archived' || status === 'failed' || hasNoLink || job.plan.refusedAs !== undefined;
}

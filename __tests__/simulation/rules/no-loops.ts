import type { Process, World } from '../world.ts';
import type { RuleOf } from './rule.ts';

const SUBMIT = /^POST service\/v2\/agent\/p1\/job(?:\/([^/]+)\/message)?$/;

/** An event that a job's own pull request causes creates nothing; a command in it continues that job. */
export const noLoops: RuleOf = (world) => ({
  name: 'no loops',
  onExchange({ by, line }) {
    const [isSubmit, jobId] = SUBMIT.exec(line) ?? [];
    const { kind, thread = 0 } = by.occasion;
    const pull = world.github.pulls.get(thread);
    const opener = kind === 'agent' ? agentJobOf(by, world) : pull?.job;
    if (!isSubmit || opener === undefined || isForgotten(world) || isUnknown(opener, by, world)) return [];
    if (kind === 'agent') return [`${by.name} submits for an event that a job caused`];
    if (pull?.state !== 'open' || jobId === opener || isUnusable(opener, world)) return [];
    const others = world.processes.filter((other) => other !== by && other.occasion.thread === thread);
    if (others.some((other) => didNotSeeOpener(other, world))) return []; // the thread has a job of its own
    return [`${by.name} submits to ${jobId ?? 'a new job'} what belongs to ${opener}`];
  },
});

/** Whether people or another key took away what the pull request is recognized by. */
const isForgotten = ({ forgotten, unreadable }: World) => forgotten.size > 0 || unreadable.size > 0;

/** The job behind an event of its pull request; for the push of a merge, the one whose merge commit was pushed. */
function agentJobOf({ occasion }: Process, { github }: World): string | undefined {
  const ofThread = github.pulls.get(occasion.thread ?? 0)?.job;
  const after: unknown = Object(occasion.event.payload).after;
  return ofThread ?? [...github.pulls.values()].find(({ mergeCommit }) => mergeCommit === after)?.job;
}

/**
 * Whether the action could not know the job: no comment named it when the run began, the service shows its link late and not yet, the service or GitHub
 * refused to say, or GitHub's list for a commit lacks the pull request.
 */
function isUnknown(id: string | undefined, by: Process, { github, service, exchanges }: World): boolean {
  const job = service.jobs.get(id ?? '');
  if (!job) return false;
  const began = exchanges.find((each) => each.by === by)?.at ?? 0;
  const isNamed = github.comments.all
    .flatMap(({ texts }) => texts)
    .some(({ at, body }) => at <= began && body.includes(`Job \`${job.id}\``));
  const isRefused = exchanges.some(
    (each) =>
      each.by === by &&
      /^GET (service|github\/(pulls|commits))\//.test(each.line) &&
      /^4|^incomplete/.test(each.fault ?? ''),
  );
  return !isNamed || isRefused || service.statusOf(job).prLink === null;
}

/** Whether a command on the agent's pull request got a job of its own, as the service did not show that link yet. */
export function didNotSeeOpener({ occasion, knowledge }: Process, { github, service }: World): boolean {
  const opener = service.jobs.get(github.pulls.get(occasion.thread ?? 0)?.job ?? '');
  if (!opener || knowledge.readings.get(opener.id)?.prLink === opener.link) return false;
  return knowledge.submits.some(({ kind, answer }) => kind === 'create' && answer !== 'rejected');
}

const DAY_MS = 24 * 3_600_000;

function isUnusable(id: string | undefined, { service, time }: World): boolean {
  const job = service.jobs.get(id ?? '');
  if (!job) return true;
  const isLost = service.statusOf(job).status === 'active' && time.now() - (job.prompts.at(-1)?.at ?? 0) > DAY_MS;
  const { status } = service.statusOf(job);
  return isLost || status === 'archived' || status === 'failed';
}

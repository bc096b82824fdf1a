import type { Job } from '../../src/service/job.ts';
import { PHASES, type Phase, type Request } from '../../src/thread/request.ts';
import type { StatusRecord } from '../../src/thread/status-records.ts';
import { type Comment, type ModelJob, type Run, remembered, say, suffers, type Text, type World } from './world.ts';

// GitHub: lists show a write after 2 s at the latest. A read of one comment, an edit and a removal are seen at once.

const texts = new WeakMap<StatusRecord, Text>();
/** The text that a record shows. */
export const textOf = (record: StatusRecord): Text => texts.get(record) as Text;

type FactsOf = World['decisions']['factsOf'];
const recordWith = remembered(
  (id: number, issueNumber: number, text: Text, isLeaseHeld: boolean, ageMs: number, factsOf: FactsOf) => {
    const comment = { id, url: `#${id}`, issueNumber, body: '', author: '', createdAt: 0, updatedAt: text.time };
    const facts = factsOf(text.request);
    const record: StatusRecord = { comment, marker: markerOf(text), facts, ageMs, openForMs: ageMs, isLeaseHeld };
    texts.set(record, text);
    return record;
  },
);
export const markerOf = ({ request, writer, lease }: Text): StatusRecord['marker'] => ({
  ...request,
  writer: String(writer),
  quote: '',
  leaseSeconds: lease === 'none' ? 0 : 600,
});

/** A comment as a run reads it. It is young while the service may still show the end before its prompt: at most 30 s. */
function recordOf({ decisions, jobs }: World, run: Run, { id, thread }: Comment, text: Text): StatusRecord {
  const { request, lease } = text;
  const isYoung = jobs.some((job) => job.id === decisions.factsOf(request).job && job.shown !== job.status);
  const isEarlierAttempt = request.run === run.request.run && request.attempt < run.request.attempt;
  return recordWith(id, thread, text, lease === 'held' && !isEarlierAttempt, isYoung ? 0 : 60_000, decisions.factsOf);
}

/** The status comments of others that a list shows. @param seen before: those that the list lacks are read by their ids. */
export function list(world: World, run: Run, thread?: number, seen: readonly StatusRecord[] = []): StatusRecord[] {
  const isLate = world.comments.some(({ lag }) => lag) && suffers(world, 'in a list that lags');
  return world.comments.flatMap((comment) => {
    const { id, now, lag } = comment;
    const shown = isLate && lag ? lag.before : now;
    const text = shown ?? (seen.some((record) => record.comment.id === id) ? now : undefined);
    const isListed = text && text.writer !== run.who && (thread === undefined || thread === comment.thread);
    return isListed ? [recordOf(world, run, comment, text)] : [];
  });
}

/** Writes a text of a run into a comment. */
export function put(world: World, who: number, id: number, thread: number, request: Request, lease: Text['lease']) {
  const before = world.comments[id - 1]?.now ?? null;
  const [from, to] = [before?.request.phase.at, request.phase.at];
  if (from && from !== to && !PHASES[from].next[to]) world.broken ??= `unknown transition: from ${from} to ${to}`;
  const now = { writer: who, request, lease, time: world.time };
  world.comments[id - 1] = { id, thread, now, ...(world.faults > 0 && { lag: { before, pauses: 0 } }) };
}

/** Carries out a write, unless it fails. Whether its writer learns that it was carried out. */
export function writes(world: World, text: string, effect: () => void): boolean {
  say(world, text);
  if (suffers(world, '(fails)')) return false;
  effect();
  return !suffers(world, '(the answer is lost)');
}

/** What a run has learned if a phase that it shows is true. */
const PROOF: Readonly<Record<string, Run['learned']>> = { working: 'works', ended: 'ended', unconfirmed: 'no answer' };
export const nameOf = (phase: Phase) => (phase.at === 'over' ? phase.why : phase.at);

/** A run shows its request in its status comment, if that is still there. */
export function shows(world: World, run: Run, text: string, request = run.request, lease: Text['lease'] = 'held') {
  return writes(world, `${text} in #${run.comment}`, () => {
    const comment = world.comments[run.comment - 1];
    const { phase } = request;
    const said = nameOf(phase);
    const isOther = phase.at === 'over' && phase.why === 'ended' && phase.verdict !== run.outcome?.verdict;
    if ((PROOF[said] ?? 'nothing') !== run.learned || isOther)
      world.broken = `false comment: it says “${said}”, and its writer knows “${run.learned}”`;
    if (comment?.now) put(world, run.who, comment.id, comment.thread, request, lease);
    const job = said === 'ended' ? jobOf(world, 'job' in phase ? phase.job : undefined) : undefined;
    if (job && job.reported === undefined) change(world, { ...job, reported: world.time });
  });
}

/** The lease of a dead writer ends. That takes minutes, so that its text shows. */
export function endLease(world: World, { id, thread, now }: Comment): void {
  say(world, `The lease of #${id} ends`);
  world.comments[id - 1] = { id, thread, now: now && { ...now, lease: 'over' } };
}

/** A run begins a pause of 2 s or more. */
export function beginPause({ comments }: World, { who }: Run): void {
  for (const { lag, ...comment } of comments)
    if (lag) comments[comment.id - 1] = { ...comment, lag: { ...lag, pauses: lag.pauses | (1 << who) } };
}

/** Its pause ends: lists show what was written before that began. */
export function endPause({ comments }: World, { who }: Run): void {
  for (const { lag, ...comment } of comments) if (lag && lag.pauses & (1 << who)) comments[comment.id - 1] = comment;
}

// The service: its answers are true, but after a prompt it may show the end of the work before for up to 30 s.

export const jobOf = ({ jobs }: World, id: string | undefined): ModelJob | undefined =>
  jobs.find((job) => job.id === id);

function change(world: World, job: ModelJob): void {
  world.jobs[Number(job.id.slice(1)) - 1] = job;
}

const ANY_JOB = {
  source: { repository: '', ref: '' },
  model: '',
  createdAt: '',
  archivedAt: null,
  readAt: new Date(0),
};
/** A job as the service shows it. */
export const answer = ({ id, shown, hasLink }: ModelJob): Job => jobWith(id, shown, hasLink);
const jobWith = remembered((id: string, status: ModelJob['status'], hasLink: boolean): Job => {
  const url = `https://github.com/acme/docs/pull/${id.slice(1)}`;
  return { ...ANY_JOB, id, status, pullRequest: hasLink ? { kind: 'link', url } : { kind: 'none' } };
});

/** A job goes on: it shows that it works, or ends. */
export function goOn(world: World, job: ModelJob) {
  const isStale = job.shown !== 'active';
  const shown = isStale ? 'active' : world.course.choose() ? 'failed' : 'completed';
  say(world, isStale ? `${job.id} shows that it works` : `${job.id} ends: ${shown}`);
  change(world, { ...job, status: shown, shown, hasLink: job.hasLink || shown === 'completed' });
}

/** The service accepts the request of a run: a follow-up, or a new job. */
export function accept(world: World, { who, to: before, setup, request }: Run): ModelJob {
  const { requestKey } = request;
  const to = jobOf(world, before?.id);
  const fresh = { id: `j${world.jobs.length + 1}`, creator: who, shown: 'active', hasLink: false } as const;
  const job: ModelJob = { ...(to ?? fresh), status: 'active', requests: [...(to?.requests ?? []), requestKey] };
  const former = world.jobs.find(
    (each) => each.requests.includes(requestKey) && !mayRepeat(world, setup, request, each),
  );
  const limit = to ? undefined : setup.ask.limits?.openPulls;
  const open = world.jobs.filter((each) => each.status === 'active' || each.hasLink);
  if (limit && open.length >= limit)
    world.broken = `above the limit: ${job.id} is created beside ${open.map((each) => each.id)}`;
  if (to?.status === 'active') world.broken = `dropped work: ${to.id} gets a follow-up while it works`;
  if (former)
    world.broken = `${to ? 'follow-up sent twice' : 'two jobs'}: one request has ${former.id}, and now ${job.id}`;
  change(world, job);
  return job;
}

/** A re-run repeats a job that failed. A label asks again after a report of the end, or if no comment and no run knows the job. */
function mayRepeat({ comments, runs, decisions }: World, { ask }: Run['setup'], { attempt }: Request, job: ModelJob) {
  if (attempt > 1 && job.status === 'failed') return true;
  const creator = runs[job.creator];
  const isKnown = creator?.at !== 'over' && creator?.learned !== 'no answer';
  const isShown = comments.some(({ now }) => now && decisions.factsOf(now.request).job === job.id);
  const { asksOnce, askedAt = 0 } = ask.identity;
  return !asksOnce && ((!isKnown && !isShown) || (job.reported !== undefined && job.reported <= askedAt));
}

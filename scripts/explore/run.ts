import { CANCELLED, interrupted, type Outcome, outcomeOfPoll, toOutcome } from '../../src/outcome.ts';
import { hasEnded, type Job, snapshotOf } from '../../src/service/job.ts';
import { firstLook } from '../../src/service/watch.ts';
import type { Request } from '../../src/thread/request.ts';
import type { StatusRecord } from '../../src/thread/status-records.ts';
import * as d from './decisions.ts';
import {
  accept,
  answer,
  beginPause,
  endPause,
  jobOf,
  list,
  markerOf,
  put,
  recordOf,
  shows,
  textOf,
  writes,
} from './models.ts';
import { type Run, type Setup, say, suffers, type World } from './world.ts';

/** Takes the next step of a run, or kills it. */
export function takeStep(world: World, run: Run): void {
  const { at, setup, isPost } = run;
  say(world, setup.name);
  const canDie = at !== 'idle' && !setup.isSweep && !isPost; // the next sweep comes, and a post step can be missing
  if (canDie && suffers(world, 'is killed')) {
    if (run.saved && world.course.choose(2) === 0)
      Object.assign(run, FORGOTTEN, { to: undefined, isPost: true, at: 'check' });
    else finish(run);
  } else if (at !== 'over') STEPS[at](world, run);
}

const STEPS: Readonly<Record<Exclude<Run['at'], 'over'>, (world: World, run: Run) => void>> = {
  idle(world, run) {
    const { after, ask } = run.setup;
    const other = after && world.runs[after.run];
    if (after && other) world.course.isBlocked = !HAS[after.has](other);
    if (ask.identity.askedAt === undefined) return STEPS.read(world, run);
    say(world, 'is asked for');
    world.time++;
    run.at = 'read';
  },
  read(world, run) {
    const { isSweep, ask } = run.setup;
    say(world, 'reads the thread');
    if (!isSweep) return think(world, run, d.knownAtFirst(list(world, run, ask.thread)));
    run.records = list(world, run).filter(({ facts }) => !facts.end);
    finish(run);
  },
  think: takeDecided,
  'read again': readAgain,
  retract(world, run) {
    say(world, `deletes #${run.comment}`);
    remove(world, run.comment);
    joinOrStop(world, run);
  },
  'show sending'(world, run) {
    run.request = { ...run.request, phase: { at: 'sending' } };
    if (shows(world, run, 'shows that it sends')) run.at = 'send';
    else conclude(world, run, NOT_EDITED);
  },
  send(world, run) {
    say(world, run.to ? `sends a follow-up to ${run.to.id}` : 'creates a job');
    run.learned = 'no answer';
    run.saved = world.decisions.after(run.request, interrupted());
    if (suffers(world, '(fails)')) return conclude(world, run, interrupted());
    run.to = answer({ ...accept(world, run), shown: 'active' });
    run.at = 'answer';
  },
  answer(world, run) {
    say(world, `gets the answer ${run.to?.id}`);
    if (suffers(world, '(not: it is lost)') || !run.to) conclude(world, run, interrupted());
    else becomeWorking(world, run, run.request, run.to);
  },
  'show working'(world, run) {
    if (isOwn(world, run)) shows(world, run, 'shows that the job works');
    run.at = run.records.length > 0 ? 'mark' : 'poll';
  },
  mark(world, run) {
    const [previous] = run.records;
    const now = previous && world.comments[previous.comment.id - 1]?.now;
    const facts = now && world.decisions.factsOf(now.request);
    if (previous?.facts.sent === 'yes' && !previous.facts.end && facts?.sent === 'yes' && !facts.end)
      writes(world, `says where #${previous.comment.id} goes on`, () => continueIn(world, run, previous));
    Object.assign(run, { records: [], at: 'poll' });
  },
  poll(world, run) {
    const { phase } = run.request;
    const job = jobOf(world, 'job' in phase ? phase.job : undefined);
    const shown = job && answer(job);
    if (!shown) return;
    if (suffers(world, 'times out'))
      return conclude(world, run, { verdict: 'timed-out', job: shown, problem: undefined, failures: 0 });
    world.course.isBlocked = job.status === 'active';
    say(world, `reads the end of ${job.id}`);
    run.learned = 'ended';
    conclude(world, run, outcomeOfPoll({ kind: 'ended', isProven: true, job: shown }));
  },
  judge,
  check(world, run) {
    const now = world.comments[run.comment - 1]?.now;
    say(world, `${run.isPost ? 'its post step ' : ''}reads #${run.comment}`);
    const isMine = run.isPost ? now?.writer === run.who : isOwn(world, run);
    const mayWrite =
      isMine || (!run.isPost && now && run.outcome && !world.decisions.keepsText(markerOf(now), run.outcome));
    if (mayWrite) run.at = 'report';
    else finish(run);
  },
  report(world, run) {
    const { isPost, saved, setup } = run;
    const isAnswered =
      saved &&
      shows(world, run, `reports “${saved.phase.at === 'over' ? saved.phase.why : saved.phase.at}”`, saved, 'none');
    if (isAnswered || isPost || setup.isSweep) finish(run);
    else Object.assign(run, { isPost: true, at: 'check' });
  },
};

/** Whether a run has done what another one waits for before it begins. */
const HAS: Readonly<Record<NonNullable<Setup['after']>['has'], (run: Run) => boolean>> = {
  begun: ({ at }) => at !== 'idle',
  announced: ({ at, comment }) => comment > 0 || at === 'over',
  ended: ({ at }) => at === 'over',
};

const NOT_EDITED = toOutcome(undefined);
/** What a run forgets once it has decided. */
const FORGOTTEN = { known: undefined, step: undefined, records: [] } as const;

/** A run, or the next comment of a sweep, is over. */
function finish(run: Run, isSkipped = false): void {
  const { who, setup, records } = run;
  const isLeft = setup.isSweep && records.length > 0;
  for (const name of Object.keys(run)) Reflect.deleteProperty(run, name);
  Object.assign(run, atRest(who, setup), { at: 'over', isSkipped }, isLeft && { at: 'judge', records });
}

export const atRest = (who: number, setup: Setup): Run => ({
  ...{ who, setup, at: 'idle', request: setup.request, learned: 'nothing', comment: 0, records: [] },
});

/** The run has an outcome to report. */
function conclude({ decisions }: World, run: Run, outcome: Outcome): void {
  Object.assign(run, FORGOTTEN, { to: undefined, at: 'check', outcome, saved: decisions.after(run.request, outcome) });
}

/** Decides what a run does next, after it has learned something. */
function think(world: World, run: Run, known: d.Known): void {
  const step = world.decisions.nextStep(run.setup.ask, known);
  Object.assign(run, { at: 'think', known, step });
  switch (step.do) {
    case 'read-pull':
      think(world, run, d.withPull(known, step.job));
      return; // a step that nobody sees
    case 'pass-over-opener':
      think(world, run, d.withoutOpener(known, step.note));
      return;
    case 'submit':
      prepare(run, step);
      return;
    case 'join':
    case 'stop':
      if (!known.announced) {
        joinOrStop(world, run);
        return;
      }
      run.at = 'retract';
      return;
    case 'wait-behind':
    case 'wait-for-job':
      if (step.do === 'wait-behind' || step.settleMs === 0) beginPause(world, run);
      run.known = d.withQueue(known, undefined);
  }
}

function prepare(run: Run, { to, after }: d.Doing<'submit'>): void {
  const isShown = run.request.phase.at === 'sending' && !to;
  Object.assign(run, FORGOTTEN, { to, records: after && to ? [after] : [], at: isShown ? 'send' : 'show sending' });
  const previous = after ? { thread: after.comment.issueNumber, comment: after.comment.id } : null;
  if (to) run.request = { ...run.request, before: snapshotOf(to), previous };
}

function joinOrStop(world: World, run: Run): void {
  const { step, request } = run;
  Object.assign(run, FORGOTTEN);
  if (step?.do === 'join') {
    const { before, previous } = adopt(run, step.because);
    becomeWorking(world, run, step.adopts === 'comment' ? { ...request, before, previous } : run.request, step.job);
    if (!firstLook(step.job, before).end) return;
    run.learned = 'ended';
    conclude(world, run, outcomeOfPoll({ kind: 'ended', isProven: true, job: step.job }));
  } else if (step?.do === 'stop' && step.because && step.adopts) {
    adopt(run, step.because);
    run.learned = 'no answer';
    conclude(world, run, step.outcome);
  } else finish(run, step?.do === 'stop' && step.outcome.verdict === 'skipped');
}

/** Continues the status comment of another process. Returns its request. */
function adopt(run: Run, record: StatusRecord): Request {
  run.adopted = textOf(record);
  run.comment = record.comment.id;
  run.request = run.adopted.request;
  return run.request;
}

/** Whether the status comment is as the run wrote or adopted it. */
function isOwn({ comments }: World, { comment, who, adopted }: Run): boolean {
  const now = comments[comment - 1]?.now;
  return (
    now?.writer === who || (now !== undefined && now.request === adopted?.request && now.writer === adopted.writer)
  );
}

function becomeWorking({ decisions }: World, run: Run, request: Request, job: Job): void {
  const working = decisions.after(request, { verdict: 'started', job });
  Object.assign(run, { request: working, saved: working, learned: 'works', at: 'show working' });
}

/** Says in the comment of the previous request where its job goes on. */
function continueIn(
  world: World,
  run: Run,
  { comment: { id, issueNumber: thread }, facts: { job = '' } }: StatusRecord,
): void {
  const request = world.comments[id - 1]?.now?.request ?? run.request;
  const by = { thread: run.setup.ask.thread, comment: run.comment };
  put(world, run, id, thread, { ...request, phase: { at: 'over', why: 'continued', job, by } }, 'none');
}

function remove(world: World, id: number): void {
  const { thread } = world.comments[id - 1] ?? { thread: 0 };
  world.comments[id - 1] = { id, thread, now: undefined };
}

function readAgain(world: World, run: Run): void {
  const { known, step, comment, request, setup } = run;
  if (!known || step?.do !== 'announce') return;
  say(world, 'reads the thread again');
  endPause(world, run);
  const found = list(world, run, setup.ask.thread, known.first);
  const changed = world.decisions.changedSince(known.first, found, comment);
  const former = found.filter(
    (each) => !changed.includes(each) && step.replaced.some(({ comment: { id } }) => id === each.comment.id),
  );
  for (const record of former) replaceFormer(world, run, record);
  const behind = request.phase.at === 'waiting' ? request.phase.behind : undefined;
  think(
    world,
    run,
    d.withAnnounced(
      known,
      comment,
      behind,
      found.filter((each) => !former.includes(each)),
    ),
  );
}

/** Takes back the comment of an earlier attempt; one that has a job says where it is repeated. */
function replaceFormer(world: World, run: Run, former: StatusRecord): void {
  const {
    comment: { id, issueNumber },
    facts: { sent, end },
  } = former;
  if (sent !== 'yes') {
    remove(world, id);
    return;
  }
  if (end?.kind !== 'job') continueIn(world, run, former);
  const request = world.comments[id - 1]?.now?.request ?? run.request;
  put(world, run, id, issueNumber, { ...request, requestKey: `replaced ${request.requestKey}` }, 'none');
}

function takeDecided(world: World, run: Run): void {
  const { step, known } = run;
  if (!known) return;
  switch (step?.do) {
    case 'read-job': {
      const job = jobOf(world, step.job);
      say(world, `reads ${step.job}: ${job?.shown}`);
      if (job) think(world, run, d.withJob(known, answer(job)));
      return;
    }
    case 'read-elsewhere':
      say(world, 'reads the other threads');
      think(world, run, d.withElsewhere(known, step.what, list(world, run)));
      return;
    case 'read-queue':
      say(world, 'reads the queue');
      think(world, run, d.withQueue(known, list(world, run)));
      return;
    case 'announce':
      announce(world, run, step.behind);
      return;
    case 'announce-again':
      think(
        world,
        run,
        d.withQueue(showsWaiting(world, run, step.behind) ? d.withBehind(known, step.behind) : known, undefined),
      );
      return;
    case 'wait-behind':
    case 'wait-for-job':
      wait(world, run, step, known);
  }
}

/** Creates the status comment. An answer that is lost is of no account: 3 s later, a list shows the comment. */
function announce(world: World, run: Run, behind: string | null | undefined): void {
  const id = world.comments.length + 1;
  const request: Request = {
    ...run.request,
    phase: behind === undefined ? { at: 'sending' } : { at: 'waiting', behind },
  };
  say(world, `announces itself in #${id}${behind === undefined ? '' : `, behind ${behind ?? 'a job to come'}`}`);
  beginPause(world, run);
  put(world, run, id, run.setup.ask.thread, request, 'held');
  Object.assign(run, { comment: id, request, saved: world.decisions.after(request, CANCELLED), at: 'read again' });
}

function showsWaiting(world: World, run: Run, behind: string | null): boolean {
  run.request = { ...run.request, phase: { at: 'waiting', behind } };
  return shows(world, run, `shows that it waits behind ${behind ?? 'a job to come'}`);
}

type Wait = d.Doing<'wait-behind' | 'wait-for-job'>;

function wait(world: World, run: Run, step: Wait, known: d.Known): void {
  const { phase } = run.request;
  const behind = step.do === 'wait-behind' ? (step.job ?? null) : step.job.id;
  if (phase.at !== 'waiting' || phase.behind !== behind) return void showsWaiting(world, run, behind);
  if (suffers(world, 'times out')) {
    conclude(world, run, { verdict: 'timed-out', unsent: true, behind });
    return;
  }
  world.course.isBlocked = !isOver(world, run, step, known);
  say(world, 'has waited');
  endPause(world, run);
  think(world, run, known);
}

function isOver(world: World, run: Run, step: Wait, known: d.Known): boolean {
  if (step.do === 'wait-for-job') {
    const job = jobOf(world, step.job.id);
    return !job || (step.settleMs > 0 ? job.shown === job.status : hasEnded(answer(job)));
  }
  const comment = world.comments[step.record.comment.id - 1];
  const record = comment?.now && recordOf(world, run, comment, comment.now);
  if (!record || step.job !== undefined)
    return !record || !world.decisions.isAhead(record, step.job ?? '', run.setup.ask, known);
  return !record.isLeaseHeld || record.facts.sent !== step.record.facts.sent;
}

/** A sweep judges the first of its comments. */
function judge(world: World, run: Run): void {
  const [record, ...records] = run.records;
  if (!record) return;
  const { decisions } = world;
  const job = record.facts.sent === 'yes' ? jobOf(world, record.facts.job) : undefined;
  const finding = job
    ? decisions.findingOf(job.id, { kind: 'job', job: answer(job) }, record, [record], true)
    : decisions.findingWithoutJob(record);
  say(world, `finds that #${record.comment.id} is ${finding.kind}`);
  run.records = records;
  if (finding.kind !== 'ended') {
    finish(run);
    return;
  }
  adopt(run, record);
  run.learned = LEARNED[finding.outcome.verdict] ?? 'ended';
  conclude(world, run, finding.outcome);
  run.records = records;
}

/** What a sweep knows of a request, by what it found. */
const LEARNED: Partial<Record<Outcome['verdict'], Run['learned']>> = {
  unconfirmed: 'no answer',
  cancelled: 'nothing',
  'timed-out': 'works',
};

import { CANCELLED, interrupted, type Outcome, outcomeOfPoll, toOutcome } from '../../src/outcome.ts';
import type { Doing, Known } from '../../src/request/steps.ts';
import { hasEnded, type Job, snapshotOf } from '../../src/service/job.ts';
import { firstLook } from '../../src/service/watch.ts';
import type { Request } from '../../src/thread/request.ts';
import { linksOf, type StatusRecord } from '../../src/thread/status-records.ts';
import * as model from './models.ts';
import { type Place, type Run, type Setup, say, suffers, type World } from './world.ts';

/** Takes the next step of a run, or kills it. */
export function takeStep(world: World, who: number): void {
  const run = { ...world.runs[who] } as Run;
  world.runs[who] = run;
  const { at, setup, isPost } = run;
  say(world, setup.name);
  const canDie = at !== 'idle' && !setup.isSweep && !isPost; // the next sweep comes, and a post step can be missing
  if (canDie && suffers(world, 'is killed')) {
    if (!run.saved || world.course.choose()) finish(run);
    else Object.assign(run, FORGOTTEN, { to: undefined, isPost: true, at: 'check' });
  } else if (at !== 'over') STEPS[at](world, run);
}

const STEPS: Readonly<Record<Exclude<Place, 'over'>, (world: World, run: Run) => unknown>> = {
  idle(world, run) {
    const { after, ask } = run.setup;
    const other = after && world.runs[after.run]?.at;
    world.course.isBlocked = after !== undefined && (after.has === 'begun' ? other === 'idle' : other !== 'over');
    if (ask.identity.askedAt === undefined) return STEPS.read(world, run);
    say(world, 'is asked for');
    world.time++;
    return Object.assign(run, { at: 'read' });
  },
  read(world, run) {
    const { isSweep, ask } = run.setup;
    say(world, 'reads the thread');
    if (!isSweep) return think(world, run, { ...NOTHING, first: model.list(world, run, ask.thread) });
    run.records = model.list(world, run).filter(({ facts }) => !facts.end && !facts.isOpening);
    return finish(run);
  },
  think: takeDecided,
  wait(world, run) {
    const { known, wait, request } = run;
    const behind = wait?.job ?? null;
    if (request.phase.at !== 'waiting' || request.phase.behind !== behind) return showWaiting(world, run, behind);
    if (suffers(world, 'times out')) return conclude(world, run, { verdict: 'timed-out', unsent: true, behind });
    const job = model.jobOf(world, wait?.job);
    const isOver = !job || (wait?.isSettling ? job.shown === job.status : hasEnded(model.answer(job)));
    world.course.isBlocked = !isOver;
    say(world, 'has waited');
    model.endPause(world, run);
    run.wait = undefined;
    if (known) think(world, run, known);
  },
  'read again': readAgain,
  retract(world, run) {
    say(world, `deletes #${run.comment}`);
    remove(world, run.comment);
    joinOrStop(world, run);
  },
  'show sending'(world, run) {
    run.request = { ...run.request, phase: { at: 'sending' } };
    if (model.shows(world, run, 'shows that it sends')) run.at = 'send';
    else conclude(world, run, toOutcome(undefined));
  },
  send(world, run) {
    say(world, run.to ? `sends a follow-up to ${run.to.id}` : 'creates a job');
    run.learned = 'no answer';
    run.saved = world.decisions.after(run.request, INTERRUPTED);
    if (suffers(world, '(fails)')) return conclude(world, run, INTERRUPTED);
    run.to = model.answer({ ...model.accept(world, run), shown: 'active' });
    run.at = 'answer';
  },
  answer(world, run) {
    say(world, `gets the answer ${run.to?.id}`);
    if (suffers(world, '(not: it is lost)') || !run.to) conclude(world, run, INTERRUPTED);
    else becomeWorking(world, run, run.request, run.to);
  },
  'show working'(world, run) {
    if (isOwn(world, run)) model.shows(world, run, 'shows that the job works');
    run.at = run.records.length > 0 ? 'mark' : 'poll';
  },
  mark(world, run) {
    const [previous] = run.records;
    const now = previous && world.comments[previous.comment.id - 1]?.now;
    const facts = now && world.decisions.factsOf(now.request);
    if (previous?.facts.sent === 'yes' && !previous.facts.end && facts?.sent === 'yes' && !facts.end)
      model.writes(world, `says where #${previous.comment.id} goes on`, () => continueIn(world, run, previous));
    Object.assign(run, { records: [], at: 'poll' });
  },
  poll(world, run) {
    const { phase } = run.request;
    const job = model.jobOf(world, 'job' in phase ? phase.job : undefined);
    const shown = job && model.answer(job);
    if (!shown) return;
    if (suffers(world, 'times out'))
      return conclude(world, run, { verdict: 'timed-out', job: shown, problem: undefined, failures: 0 });
    world.course.isBlocked = job.status === 'active';
    say(world, `reads the end of ${job.id}`);
    endWith(world, run, shown);
  },
  /** A sweep judges the first of its comments. */
  judge(world, run) {
    const [record, ...records] = run.records;
    if (!record) return;
    const { decisions } = world;
    const job = record.facts.sent === 'yes' ? model.jobOf(world, record.facts.job) : undefined;
    const finding = job
      ? decisions.findingOf(job.id, { kind: 'job', job: model.answer(job) }, record, [record], true)
      : decisions.findingWithoutJob(record);
    say(world, `finds that #${record.comment.id} is ${finding.kind}`);
    run.records = records;
    if (finding.kind !== 'ended') return finish(run);
    adopt(run, record);
    run.learned = LEARNED[finding.outcome.verdict] ?? 'ended';
    conclude(world, run, finding.outcome);
    run.records = records;
  },
  check(world, run) {
    const now = world.comments[run.comment - 1]?.now;
    say(world, `${run.isPost ? 'its post step ' : ''}reads #${run.comment}`);
    const isMine = run.isPost ? now?.writer === run.who : isOwn(world, run);
    const mayWrite =
      isMine || (!run.isPost && now && run.outcome && !world.decisions.keepsText(model.markerOf(now), run.outcome));
    // Another process has reported the end: the run knows it now, and must not take it back.
    if (!isMine && now && world.decisions.factsOf(now.request).end?.why === 'ended') run.learned = 'ended';
    if (mayWrite) run.at = 'report';
    else finish(run);
  },
  report(world, run) {
    const { isPost, saved, setup } = run;
    const isAnswered = saved && model.shows(world, run, `reports “${model.nameOf(saved.phase)}”`, saved, 'none');
    if (isAnswered || isPost || setup.isSweep) finish(run);
    else Object.assign(run, { isPost: true, at: 'check' });
  },
};

const INTERRUPTED = interrupted();
/** What a sweep knows of a request, by what it found. */
const LEARNED: Partial<Record<Outcome['verdict'], Run['learned']>> = {
  unconfirmed: 'no answer',
  cancelled: 'nothing',
  'timed-out': 'works',
};
/** What a run forgets once it has decided. */
const FORGOTTEN = { known: undefined, step: undefined, wait: undefined, records: [] } as const;
const UNTOLD = { comment: 0, adopted: undefined, to: undefined, outcome: undefined, saved: undefined, isPost: false };

/** All fields in one order, so that equal runs are equal values. */
export const atRest = (who: number, setup: Setup): Run => {
  return { who, setup, at: 'idle', request: setup.request, learned: 'nothing', ...FORGOTTEN, ...UNTOLD };
};

/** A run, or the next comment of a sweep, is over. */
function finish(run: Run, isSkipped = false) {
  const { who, setup, records } = run;
  const isLeft = setup.isSweep && records.length > 0;
  Object.assign(run, atRest(who, setup), { at: 'over', isSkipped }, isLeft && { at: 'judge', records });
}

/** The run has an outcome to report. */
function conclude({ decisions }: World, run: Run, outcome: Outcome) {
  Object.assign(run, FORGOTTEN, { to: undefined, at: 'check', outcome, saved: decisions.after(run.request, outcome) });
}

function endWith(world: World, run: Run, job: Job) {
  run.learned = 'ended';
  conclude(world, run, outcomeOfPoll({ kind: 'ended', isProven: true, job }));
}

/** A run that knows nothing. */
const NOTHING: Known = { first: [], elsewhere: {}, jobs: new Map(), pulls: new Map() };

/** Nothing else that the run knew decides anything now. @param records undefined if they must be read again. */
const withQueue = ({ announced, openerNote }: Known, records?: readonly StatusRecord[]): Known => ({
  ...NOTHING,
  ...(announced && { announced: { ...announced, inThread: [] } }),
  ...(openerNote && { openerNote }),
  queue: { records, began: 0, readAt: 0 },
});

/** Decides what a run does next, after it has learned something. */
function think(world: World, run: Run, known: Known) {
  const step = world.decisions.nextStep(run.setup.ask, known);
  Object.assign(run, { at: 'think', known, step });
  switch (step.do) {
    case 'read-pull': {
      const isOpen = step.job.pullRequest.kind === 'link'; // pull requests stay open here
      const pulls = new Map(known.pulls).set(step.job.id, isOpen ? { kind: 'open' } : undefined);
      return think(world, run, { ...known, pulls });
    }
    case 'pass-over-opener':
      return think(world, run, withQueue({ ...known, openerNote: step.note }));
    case 'submit':
      return prepare(run, step);
    case 'join':
    case 'stop':
      if (step.do === 'stop' && known.announced && !step.because) return conclude(world, run, step.outcome);
      return known.announced ? Object.assign(run, { at: 'retract' }) : joinOrStop(world, run);
    case 'read-queue':
      return Object.assign(run, { known: withQueue(known) });
    case 'wait-for-request':
      return beginWait(world, run, known, { job: step.job });
    case 'wait-for-job':
      return beginWait(world, run, known, { job: step.job.id, isSettling: step.settleMs > 0 });
  }
}

/** Takes a step that others can see, and thinks again. */
function takeDecided(world: World, run: Run) {
  const { step, known } = run;
  if (!known) return;
  switch (step?.do) {
    case 'read-job': {
      const job = model.jobOf(world, step.job);
      say(world, `reads ${step.job}: ${job?.shown}`);
      if (!job) return;
      const jobs = new Map(known.jobs).set(job.id, { kind: 'job', job: model.answer(job) });
      return think(world, run, { ...known, jobs });
    }
    case 'read-elsewhere':
      say(world, 'reads the other threads');
      return think(world, run, { ...known, elsewhere: { ...known.elsewhere, [step.what]: model.list(world, run) } });
    case 'read-queue':
      say(world, 'reads the queue');
      return think(world, run, withQueue(known, model.list(world, run)));
    case 'read-ledger':
      say(world, 'counts the jobs and pull requests');
      return think(world, run, { ...known, ledger: ledgerOf(model.list(world, run), run.comment) });
    case 'announce':
      return announce(world, run, step.behind);
    case 'announce-again': {
      const isShown = showWaiting(world, run, step.behind);
      const announced = known.announced && isShown ? { announced: { ...known.announced, behind: step.behind } } : {};
      return think(world, run, withQueue({ ...known, ...announced }));
    }
  }
}

/** What the limits count. @param before the comment of the run. */
function ledgerOf(records: readonly StatusRecord[], before: number) {
  const links = records.flatMap((record) => linksOf(record, ''));
  const open = { state: 'open', isDraft: false, createdAt: 0, endedAt: null } as const;
  const pulls = new Map(links.map((link) => [link, { ...open, name: link, url: link }]));
  return { now: 1, records, pulls, unread: 0, repository: '', before };
}

/** Creates the status comment. An answer that is lost is of no account: 3 s later, a list shows the comment. */
function announce(world: World, run: Run, behind: string | null | undefined) {
  const id = world.comments.length + 1;
  const phase = behind === undefined ? ({ at: 'sending' } as const) : ({ at: 'waiting', behind } as const);
  const request: Request = { ...run.request, phase };
  say(world, `announces itself in #${id}${behind === undefined ? '' : `, behind ${behind ?? 'a job to come'}`}`);
  model.beginPause(world, run);
  model.put(world, run.who, id, run.setup.ask.thread, request, 'held');
  Object.assign(run, { comment: id, request, saved: world.decisions.after(request, CANCELLED), at: 'read again' });
}

function readAgain(world: World, run: Run) {
  const { known, step, comment, request, setup } = run;
  if (!known || step?.do !== 'announce') return;
  say(world, 'reads the thread again');
  model.endPause(world, run);
  const found = model.list(world, run, setup.ask.thread, known.first);
  const changed = world.decisions.changedSince(known.first, found, comment);
  const replaced = step.replaced.map((record) => record.comment.id);
  const former = found.filter((each) => !changed.includes(each) && replaced.includes(each.comment.id));
  for (const record of former) replaceFormer(world, run, record);
  const behind = request.phase.at === 'waiting' ? request.phase.behind : undefined;
  const inThread = found.filter((each) => !former.includes(each));
  think(world, run, { ...known, jobs: new Map(), announced: { commentId: comment, behind, inThread } });
}

function showWaiting(world: World, run: Run, behind: string | null): boolean {
  run.request = { ...run.request, phase: { at: 'waiting', behind } };
  return model.shows(world, run, `shows that it waits behind ${behind ?? 'a job to come'}`);
}

function beginWait(world: World, run: Run, known: Known, wait: NonNullable<Run['wait']>) {
  if (!wait.isSettling) model.beginPause(world, run);
  return Object.assign(run, { at: 'wait', known: withQueue(known), step: undefined, wait });
}

function prepare(run: Run, { to, after }: Doing<'submit'>) {
  const isShown = run.request.phase.at === 'sending' && !to;
  Object.assign(run, FORGOTTEN, { to, records: after && to ? [after] : [], at: isShown ? 'send' : 'show sending' });
  const previous = after ? { thread: after.comment.issueNumber, comment: after.comment.id } : null;
  if (to) run.request = { ...run.request, before: snapshotOf(to), previous };
}

function joinOrStop(world: World, run: Run) {
  const { step, request } = run;
  Object.assign(run, FORGOTTEN);
  if (step?.do === 'join') {
    const { before, previous } = adopt(run, step.because);
    const own = step.reportsAs === 'this-request' ? { ...request, before, previous } : run.request;
    becomeWorking(world, run, own, step.job);
    const isReported = step.because.facts.end?.why === 'ended' && hasEnded(step.job);
    if (isReported || firstLook(step.job, before).end) endWith(world, run, step.job);
  } else if (step?.do === 'stop' && step.because && step.reportsAs) {
    adopt(run, step.because);
    run.learned = 'no answer';
    conclude(world, run, step.outcome);
  } else finish(run, step?.do === 'stop' && step.outcome.verdict === 'skipped');
}

/** Continues the status comment of another process. Returns its request. */
function adopt(run: Run, record: StatusRecord): Request {
  run.adopted = model.textOf(record);
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

function becomeWorking({ decisions }: World, run: Run, request: Request, job: Job) {
  const working = decisions.after(request, { verdict: 'started', job });
  Object.assign(run, { request: working, saved: working, learned: 'works', at: 'show working' });
}

/** Says in the comment of the previous request where its job goes on. */
function continueIn(world: World, run: Run, { comment, facts: { job = '' } }: StatusRecord) {
  const { id, issueNumber } = comment;
  const request = world.comments[id - 1]?.now?.request ?? run.request;
  const by = { thread: run.setup.ask.thread, comment: run.comment };
  model.put(world, run.who, id, issueNumber, { ...request, phase: { at: 'over', why: 'continued', job, by } }, 'none');
}

/** Takes back the comment of an earlier attempt; one that has a job says where it is repeated. */
function replaceFormer(world: World, run: Run, former: StatusRecord) {
  const { id, issueNumber } = former.comment;
  if (former.facts.sent !== 'yes') return remove(world, id);
  if (former.facts.end?.why !== 'ended') continueIn(world, run, former);
  const request = world.comments[id - 1]?.now?.request ?? run.request;
  model.put(world, run.who, id, issueNumber, { ...request, requestKey: `replaced ${request.requestKey}` }, 'none');
}

function remove(world: World, id: number) {
  const { thread } = world.comments[id - 1] ?? { thread: 0 };
  world.comments[id - 1] = { id, thread, now: undefined };
}

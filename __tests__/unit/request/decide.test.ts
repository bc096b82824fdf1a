import { GitHubError } from '../../../src/errors.ts';
import type { Known } from '../../../src/request/steps.ts';
import type { StatusRecord } from '../../../src/thread/status-records.ts';
import {
  announced,
  before,
  decisionTable,
  ended,
  failing,
  type Given,
  gone,
  LABEL,
  LIVE,
  open,
  opened,
  PULL,
  pull,
  queue,
  RERUN,
  read,
  replaced,
  SAME_EVENT,
  shown,
  starting,
  unconfirmed,
  unreadable,
  unsent,
  waiting,
} from '../../support/decision-table.ts';
import { NOON } from '../../support/fake-clock.ts';
import type { RecordFields } from '../../support/sample-records.ts';

const rerun = { request: RERUN };
const same = { request: SAME_EVENT };
const label = { request: LABEL, askedAt: NOON };
const OLD = { age: 24 * 3_600_000 + 1 };
const HIDDEN = 'stop as error (Nothing was sent, as job `j1` could not be read. It is hidden.)';
const GONE = HIDDEN.replace('hidden', 'gone');
const UNCLEAR =
  'stop as unconfirmed (An earlier run or attempt may have sent this request, and whether the service accepted it is unknown.)';
const NEW = 'announce: New job, because of an earlier request';
const AGAIN = 'announce, replace #1: New job, as an earlier attempt has no result';
const LINKED = {
  at: 'over',
  why: 'ended',
  job: 'j1',
  verdict: 'failed',
  link: 'github.com/acme/docs#412',
} as const;

decisionTable('no earlier request', {
  'no comment → announce': [same, before()],
  'another request → announce': [same, before(open(1, 'j1', { requestKey: 'another-request1' }))],
  'announced, and no other comment → create': [same, announced()],
});

// The table of deduplication in docs/reliability.md, row by row.
decisionTable('a record with the same key of another run', {
  'lease held, about to send → stop as skipped (run 77, no job yet), leave #1': [
    same,
    before(starting(1, LIVE)),
  ],
  'lease held, waits for its turn → stop as skipped (run 77, no job yet), leave #1': [
    same,
    before(waiting(1, 'j1', LIVE)),
  ],
  'lease held, waits for its job → stop as skipped (run 77, j1), leave #1': [
    same,
    before(open(1, 'j1', LIVE)),
  ],
  'provably not sent → announce': [same, before(unsent(1))],
  [`killed while it sent → ${UNCLEAR}, adopt #1`]: [same, before(starting(1))],
  [`unconfirmed → ${UNCLEAR}, adopt #1`]: [same, before(unconfirmed(1))],
  'its job, not read yet → read j1': [same, before(open(1))],
  [`its job is active for more than 24 h → ${NEW}: its job was still active after 24 h.`]: [
    same,
    before(open(1, 'j1', OLD)),
    read('j1', 'active'),
  ],
  'and a later request to that job is younger → join j1, adopt #1': [
    same,
    before(open(1, 'j1', OLD), open(2, 'j1', { requestKey: 'another-request1' })),
    read('j1', 'active'),
  ],
  'its job is active → join j1, adopt #1': [same, before(open(1)), read('j1', 'active')],
  'its job failed → join j1, adopt #1': [same, before(ended(1)), read('j1', 'failed')],
  'its job ended → join j1, adopt #1': [same, before(ended(1)), read('j1', 'completed')],
  [`its job is unknown to the service → ${GONE}, leave #1`]: [same, before(open(1)), gone('j1')],
  [`its job is unreadable → ${HIDDEN}, leave #1`]: [same, before(open(1)), unreadable('j1')],
});

decisionTable('a record with the same key of an earlier attempt', {
  'provably not sent → announce, replace #1': [rerun, before(unsent(1))],
  'killed while it waited → announce, replace #1': [rerun, before(waiting(1, 'j1'))],
  [`killed while it sent → ${UNCLEAR}, adopt #1`]: [rerun, before(starting(1))],
  'its job is active → join j1, resume #1': [rerun, before(open(1)), read('j1', 'active')],
  'its job completed → join j1, resume #1': [rerun, before(ended(1)), read('j1', 'completed')],
  'its job was archived with a pull request → join j1, resume #1': [
    rerun,
    before(ended(1)),
    read('j1', 'archived', PULL),
  ],
  [`its job failed → ${AGAIN}: its job failed.`]: [rerun, before(open(1)), read('j1', 'failed')],
  'its job failed for a later request, once it was reported as done → join j1, resume #1': [
    rerun,
    before(ended(1)),
    read('j1', 'failed'),
  ],
  'its job failed for a later request, before it was reported → join j1, resume #1': [
    rerun,
    before(open(1), ended(2, 'j1', { requestKey: 'another-request1' })),
    read('j1', 'failed'),
  ],
  [`archived, no pull request → ${AGAIN}: its job was archived.`]: [
    rerun,
    before(open(1)),
    read('j1', 'archived'),
  ],
  [`unknown to the service → ${AGAIN}: the service no longer knows its job.`]: [
    rerun,
    before(open(1)),
    gone('j1'),
  ],
  'failed, but its comment leads to a pull request, and stays → announce: New job, as an earlier attempt has no result: its job failed.':
    [rerun, before(shown(1, LINKED)), read('j1', 'failed')],
  'replaced by a later attempt: it has no key any longer → announce': [
    rerun,
    before(replaced(1, 'j1', { requestKey: 'replaced-request', stepKey: 'replaced-step-12' })),
  ],
});

const FORMER = { requestKey: 'a-former-request' };

decisionTable('an earlier attempt with another key, as a step computes the prompt', {
  'counts if it is the only one of its step → read j1': [rerun, before(open(1, 'j1', FORMER))],
  'several: two callers of a reusable workflow → announce': [
    rerun,
    before(open(1, 'j1', FORMER), open(2, 'j2', { requestKey: 'of-a-caller-1234' })),
  ],
  'the same request counts, not a newer one of the step → read j1': [
    rerun,
    before(open(1), open(2, 'j2', FORMER)),
  ],
  'another step → announce': [
    rerun,
    before(open(1, 'j1', { ...FORMER, stepKey: 'another-step-123' })),
  ],
  'another run → announce': [rerun, before(open(1, 'j1', { ...FORMER, run: 66 }))],
  'a later attempt → announce': [rerun, before(open(1, 'j1', { ...FORMER, attempt: 2 }))],
  'not sent → announce, replace #1': [rerun, before(unsent(1, FORMER))],
  'the comment "Opened for" is no attempt → announce': [rerun, before(opened(1, 'j1', FORMER))],
  'nor does it hide one → read j1': [rerun, before(open(1, 'j1', FORMER), opened(2, 'j2', FORMER))],
});

decisionTable('several records with the same key', {
  'the newest counts → read j2': [
    { request: { ...RERUN, attempt: 3 } },
    before(open(1), open(2, 'j2', { attempt: 2 })),
  ],
  'one that sent nothing leaves the answer to an older one → read j1': [
    rerun,
    before(open(1, 'j1', { run: 66 }), unsent(2)),
  ],
  'also to a live run → stop as skipped (run 66, no job yet), leave #1': [
    rerun,
    before(starting(1, { ...LIVE, run: 66 }), unsent(2)),
  ],
});

const EARLIER = { updatedAt: NOON - 1_000 };
const AT_NOON = { updatedAt: NOON };
/** Attempt 2 of run 66, whose own label came before that of run 77. */
const LABEL_AGAIN = { request: { ...LABEL, run: 66, attempt: 2 }, askedAt: NOON };
const OWN = { run: 66, requestKey: LABEL.requestKey, ...EARLIER };

// A label carries no text: an earlier one by the same step may answer it. `#1` is of run 77.
decisionTable('a label, after another label', {
  'that is worked on → stop as skipped (run 77, j1), leave #1': [
    label,
    before(open(1, 'j1', { ...LIVE, ...EARLIER })),
  ],
  'whose job no run waits for → read j1': [label, before(open(1, 'j1', EARLIER))],
  'whose job is active → join j1, adopt #1': [
    label,
    before(open(1, 'j1', EARLIER)),
    read('j1', 'active'),
  ],
  'whose job is active for more than 24 h → announce': [
    label,
    before(open(1, 'j1', { ...EARLIER, ...OLD })),
    read('j1', 'active'),
  ],
  'reported before this one was set → announce': [
    label,
    before(ended(1, 'j1', EARLIER)),
    read('j1', 'completed'),
  ],
  'reported before, whose job works on a follow-up → join j1, adopt #1': [
    label,
    before(ended(1, 'j1', EARLIER)),
    read('j1', 'active'),
  ],
  'reported in the same second → read j1': [label, before(ended(1, 'j1', AT_NOON))],
  'reported as failed after this one was set → join j1, adopt #1': [
    label,
    before(ended(1, 'j1', AT_NOON)),
    read('j1', 'failed'),
  ],
  'unconfirmed a minute before → announce': [label, before(unconfirmed(1, EARLIER))],
  [`unconfirmed after this one was set → ${UNCLEAR}, adopt #1`]: [
    label,
    before(unconfirmed(1, AT_NOON)),
  ],
  'that provably was not sent → announce': [label, before(unsent(1, AT_NOON))],
  'at another head commit → announce': [
    label,
    before(open(1, 'j1', { ...LIVE, head: 'a'.repeat(40) })),
  ],
  'of another step → announce': [
    label,
    before(open(1, 'j1', { ...LIVE, stepKey: 'another-step-123' })),
  ],
  'that is a command, which carries a text → announce': [
    label,
    before(open(1, 'j1', { ...LIVE, trigger: 'command' })),
  ],
  'of another call of a reusable workflow in the same run → announce': [
    { request: { ...LABEL, run: 77 }, askedAt: NOON },
    before(open(1, 'j1', LIVE)),
  ],
  'in a re-run: its own result → read j1': [
    LABEL_AGAIN,
    before(ended(1, 'j1', OWN), ended(2, 'j2', AT_NOON)),
  ],
  'in a re-run whose job failed: the newer record → read j2': [
    LABEL_AGAIN,
    before(open(1, 'j1', OWN), ended(2, 'j2', AT_NOON)),
    read('j1', 'failed'),
  ],
  'announced at the same moment, with a higher id → create': [label, announced(starting(6, LIVE))],
  'announced at the same moment, with a lower id → stop as skipped (run 77, no job yet), leave #4':
    [label, announced(starting(4, LIVE))],
});

const noAnalytics = { ...same, mayNotSend: failing('No analytics.') };

decisionTable('a request that may not be sent, as its pages could not be read,', {
  'stops before it announces → stop as error (No analytics.)': [noAnalytics, before()],
  'reports it in the comment of its earlier attempt → stop as error (No analytics.), resume #1': [
    { ...noAnalytics, request: RERUN },
    before(unsent(1)),
  ],
  'still joins a job → join j1, adopt #1': [noAnalytics, before(open(1)), read('j1', 'active')],
});

decisionTable('the second reading, as comment #5', {
  'the lower id wins → stop as skipped (run 77, no job yet), leave #4': [
    same,
    announced(starting(4, LIVE)),
  ],
  'one with a higher id yields → create': [same, announced(starting(6, LIVE))],
  'or waits, and yields → create': [same, announced(waiting(6, 'j1', LIVE))],
  'one with a higher id has a job all the same → stop as skipped (run 77, j1), leave #6': [
    same,
    announced(open(6, 'j1', LIVE)),
  ],
  'one with a higher id has ended → read j1': [same, announced(ended(6))],
  'earlier attempts say that they are replaced → replace #1': [
    rerun,
    { announced: { commentId: 5, toReplace: [unsent(1)] } },
  ],
});

const OTHER: RecordFields = { requestKey: 'another-request1', run: 66 };
const BUSY = { ...OTHER, ...LIVE };
const ELSEWHERE = { ...OTHER, thread: 32 };
const BUSY_ELSEWHERE = { ...BUSY, thread: 32 };

const byId = { target: { kind: 'by-id', jobId: 'j1' } } as const;
const command = { target: { kind: 'newest-in-thread', orElse: 'create' } } as const;
const followUp = { target: { kind: 'newest-in-thread', orElse: 'skip' } } as const;
const reuse = { target: { kind: 'newest-of-cause' } } as const;
const onPullOf = (jobId: string | undefined, more: Given = {}) => ({
  ...command,
  origin: { kind: 'agent', opener: jobId === undefined ? undefined : opened(1, jobId) } as const,
  ...more,
});

decisionTable('announcing a follow-up', {
  'a job by its id → announce behind j1': [byId, before()],
  'a command, no job in the thread → announce': [command, before()],
  'a command, after a request with a job → announce behind j1': [
    command,
    before(ended(1, 'j1', OTHER)),
  ],
  'a command, while the first job is created → announce behind a job to come': [
    command,
    before(starting(1, BUSY)),
  ],
  'a command in the thread of a job of another leg → announce': [
    command,
    before(ended(1, 'j1', { ...OTHER, key: 'another-leg-1234' })),
  ],
  '`follow-up`, no job in the thread → stop as skipped (no job of this project was found in the thread; `job-id` can name one)':
    [followUp, before()],
  'a command on the pull request of a job → announce behind j1': [onPullOf('j1'), before()],
  'a command on one that no record names → announce: New job: no job is recorded for this pull request.':
    [onPullOf(undefined), before()],
  '`reuse`, no request of that cause → announce': [
    reuse,
    before(ended(1, 'j1', { ...OTHER, cause: 'another-branch-1' })),
  ],
  '`reuse`, a request of that cause → announce behind j1': [reuse, before(ended(1, 'j1', OTHER))],
  'announced → read the queue': [command, announced()],
  'announced, and the thread has a job → read the queue of j1': [
    command,
    announced(ended(1, 'j1', OTHER)),
  ],
});

decisionTable('a command on a pull request of the agent while a job is open without a link', {
  'its job may have opened it → stop as error (It is not known yet whether job `j1` opened this pull request. Ask again when it has ended.)':
    [{ ...onPullOf(undefined), possibleOpener: open(1, 'j1', OTHER) }, announced()],
});

decisionTable('the queue of a job, as comment #5', {
  'outdated, as the run waited → read the queue of j1': [
    byId,
    queue('j1'),
    { queue: { job: 'j1', records: undefined, began: 0 } },
  ],
  'no request ahead → read j1': [byId, queue('j1', open(1, 'j1', OTHER))],
  'a live run works with the job, older or newer → wait for #6 at j1': [
    byId,
    queue('j1', open(6, 'j1', BUSY)),
  ],
  'a live run, in the other thread → wait for #6 at j1': [
    byId,
    queue('j1', open(6, 'j1', BUSY_ELSEWHERE)),
  ],
  'a live run is sending a follow-up → wait for #6 at j1': [
    byId,
    queue('j1', starting(6, { ...BUSY, before: { job: 'j1', link: '' } })),
  ],
  'a live run works with another job → read j1': [byId, queue('j1', open(1, 'j2', BUSY))],
  'waits since before → wait for #4 at j1': [byId, queue('j1', waiting(4, 'j1', BUSY_ELSEWHERE))],
  'waits since later → read j1': [byId, queue('j1', waiting(6, 'j1', BUSY))],
  'killed while it waited → read j1': [byId, queue('j1', waiting(4, 'j1', OTHER))],
  'waits for the first job of this thread → wait for #4 at j1': [
    byId,
    queue('j1', waiting(4, undefined, BUSY)),
  ],
  'waits in the other thread for its first job, and may continue this one → wait for #4 at j1': [
    byId,
    queue('j1', waiting(4, undefined, BUSY_ELSEWHERE)),
  ],
  'another job is the newest by now → read the queue of j2': [
    command,
    queue('j1', ended(1, 'j1', OTHER), ended(2, 'j2', OTHER)),
  ],
});

const turn = (...known: Partial<Known>[]): Partial<Known> =>
  Object.assign({}, queue('j1', ended(1, 'j1', OTHER)), ...known);
const sent = (age: number) =>
  open(2, 'j1', { ...OTHER, age, openFor: age + 60_000, before: { job: 'j1', link: '' } });
const OLD_OTHER = { ...OTHER, ...OLD };

decisionTable('its turn: a job by its id', {
  'active → wait for j1': [byId, turn(read('j1', 'active'))],
  'active for more than 24 h → wait for j1': [
    byId,
    queue('j1', open(1, 'j1', OLD_OTHER)),
    read('j1', 'active'),
  ],
  'a word that the interface does not name → wait for j1': [
    byId,
    turn(read('j1', { unknown: 'paused' })),
  ],
  'ended → send to j1': [byId, turn(read('j1', 'completed'))],
  'failed: a follow-up may repair it → send to j1': [byId, turn(read('j1', 'failed'))],
  'of unknown origin → send to j1': [byId, queue('j1'), read('j1', 'completed')],
  'a prompt was sent 10 s ago → wait for j1 for 20 s': [
    byId,
    queue('j1', sent(10_000)),
    read('j1', 'completed'),
  ],
  'a prompt was sent 30 s ago → send to j1': [
    byId,
    queue('j1', sent(30_000)),
    read('j1', 'completed'),
  ],
  [`unreadable → ${HIDDEN}`]: [byId, turn(unreadable('j1'))],
  [`unknown to the service → ${GONE}`]: [byId, turn(gone('j1'))],
  '`follow-up`, the job of the thread failed → send to j1': [followUp, turn(read('j1', 'failed'))],
  [`\`follow-up\`, the job of the thread is gone → ${GONE}`]: [followUp, turn(gone('j1'))],
  '`follow-up`, its comment was deleted → stop as error (The job to continue is no longer known in this thread.)':
    [followUp, queue(undefined)],
});

const done = read('j1', 'completed', PULL);
const merged = { kind: 'merged' } as const;
const hidden = {
  kind: 'unreadable',
  error: new GitHubError('The pull request is hidden.', 'Set a token.'),
} as const;
const CREATE = 'create: New job, because of an earlier request';

decisionTable('its turn: a command', {
  'no request before it → create': [command, queue(undefined)],
  'active → wait for j1': [command, turn(read('j1', 'active'))],
  'ended → read the pull request of j1': [command, turn(done)],
  'its pull request is open → send to j1': [command, turn(done, pull('j1', { kind: 'open' }))],
  'its pull request is unreadable → send to j1': [command, turn(done, pull('j1', hidden))],
  'it has no pull request → send to j1': [
    command,
    turn(read('j1', 'completed'), pull('j1', undefined)),
  ],
  [`its pull request was merged → ${CREATE}: its pull request was merged.`]: [
    command,
    turn(done, pull('j1', merged)),
  ],
  [`its pull request was closed → ${CREATE}: its pull request was closed.`]: [
    command,
    turn(done, pull('j1', { kind: 'closed' })),
  ],
  [`failed → ${CREATE}: its job failed.`]: [command, turn(read('j1', 'failed'))],
  [`archived without a pull request → ${CREATE}: its job was archived.`]: [
    command,
    turn(read('j1', 'archived')),
  ],
  [`unknown to the service → ${CREATE}: the service no longer knows its job.`]: [
    command,
    turn(gone('j1')),
  ],
  [`unreadable → ${HIDDEN}`]: [command, turn(unreadable('j1'))],
  [`active for more than 24 h → ${CREATE}: its job was still active after 24 h.`]: [
    command,
    queue('j1', open(1, 'j1', OLD_OTHER)),
    read('j1', 'active'),
  ],
  [`unconfirmed → ${CREATE}: it is not known to have a job.`]: [
    command,
    queue(undefined, unconfirmed(1, OTHER)),
  ],
  'the first job is being created → wait for #4, which creates the job': [
    command,
    queue(undefined, starting(4, BUSY)),
  ],
  'of two that wait for a first job, the later → wait for #4, which creates the job': [
    command,
    queue(undefined, waiting(4, undefined, BUSY)),
  ],
  'of two that wait for a first job, the earlier → create': [
    command,
    queue(undefined, waiting(6, undefined, BUSY)),
  ],
  'the later of two first ones is creating its job → create': [
    command,
    queue(undefined, starting(6, BUSY)),
  ],
  'a later request without a known job, such as `/docs new`, changes nothing → read j1': [
    command,
    queue('j1', ended(1, 'j1', OTHER), unconfirmed(6, OTHER)),
  ],
  'a later request that has a job → read j2': [
    command,
    queue('j2', ended(1, 'j1', OTHER), ended(6, 'j2', OTHER)),
  ],
  'a request in another thread is not of this one → create': [
    command,
    queue(undefined, ended(1, 'j1', ELSEWHERE)),
  ],
  '"Opened for" is as old as the request → read j2': [
    command,
    queue('j2', open(1, 'j1', OTHER), open(2, 'j2', OTHER), opened(3, 'j1', OTHER)),
  ],
  '"Opened for" of a request elsewhere → read j1': [command, queue('j1', opened(3, 'j1', OTHER))],
});

decisionTable('its turn: a command on the pull request of a job', {
  'that a recorded link names → read j1': [onPullOf('j1'), queue('j1')],
  'that was merged → create: New job: its pull request was merged.': [
    onPullOf('j1'),
    queue('j1'),
    done,
    pull('j1', merged),
  ],
  'where a later command got a new job, whatever its `key` → read j2': [
    onPullOf('j1'),
    queue('j2', opened(1, 'j1', OTHER), ended(2, 'j2', { ...OTHER, key: 'another-leg-1234' })),
  ],
  'reported in another thread, whose other jobs do not count → read j1': [
    onPullOf('j1', { pull: 32 }),
    queue('j1', ended(2, 'j2', OTHER)),
  ],
  'of another project → create': [onPullOf(undefined), queue(undefined)],
});

const FIRST = 'create: New pull request: no earlier request has one that is open.';

decisionTable('its turn: `pull-request: reuse`', {
  [`no request of this cause → ${FIRST}`]: [reuse, queue(undefined)],
  [`another cause → ${FIRST}`]: [
    reuse,
    queue(undefined, ended(1, 'j1', { ...OTHER, cause: 'another-branch-1' })),
  ],
  [`another step → ${FIRST}`]: [
    reuse,
    queue(undefined, ended(1, 'j1', { ...OTHER, stepKey: 'another-step-123' })),
  ],
  'active → wait for j1': [reuse, turn(read('j1', 'active'))],
  'its pull request is open → send to j1: Continues acme/docs#412, the open pull request of an earlier request.':
    [reuse, turn(done, pull('j1', { kind: 'open' }))],
  [`its pull request was merged → ${CREATE}: its pull request was merged.`]: [
    reuse,
    turn(done, pull('j1', merged)),
  ],
  [`it has no pull request → ${CREATE}: it has no pull request.`]: [
    reuse,
    turn(read('j1', 'completed'), pull('j1', undefined)),
  ],
  'its pull request is unreadable → stop as error (The pull request is hidden.)': [
    reuse,
    turn(done, pull('j1', hidden)),
  ],
});

const limited = { ...same, limits: { openPulls: 2, jobsPerDay: 3, missed: undefined } };
const TOO_MANY = 'stop as limit-reached (max-open-pulls)';
const nothing = {
  now: NOON,
  creations: [],
  ended: new Set<string>(),
  openPulls: [],
  isIncomplete: false,
  ownId: 5,
};
const counted = (...creations: readonly StatusRecord[]): Partial<Known> => {
  const reported = creations.flatMap(({ facts: { end, job } }) =>
    end?.why === 'ended' ? (job ?? []) : [],
  );
  return { counted: { ...nothing, creations, ended: new Set(reported) } };
};

decisionTable('limits of 2 open pull requests and 3 jobs per day, as comment #5', {
  'no limit → create': [same, announced()],
  'not counted yet → count the jobs and pull requests': [limited, announced()],
  'one job works → create': [limited, announced(), counted(open(1))],
  [`two jobs work → ${TOO_MANY}`]: [limited, announced(), counted(open(1), open(2, 'j2'))],
  [`one job works, and a request is unconfirmed → ${TOO_MANY}`]: [
    limited,
    announced(),
    counted(open(1), unconfirmed(2)),
  ],
  [`one works, and a run announced its own before → ${TOO_MANY}`]: [
    limited,
    announced(),
    counted(open(1), starting(4, LIVE)),
  ],
  'one works, and a run announced its own later → create': [
    limited,
    announced(),
    counted(open(1), starting(6, LIVE)),
  ],
  'three jobs ended today → stop as limit-reached (max-jobs-per-day)': [
    limited,
    announced(),
    counted(ended(1), ended(2, 'j2'), ended(3, 'j3')),
  ],
  [`more comments than are read → ${TOO_MANY}`]: [
    limited,
    announced(),
    { counted: { ...nothing, isIncomplete: true } },
  ],
  'reached, and a job of an earlier request is open → join j1, adopt #1': [
    limited,
    before(open(1)),
    read('j1', 'active'),
    counted(open(1), open(2, 'j2')),
  ],
  'reached, and the request continues a job → send to j1': [
    { ...limited, ...command },
    turn(
      read('j1', 'completed'),
      pull('j1', { kind: 'open' }),
      counted(open(2, 'j2'), open(3, 'j3')),
    ),
  ],
  'the pull request of its job was merged → count the jobs and pull requests': [
    { ...limited, ...command },
    turn(done, pull('j1', merged)),
  ],
});

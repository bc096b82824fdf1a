import { GitHubError } from '../../../src/errors.ts';
import type { PullOrigin } from '../../../src/request/agent-pulls.ts';
import type { Ask, Known } from '../../../src/request/steps.ts';
import { sampleJob } from '../../support/sample-job.ts';
import type { RecordFields } from '../../support/sample-records.ts';
import {
  ended,
  first,
  gone,
  LIVE,
  lost,
  open,
  opened,
  PULL,
  pull,
  queue,
  read,
  second,
  starting,
  stepTable,
  unconfirmed,
  unreadable,
  waiting,
} from '../../support/step-table.ts';

const OTHER: RecordFields = { requestKey: 'another-request1', run: 66 };
const BUSY = { ...OTHER, ...LIVE };
const ELSEWHERE = { ...OTHER, thread: 32 };
const BUSY_ELSEWHERE = { ...BUSY, thread: 32 };

const byId = { wanted: { kind: 'by-id', jobId: 'j1' } } as const;
const command = { wanted: { kind: 'newest-in-thread', orElse: 'create' } } as const;
const followUp = { wanted: { kind: 'newest-in-thread', orElse: 'skip' } } as const;
const reuse = { wanted: { kind: 'newest-of-cause' } } as const;
const onPullOf = (jobId: string | undefined, more: Partial<Ask> = {}) => ({
  ...command,
  origin: { kind: 'agent', jobId } as const,
  ...more,
});

/** Jobs that may have opened the pull request, each with its newest request. */
const suspected = (
  ...jobs: readonly { id: string; status?: 'active' | 'completed'; ageMs?: number; project?: string }[]
) => {
  const suspects = jobs.map(({ id, status, ageMs = 60_000, project = open(1).marker.project }) => ({
    record: open(1, id, { age: ageMs, project }),
    jobId: id,
    before: null,
    job: status && sampleJob(status, '', id),
  }));
  const origin: PullOrigin = { kind: 'suspected', link: 'acme/app#32', suspects, why: 'a job worked' };
  return { ...command, origin };
};
const announced = second(9, [], []);
const HIDDEN = 'stop as error (Nothing was sent, as job `j1` could not be read. It is hidden.)';
const GONE = HIDDEN.replace('hidden', 'gone');
const OLD = { ...OTHER, age: 24 * 3_600_000 + 1 };
const SEVERAL =
  'stop as error (It is not known yet which job opened this pull request: `j1`, `j2`. Make the request again when these jobs have ended.)';
const J1 = { id: 'j1', status: 'active' } as const;
const J2 = { id: 'j2', status: 'active' } as const;

stepTable('announcing a follow-up', {
  'a job by its id → announce behind j1': [byId, first()],
  'a command, no job in the thread → announce': [command, first()],
  'a command, after a request with a job → announce behind j1': [command, first(ended(1, 'j1', OTHER))],
  'a command, while the first job is created → announce behind a job to come': [command, first(starting(1, BUSY))],
  'a command in the thread of a job of another leg → announce': [
    command,
    first(ended(1, 'j1', { ...OTHER, key: 'another-leg-1234' })),
  ],
  '`follow-up`, no job in the thread → stop as skipped (no job of this project was found in the thread; `job-id` can name one)':
    [followUp, first()],
  'a command on the pull request of a job, whatever its `key` → announce behind j1': [onPullOf('j1'), first()],
  '`reuse` → read the requests of the cause': [reuse, first()],
  '`reuse`, no request of that cause → announce': [reuse, { elsewhere: { ofCause: [] } }],
  '`reuse`, a request of that cause elsewhere → announce behind j1': [
    reuse,
    { elsewhere: { ofCause: [ended(1, 'j1', ELSEWHERE)] } },
  ],
  'on a pull request that a job may have opened → announce behind j1': [suspected(J1), first()],
  'announced → read the queue': [command, announced],
});

stepTable('a command on a pull request that a job may have opened', {
  'one job → wait whether j1 opened acme/app#32': [suspected(J1), announced],
  'no job is left → read the queue': [suspected(), announced],
  'it turned out: that job → read the queue': [suspected({ id: 'j1' }), announced, { isOpener: true }],
  'it turned out, and its queue is empty → read j1': [suspected({ id: 'j1' }), { isOpener: true }, queue(9, 'j1')],
  'it turned out: another → announce again behind j2': [
    suspected({ id: 'j1' }),
    { isOpener: false },
    queue(9, 'j1', ended(1, 'j2', OTHER)),
  ],
  [`several → ${SEVERAL}`]: [suspected(J1, J2), announced],
  'several, one ended long ago → wait whether j2 opened acme/app#32': [
    suspected({ ...J1, status: 'completed' }, J2),
    announced,
  ],
  [`several, one was just sent a prompt → ${SEVERAL}`]: [
    suspected({ ...J1, status: 'completed', ageMs: 29_999 }, J2),
    announced,
  ],
  'several, one unreadable → wait whether j2 opened acme/app#32': [suspected({ id: 'j1' }, J2), announced],
  'several, one of another project → wait whether j2 opened acme/app#32': [
    suspected({ ...J1, project: 'another-project1' }, J2),
    announced,
  ],
});

stepTable('a command on a pull request whose job is not continued', {
  'a newer job of the thread, although “Opened for” was written later → announce again behind j2': [
    onPullOf('j1'),
    { openerNote: ['Merged.'] },
    queue(9, 'j1', ended(1, 'j2', OTHER), opened(2, 'j1', OTHER)),
  ],
});

stepTable('the one queue of a job, in comment #5', {
  'outdated, as the run waited → read the queue': [
    byId,
    queue(5, 'j1'),
    { queue: { records: undefined, began: 0, readAt: 0 } },
  ],
  'no request ahead → read j1': [byId, queue(5, 'j1', open(1, 'j1', OTHER))],
  'a live run works with the job, older or newer → wait for #6 at j1': [byId, queue(5, 'j1', open(6, 'j1', BUSY))],
  'a live run, in another thread → wait for #6 at j1': [byId, queue(5, 'j1', open(6, 'j1', BUSY_ELSEWHERE))],
  'a live run is sending a follow-up → wait for #6 at j1': [
    byId,
    queue(5, 'j1', starting(6, { ...BUSY, before: { job: 'j1', link: '' } })),
  ],
  'a live run works with another job → read j1': [byId, queue(5, 'j1', open(1, 'j2', BUSY))],
  'waits since before → wait for #4 at j1': [byId, queue(5, 'j1', waiting(4, 'j1', BUSY_ELSEWHERE))],
  'waits since later → read j1': [byId, queue(5, 'j1', waiting(6, 'j1', BUSY))],
  'killed while it waited → read j1': [byId, queue(5, 'j1', waiting(4, 'j1', OTHER))],
  'waits for the first job of this thread → wait for #4 at j1': [byId, queue(5, 'j1', waiting(4, null, BUSY))],
  'waits for the first job of another thread → read j1': [byId, queue(5, 'j1', waiting(4, null, BUSY_ELSEWHERE))],
  'its comment names another job → announce again behind j1': [byId, queue(5, 'j2')],
  'its comment names no job yet → announce again behind j1': [byId, queue(5, null)],
  'a twin took over before → stop as skipped (run 77, no job yet) for #4': [
    byId,
    queue(5, 'j1', waiting(4, 'j1', LIVE)),
  ],
  'a twin that announced later has sent → stop as skipped (run 77, j1) for #6': [byId, queue(5, 'j1', open(6, 'j1'))],
  'a twin that announced later waits → read j1': [byId, queue(5, 'j1', waiting(6, 'j1', LIVE))],
  'a twin was killed → read j1': [byId, queue(5, 'j1', waiting(4, 'j1'))],
});

const turn = (...known: Partial<Known>[]): Partial<Known> =>
  Object.assign({}, queue(5, 'j1', ended(1, 'j1', OTHER)), ...known);
const sent = (age: number) => open(2, 'j1', { ...OTHER, age, openFor: age + 60_000, before: { job: 'j1', link: '' } });

stepTable('its turn: a job by its id', {
  'active → wait for j1': [byId, turn(read('j1', 'active'))],
  'active for more than 24 h → wait for j1': [byId, queue(5, 'j1', open(1, 'j1', OLD)), read('j1', 'active')],
  'a word that the interface does not name → wait for j1': [byId, turn(read('j1', { unknown: 'paused' }))],
  'ended → send to j1 after #1': [byId, turn(read('j1', 'completed'))],
  'failed: a follow-up may repair it → send to j1 after #1': [byId, turn(read('j1', 'failed'))],
  'of unknown origin → send to j1': [byId, queue(5, 'j1'), read('j1', 'completed')],
  'a prompt was sent 10 s ago → wait for j1 for 20 s': [byId, queue(5, 'j1', sent(10_000)), read('j1', 'completed')],
  'a prompt was sent 30 s ago → send to j1 after #2': [byId, queue(5, 'j1', sent(30_000)), read('j1', 'completed')],
  [`unreadable → ${HIDDEN}`]: [byId, turn(unreadable('j1'))],
  [`unknown to the service → ${GONE}`]: [byId, turn(gone('j1'))],
  '`follow-up`, the job of the thread failed → send to j1 after #1': [followUp, turn(read('j1', 'failed'))],
  [`\`follow-up\`, the job of the thread is gone → ${GONE}`]: [followUp, turn(gone('j1'))],
  '`follow-up`, its comment was deleted → stop as error (The job to continue is no longer known in this thread.)': [
    followUp,
    queue(5, 'j1'),
  ],
});

const done = read('j1', 'completed', PULL);
const merged = { kind: 'merged', at: 0 } as const;
const hidden = { kind: 'unreadable', error: new GitHubError('The pull request is hidden.', 'Set a token.') } as const;
const NEW = 'create: New job, because of an earlier request';

stepTable('its turn: a command', {
  'no request before it → create': [command, queue(5, undefined)],
  'active → wait for j1': [command, turn(read('j1', 'active'))],
  'ended → read the pull request of j1': [command, turn(done)],
  'its pull request is open → send to j1 after #1': [command, turn(done, pull('j1', { kind: 'open' }))],
  'its pull request is unreadable → send to j1 after #1': [command, turn(done, pull('j1', hidden))],
  'it has no pull request → send to j1 after #1': [command, turn(read('j1', 'completed'), pull('j1', undefined))],
  [`its pull request was merged → ${NEW}: its pull request was merged.`]: [command, turn(done, pull('j1', merged))],
  [`its pull request was closed → ${NEW}: its pull request was closed.`]: [
    command,
    turn(done, pull('j1', { kind: 'closed' })),
  ],
  [`failed → ${NEW}: its job failed.`]: [command, turn(read('j1', 'failed'))],
  [`archived without a pull request → ${NEW}: its job was archived.`]: [command, turn(read('j1', 'archived'))],
  [`unknown to the service → ${NEW}: the service no longer knows its job.`]: [command, turn(gone('j1'))],
  [`unreadable → ${HIDDEN}`]: [command, turn(unreadable('j1'))],
  [`active for more than 24 h → ${NEW}: its job was still active after 24 h.`]: [
    command,
    queue(5, 'j1', open(1, 'j1', OLD)),
    read('j1', 'active'),
  ],
  [`given up after 24 h → ${NEW}: its job was still active after 24 h.`]: [
    command,
    queue(5, 'j1', lost(1, 'j1', OTHER)),
  ],
  [`unconfirmed → ${NEW}: it is not known to have a job.`]: [command, queue(5, null, unconfirmed(1, OTHER))],
  'the first job is being created → wait for #4, which creates the job': [command, queue(5, null, starting(4, BUSY))],
  'of two that wait for a first job, the later → wait for #4, which creates the job': [
    command,
    queue(5, null, waiting(4, null, BUSY)),
  ],
  'of two that wait for a first job, the earlier → create': [command, queue(5, null, waiting(6, null, BUSY))],
  'the later of two first ones is creating its job → create': [command, queue(5, undefined, starting(6, BUSY))],
  'the newest job counts → announce again behind j2': [
    command,
    queue(5, 'j1', ended(1, 'j1', OTHER), ended(2, 'j2', OTHER)),
  ],
  'a request in another thread does not count → create': [command, queue(5, undefined, ended(1, 'j1', ELSEWHERE))],
  '"Opened for" is as old as the request → read j2': [
    command,
    queue(5, 'j2', open(1, 'j1', OTHER), open(2, 'j2', OTHER), opened(3, 'j1', OTHER)),
  ],
  '"Opened for" of a request elsewhere → read j1': [command, queue(5, 'j1', opened(3, 'j1', OTHER))],
});

const passed = { openerNote: ['New job: its pull request was merged.'] };

stepTable('its turn: a command on the pull request of a job', {
  'before jobs of that thread → read j1': [onPullOf('j1'), queue(5, 'j1', ended(2, 'j2', OTHER))],
  'that was merged → pass over the opener: New job, because of an earlier request: its pull request was merged.': [
    onPullOf('j1'),
    turn(done, pull('j1', merged)),
  ],
  'that was passed over: the newest job of the thread, whatever its `key` → announce again behind j2': [
    onPullOf('j1'),
    passed,
    queue(5, 'j1', ended(2, 'j2', { ...OTHER, key: 'another-leg-1234' })),
  ],
  'that was passed over, and no other → create: New job: its pull request was merged.': [
    onPullOf('j1'),
    passed,
    turn(),
  ],
  'that was passed over; others of the report thread do not count → create: New job: its pull request was merged.': [
    onPullOf('j1', { pull: 32 }),
    passed,
    queue(5, 'j1', ended(2, 'j2', OTHER)),
  ],
  'of another project → create': [onPullOf(undefined), queue(5, undefined)],
});

const MONTH = 30 * 86_400_000;
const FIRST = 'create: New pull request: no earlier request has one that is open.';

stepTable('its turn: `pull-request: reuse`', {
  [`no request of this cause → ${FIRST}`]: [reuse, queue(5, undefined)],
  [`another cause → ${FIRST}`]: [reuse, queue(5, undefined, ended(1, 'j1', { ...OTHER, cause: 'another-branch-1' }))],
  [`another step → ${FIRST}`]: [reuse, queue(5, undefined, ended(1, 'j1', { ...OTHER, stepKey: 'another-step-123' }))],
  [`older than 30 days → ${FIRST}`]: [reuse, queue(5, undefined, ended(1, 'j1', { ...OTHER, age: MONTH + 1 }))],
  '30 days old, in another thread → read j1': [reuse, queue(5, 'j1', ended(1, 'j1', { ...ELSEWHERE, age: MONTH }))],
  'active → wait for j1': [reuse, turn(read('j1', 'active'))],
  'its pull request is open → send to j1 after #1: Continues acme/docs#412, the open pull request of an earlier request.':
    [reuse, turn(done, pull('j1', { kind: 'open' }))],
  [`its pull request was merged → ${NEW}: its pull request was merged.`]: [reuse, turn(done, pull('j1', merged))],
  [`it has no pull request → ${NEW}: it has no pull request.`]: [
    reuse,
    turn(read('j1', 'completed'), pull('j1', undefined)),
  ],
  'its pull request is unreadable → stop as error (The pull request is hidden.)': [
    reuse,
    turn(done, pull('j1', hidden)),
  ],
});

import type { Known } from '../../../src/request/steps.ts';
import type { StatusRecord } from '../../../src/thread/status-records.ts';
import { NOON } from '../../support/fake-clock.ts';
import {
  continued,
  ended,
  failing,
  first,
  gone,
  LABEL,
  LIVE,
  lost,
  ONCE,
  open,
  opened,
  PULL,
  pull,
  queue,
  RERUN,
  read,
  second,
  shown,
  starting,
  stepTable,
  unconfirmed,
  unreadable,
  unsent,
  waiting,
} from '../../support/step-table.ts';

const rerun = { identity: RERUN };
const label = { identity: LABEL };
const once = { identity: ONCE };
const OLD = { age: 24 * 3_600_000 + 1 };
const HIDDEN = 'stop as error (Nothing was sent, as job `j1` could not be read. It is hidden.)';
const UNCLEAR =
  'stop as unconfirmed (An earlier run or attempt may have sent this request, and whether the service accepted it is unknown.)';
const NEW = 'announce: New job, because of an earlier request';
const AGAIN = 'announce in place of #1: New job, as the first attempt has no result';

stepTable('nothing is known of an earlier request', {
  'no comment → announce': [label, first()],
  'another request → announce': [label, first(open(1, 'j1', { requestKey: 'another-request1' }))],
  'announced, and no other comment → create': [label, second(9, [], [])],
});

stepTable('an earlier attempt of the same run', {
  'its job, not read yet → read j1': [rerun, first(open(1))],
  'its job, although the lease is held → read j1': [rerun, first(open(1, 'j1', LIVE))],
  'its job works on a later request → read j1': [rerun, first(continued(1))],
  'its job is open → join j1 in own #1': [rerun, first(open(1)), read('j1', 'active')],
  'its job completed → join j1 in own #1': [rerun, first(ended(1)), read('j1', 'completed')],
  'its job was archived with a pull request → join j1 in own #1': [
    rerun,
    first(ended(1)),
    read('j1', 'archived', PULL),
  ],
  [`its job failed → ${AGAIN}: its job failed.`]: [rerun, first(ended(1)), read('j1', 'failed')],
  [`archived, no pull request → ${AGAIN}: its job was archived.`]: [rerun, first(ended(1)), read('j1', 'archived')],
  [`unknown to the service → ${AGAIN}: the service no longer knows its job.`]: [rerun, first(open(1)), gone('j1')],
  [`unreadable → ${HIDDEN} for #1`]: [rerun, first(open(1)), unreadable('j1')],
  [`killed while it sent → ${UNCLEAR} in #1`]: [rerun, first(starting(1))],
  [`unconfirmed → ${UNCLEAR} in #1`]: [rerun, first(unconfirmed(1))],
  'failed, but its comment leads to a pull request, and stays → announce: New job, as the first attempt has no result: its job failed.':
    [
      rerun,
      first(shown(1, { at: 'over', why: 'ended', job: 'j1', verdict: 'failed', link: 'github.com/acme/docs#412' })),
      read('j1', 'failed'),
    ],
  'provably not sent → announce in place of #1': [rerun, first(unsent(1))],
  'killed while it waited → announce in place of #1': [rerun, first(waiting(1, 'j1'))],
  'given up after 24 h → announce in place of #1: New job, because of an earlier request: its job was still active after 24 h.':
    [rerun, first(lost(1))],
});

const FORMER = { requestKey: 'a-former-request' };

stepTable('an earlier attempt that asked for something else (its inputs were edited)', {
  'counts if it is the only one of its step → read j1': [rerun, first(open(1, 'j1', FORMER))],
  'several: two callers of a reusable workflow → announce': [
    rerun,
    first(open(1, 'j1', FORMER), open(2, 'j2', { requestKey: 'of-a-caller-1234' })),
  ],
  'the same request counts, not a newer one of the step → read j1': [rerun, first(open(1), open(2, 'j2', FORMER))],
  'another step → announce': [rerun, first(open(1, 'j1', { ...FORMER, stepKey: 'another-step-123' }))],
  'another run → announce': [rerun, first(open(1, 'j1', { ...FORMER, run: 66 }))],
  'a later attempt → announce': [rerun, first(open(1, 'j1', { ...FORMER, attempt: 2 }))],
  'not sent: its comment is another request, and stays → announce': [rerun, first(unsent(1, FORMER))],
  'the comment "Opened for" is no attempt → announce': [rerun, first(opened(1, 'j1', FORMER))],
  'nor does it hide one → read j1': [rerun, first(open(1, 'j1', FORMER), opened(2, 'j2', FORMER))],
});

stepTable('several earlier requests', {
  'the newest attempt counts → read j2': [
    { identity: { ...RERUN, attempt: 3 } },
    first(open(1), open(2, 'j2', { attempt: 2 })),
  ],
  'an attempt that sent nothing leaves the answer to an open job → read j1': [
    rerun,
    first(open(1, 'j1', { run: 66 }), unsent(2)),
  ],
  'and to a live run → stop as skipped (run 66, no job yet) for #1': [
    rerun,
    first(starting(1, { ...LIVE, run: 66 }), unsent(2)),
  ],
  'but an ended request of another run is none → announce in place of #2': [
    rerun,
    first(ended(1, 'j1', { run: 66 }), unsent(2)),
  ],
});

stepTable('another run, lease held', {
  'about to send → stop as skipped (run 77, no job yet) for #1': [label, first(starting(1, LIVE))],
  'waits for its turn → stop as skipped (run 77, no job yet) for #1': [once, first(waiting(1, 'j1', LIVE))],
  'waits for its job → stop as skipped (run 77, j1) for #1': [label, first(open(1, 'j1', LIVE))],
  'and the cause is once → stop as skipped (run 77, j1) for #1': [once, first(open(1, 'j1', LIVE))],
});

stepTable('another run, no lease', {
  'open → read j1': [label, first(open(1))],
  'open, and active → join j1 in the #1': [label, first(open(1)), read('j1', 'active')],
  'open, and failed: it answers the request → join j1 in the #1': [label, first(open(1)), read('j1', 'failed')],
  [`open, unknown to the service → ${NEW}: the service no longer knows its job.`]: [once, first(open(1)), gone('j1')],
  [`open, and unreadable → ${HIDDEN} for #1`]: [once, first(open(1)), unreadable('j1')],
  'active for more than 24 h → read the requests of all threads': [
    once,
    first(open(1, 'j1', OLD)),
    read('j1', 'active'),
  ],
  [`in no thread for less than 24 h → ${NEW}: its job was still active after 24 h.`]: [
    once,
    first(open(1, 'j1', OLD)),
    read('j1', 'active'),
    { elsewhere: { edited: [] } },
  ],
  'in another thread for less than 24 h → join j1 in the #1': [
    once,
    first(open(1, 'j1', OLD)),
    read('j1', 'active'),
    { elsewhere: { edited: [open(2, 'j1', { thread: 32 })] } },
  ],
  'works on a later request → read j1': [label, first(continued(1))],
  [`given up after 24 h → ${NEW}: its job was still active after 24 h.`]: [once, first(lost(1))],
  [`killed while it sent, once → ${UNCLEAR} in #1`]: [once, first(starting(1))],
  [`unconfirmed, once → ${UNCLEAR} in #1`]: [once, first(unconfirmed(1))],
  [`killed while it sent, repeatable → ${NEW}: it is not known to have a job.`]: [label, first(starting(1))],
  [`unconfirmed, repeatable → ${NEW}: it is not known to have a job.`]: [label, first(unconfirmed(1))],
  'killed while it waited → announce': [once, first(waiting(1, 'j1'))],
  'not sent → announce': [once, first(unsent(1))],
  'ended, once → read j1': [once, first(ended(1))],
  'ended, repeatable → announce': [label, first(ended(1))],
  'ended after the label was set → read j1': [
    { identity: { ...LABEL, askedAt: 999_999 } },
    first(ended(1, 'j1', { updatedAt: 1_000_000 })),
  ],
  'ended in the second in which the label was set → announce': [
    { identity: { ...LABEL, askedAt: 1_000_000 } },
    first(ended(1, 'j1', { updatedAt: 1_000_000 })),
  ],
});

const noAnalytics = { ...label, mayNotSend: failing('No analytics.') };

stepTable('a run that may not send, as the analytics failed', {
  'stops before it announces → stop as error (No analytics.)': [noAnalytics, first()],
  'reports it in the comment of its earlier attempt → stop as error (No analytics.) in own #1': [
    { ...noAnalytics, identity: RERUN },
    first(unsent(1)),
  ],
  'still joins a job → join j1 in the #1': [noAnalytics, first(open(1)), read('j1', 'active')],
});

stepTable('the second read, as comment #5', {
  'a twin announced before: the lower id wins → stop as skipped (run 77, no job yet) for #4': [
    label,
    second(5, [], [starting(4, LIVE)]),
  ],
  'a twin announced later, and yields → create': [label, second(5, [], [starting(6, LIVE)])],
  'a twin announced later, and sent all the same → stop as skipped (run 77, j1) for #6': [
    label,
    second(5, [], [open(6, 'j1', LIVE)]),
  ],
  'a twin announced later, and its job ended: once → read j1': [once, second(5, [], [ended(6)])],
  'what the first read showed is decided → create': [rerun, second(5, [ended(1)], [ended(1)])],
  'the earlier run was alive, and wrote its job since → read j1': [label, second(5, [starting(1)], [open(1)])],
  'another process took the comment over since → read j1': [
    label,
    second(5, [open(1, 'j1')], [open(1, 'j1', { writer: 'a-sweep-12345678' })]),
  ],
  'and now the job is read: it is joined → join j1 in the #1': [
    label,
    second(5, [starting(1)], [open(1)]),
    read('j1', 'active'),
  ],
});

const limited = { ...label, limits: { openPulls: 2, jobsPerDay: 3, missed: undefined } };
const command = { ...limited, identity: ONCE, wanted: { kind: 'newest-in-thread', orElse: 'create' } } as const;
const OTHER = { requestKey: 'another-request1', run: 66 };
const announced = second(5, [], []);
const TOO_MANY = 'stop as limit-reached (max-open-pulls)';
const counted = (...records: readonly StatusRecord[]): Partial<Known> => ({
  ledger: { now: NOON, records, pulls: new Map(), unread: 0, repository: '', before: 5 },
});

stepTable('limits of 2 open pull requests and 3 jobs per day, as comment #5', {
  'no limit → create': [label, announced],
  'not counted yet → count the jobs and pull requests': [limited, announced],
  'one job works → create': [limited, announced, counted(open(1))],
  [`two jobs work → ${TOO_MANY}`]: [limited, announced, counted(open(1), open(2, 'j2'))],
  [`one job works, and a request is unconfirmed → ${TOO_MANY}`]: [limited, announced, counted(open(1), unconfirmed(2))],
  [`one works, and a run announced its own before → ${TOO_MANY}`]: [
    limited,
    announced,
    counted(open(1), starting(4, LIVE)),
  ],
  'one works, and a run announced its own later → create': [limited, announced, counted(open(1), starting(6, LIVE))],
  'one works, and others wait or were not sent → create': [
    limited,
    announced,
    counted(open(1), waiting(2, null, LIVE), unsent(3)),
  ],
  'three jobs ended today → stop as limit-reached (max-jobs-per-day)': [
    limited,
    announced,
    counted(ended(1), ended(2, 'j2'), ended(3, 'j3')),
  ],
  'reached, and a job of an earlier request is open → join j1 in the #1': [
    limited,
    first(open(1)),
    read('j1', 'active'),
    counted(open(1), open(2, 'j2')),
  ],
  'reached, and the request continues a job → send to j1 after #1': [
    command,
    queue(5, 'j1', ended(1, 'j1', OTHER)),
    read('j1', 'completed'),
    pull('j1', { kind: 'open' }),
    counted(open(2, 'j2'), open(3, 'j3')),
  ],
  'the pull request of its job was merged → count the jobs and pull requests': [
    command,
    queue(5, 'j1', ended(1, 'j1', OTHER)),
    read('j1', 'completed'),
    pull('j1', { kind: 'merged', at: 0 }),
  ],
});

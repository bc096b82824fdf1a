import type { Known } from '../../../src/request/steps.ts';
import type { StatusRecord } from '../../../src/thread/status-records.ts';
import { NOON } from '../../support/fake-clock.ts';
import { LABEL, ONCE } from '../../support/sample-identities.ts';
import {
  ended,
  first,
  LIVE,
  open,
  pull,
  queue,
  read,
  second,
  starting,
  stepTable,
  unconfirmed,
  unsent,
  waiting,
} from '../../support/step-table.ts';

const label = { identity: LABEL };
const limited = { ...label, limits: { openPulls: 2, jobsPerDay: 3, missed: undefined } };
const command = { ...limited, identity: ONCE, wanted: { kind: 'newest-in-thread', orElse: 'create' } } as const;
const OTHER = { requestKey: 'another-request1', run: 66 };
const announced = second(5, [], []);
const counted = (...records: readonly StatusRecord[]): Partial<Known> => ({
  ledger: { now: NOON, records, pulls: new Map(), unread: 0, repository: '', before: 5 },
});

stepTable('limits of 2 open pull requests and 3 jobs per day, as comment #5', {
  'no limit → create': [label, announced],
  'not counted yet → count the jobs and pull requests': [limited, announced],
  'one job works → create': [limited, announced, counted(open(1))],
  'two jobs work → stop as limit-reached (max-open-pulls)': [limited, announced, counted(open(1), open(2, 'j2'))],
  'one job works, and a request is unconfirmed → stop as limit-reached (max-open-pulls)': [
    limited,
    announced,
    counted(open(1), unconfirmed(2)),
  ],
  'one works, and a run announced its own before → stop as limit-reached (max-open-pulls)': [
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

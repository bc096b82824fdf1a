import { commented, type Event, labeled, onAgentPull, pushed, released, reviewed, scheduled, shaOf } from './events.ts';
import type { ModelPull } from './github-model.ts';
import type { Person, Step } from './history.ts';
import type { Occasion } from './occasion.ts';
import type { World } from './world.ts';

const SWEEP = { operation: 'sweep', window: '60d', timeout: '600s', wait: '', key: '' };

type Given = Pick<Occasion, 'kind' | 'event'> & Partial<Occasion>;
let occasions = 0;

function occasion({ time }: World, given: Given): Occasion {
  const common = {
    by: 'alice',
    job: 'ask',
    legs: 1,
    inputs: {},
    isRepeatable: false,
    subject: '',
    thread: undefined,
  } as const;
  return { id: ++occasions, at: time.now(), ...common, ...given };
}

type Asking = Extract<Step, { kind: 'label' | 'command' | 'review' | 'push' | 'release' | 'schedule' | 'sweep' }>;

export const sweepOf = (world: World): Occasion =>
  occasion(world, { kind: 'sweep', event: scheduled, job: 'sweep', inputs: SWEEP });

/** Pushes, releases and schedules are reported here. */
const DOCS_THREAD = 32;

export function occasionOf(step: Asking, world: World): Occasion {
  const at = world.time.now();
  const { kind } = step;
  switch (step.kind) {
    case 'label': {
      const { thread, by, legs } = step;
      const subject = `label ${thread} ${legs}`;
      const job = legs > 1 ? 'matrix' : 'ask';
      return occasion(world, {
        kind: 'label',
        event: labeled(thread, by, at),
        by,
        thread,
        legs,
        job,
        isRepeatable: true,
        subject,
      });
    }
    case 'command': {
      const { thread, by, text } = step;
      const { id } = world.github.comments.add(thread, by, text);
      return occasion(world, { kind: 'command', event: commented(thread, by, { id, body: text }, at), by, thread });
    }
    case 'review': {
      const { thread, by } = step;
      return occasion(world, { kind: 'review', event: reviewed(thread, by, 5_000 + occasions, at), by, thread });
    }
    case 'push': {
      const before = world.head;
      world.head = shaOf(`push ${occasions}`);
      const event: Event = pushed(before, world.head, step.by);
      return reported(world, { kind, event, by: step.by, job: 'push' });
    }
    case 'release':
      return reported(world, { kind, event: released(++occasions, step.by, at), by: step.by, job: 'release' });
    case 'schedule':
      return reported(world, { kind, event: scheduled, job: 'schedule', isRepeatable: true, subject: 'schedule' });
    case 'sweep':
      return occasion(world, { kind: 'sweep', event: scheduled, job: 'sweep', inputs: SWEEP });
  }
}

function reported(world: World, given: Given & { readonly by?: Person }): Occasion {
  const inputs = {
    'issue-number': String(DOCS_THREAD),
    'pull-request': world.setup.pullRequest,
    prompt: given.kind === 'schedule' ? 'Refresh the pages' : '',
  };
  return occasion(world, { ...given, thread: DOCS_THREAD, inputs });
}

type OnPull = Extract<Step, { kind: 'agent pull' }>;

/** What happens to a pull request that a job opened, and which runs that starts; empty if there is none. */
export function agentOccasions({ act, of, by }: OnPull, world: World): Occasion[] {
  const { service, github, time } = world;
  for (const job of service.jobs.values()) service.statusOf(job); // opens the pull requests of jobs that have ended
  const pulls = [...github.pulls.values()].filter(({ job }) => job !== undefined);
  const pull = pulls[of % Math.max(1, pulls.length)];
  if (!pull) return [];
  const thread = pull.number;
  const on = (action: 'opened' | 'labeled' | 'closed') =>
    occasion(world, { kind: 'agent', event: onAgentPull(action, pull, by, time.now()), by, thread });
  switch (act) {
    case 'opened':
    case 'labeled':
      return pull.state === 'open' ? [on(act)] : [];
    case 'closed':
      if (pull.state !== 'open') return [];
      pull.state = 'closed';
      return [on(act)];
    case 'merged':
      return pull.state === 'open' ? merged(pull, by, world, on) : [];
    case 'command': {
      const body = '/docs shorter, please';
      const { id } = github.comments.add(thread, by, body);
      const event = commented(thread, by, { id, body }, time.now(), pull.createdAt);
      return [occasion(world, { kind: 'command', event, by, thread })];
    }
  }
}

/** A merge is two events: the pull request is closed, and its merge commit is pushed. */
function merged(pull: ModelPull, by: Person, world: World, on: (action: 'closed') => Occasion): Occasion[] {
  const before = world.head;
  world.head = shaOf(`merge ${pull.number}`);
  pull.state = 'merged';
  pull.mergeCommit = world.head;
  return [
    on('closed'),
    { ...reported(world, { kind: 'push', event: pushed(before, world.head, by), by, job: 'push' }), kind: 'agent' },
  ];
}

import { commented, deployed, dispatched, labeled, pushed, released, reviewed, scheduled, shaOf } from './events.ts';
import { FIRST_HEAD, type ModelCommit } from './github-changes.ts';
import type { Person, Step } from './history.ts';
import { CONTEXT_FILE } from './input-files.ts';
import type { Occasion } from './occasion.ts';
import { TOKEN, type World } from './world.ts';

const SWEEP = { operation: 'sweep', window: '365d', timeout: '600s', wait: '', key: '' };

type Given = Pick<Occasion, 'kind' | 'event'> & Partial<Occasion>;

/** Something that happens now. */
export function occasion({ time, nextId }: World, given: Given): Occasion {
  const common = {
    by: 'alice',
    job: 'ask',
    legs: 1,
    inputs: {},
    isRepeatable: false,
    subject: '',
    thread: undefined,
  } as const;
  return { id: nextId(), at: time.now(), ...common, ...given };
}

type Asking = Exclude<
  Step,
  { kind: 'repeat' | 're-run' | 'mixed push' | 'agent pull' | 'own pull' | 'fault' | 'people' | 'key' }
>;

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
      const comment = said(thread, by, text, world);
      return occasion(world, { kind: 'command', event: commented(thread, by, comment, at), by, thread });
    }
    case 'review': {
      const { thread, by } = step;
      return occasion(world, { kind: 'review', event: reviewed(thread, by, 5_000 + world.nextId(), at), by, thread });
    }
    case 'push': {
      const event = pushed(headOf(world), [commit(step.by, 'src', world)], step.by);
      return reported(world, { kind, event, by: step.by, job: 'push' });
    }
    case 'release':
      return reported(world, {
        kind,
        event: released(world.nextId(), step.by, at, `-${TOKEN}`),
        by: step.by,
        job: 'release',
      });
    case 'schedule':
      return reported(world, { kind, event: scheduled, job: 'schedule', isRepeatable: true, subject: 'schedule' });
    case 'dispatch':
      return reported(world, {
        kind,
        event: dispatched(step.by),
        by: step.by,
        job: 'dispatch',
        isRepeatable: true,
        subject: 'dispatch',
      });
    case 'workflow run':
      return reported(world, { kind, event: deployed(headOf(world), step.by), by: step.by, job: 'deployed' });
    case 'follow-up': {
      const job = step.of === undefined ? {} : { 'job-id': jobNamed(step.of, world) };
      const inputs = { operation: 'follow-up', prompt: 'Add an example', ...job };
      return byDispatch(step.by, world, { kind, inputs });
    }
    case 'attach': {
      const job = jobNamed(step.of, world);
      const pull = [...world.github.pulls.values()].findLast((each) => each.job === job);
      const thread = step.of % 2 === 1 && pull ? pull.number : DOCS_THREAD;
      const inputs = { operation: 'attach', wait: '', 'job-id': job, 'issue-number': String(thread) };
      return { ...byDispatch(step.by, world, { kind, inputs }), thread };
    }
    case 'without comments': {
      const inputs = { comment: 'false', prompt: 'Refresh the pages', 'issue-number': '', 'pull-request': 'new' };
      return { ...byDispatch(step.by, world, { kind, inputs }), thread: undefined };
    }
    case 'sweep':
      return sweepOf(world);
  }
}

/** The tip of `main`. */
export const headOf = ({ github }: World): string => github.commits.at(-1)?.sha ?? FIRST_HEAD;

/** A new commit on `main`, which changes a file of its own. */
export function commit(by: Person, folder: string, { github: { commits } }: World): ModelCommit {
  const number = commits.length + 1;
  const added = { sha: shaOf(`commit ${number}`), by, file: `${folder}/file-${number}.ts` };
  commits.push(added);
  return added;
}

/** A person comments: no two comments have the same words, and some have a secret. */
export function said(thread: number, by: Person, text: string, { github: { comments } }: World) {
  const count = comments.all.length;
  const body = `${text} (${count})${count % 3 === 0 ? `; my token is ${TOKEN}` : ''}`;
  return { id: comments.add(thread, by, body).id, body };
}

function jobNamed(of: number, { service }: World): string {
  const jobs = [...service.jobs.keys()];
  return jobs[of % Math.max(1, jobs.length)] ?? 'none';
}

/** A request without a thread of its own. @param merged the pull request of its commit, where it is reported without an issue. */
export function reported(world: World, given: Given & { readonly by?: Person }, merged?: number): Occasion {
  const { pullRequest, isWithoutIssue } = world.setup;
  const inputs = {
    'issue-number': isWithoutIssue ? '' : String(DOCS_THREAD),
    'pull-request': pullRequest,
    'context-file': given.kind === 'dispatch' ? CONTEXT_FILE : '',
    prompt: given.kind === 'schedule' || given.kind === 'dispatch' ? 'Refresh the pages' : '',
  };
  return occasion(world, { ...given, thread: isWithoutIssue ? merged : DOCS_THREAD, inputs });
}

/** A request by hand, which is reported in {@link DOCS_THREAD}; asking again is meant. */
function byDispatch(by: Person, world: World, { kind, inputs }: Pick<Occasion, 'kind' | 'inputs'>): Occasion {
  const given = { 'issue-number': String(DOCS_THREAD), ...inputs };
  const subject = `${kind} ${world.nextId()}`;
  return occasion(world, {
    kind,
    event: dispatched(by),
    by,
    job: kind,
    thread: DOCS_THREAD,
    inputs: given,
    isRepeatable: true,
    subject,
  });
}

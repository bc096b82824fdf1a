import { fullName } from '../../sandbox/github/model/state.ts';
import { agentOf } from './agent.ts';
import { draw } from './draws.ts';
import type { Fate, Person } from './history.ts';
import { knowledgeOf } from './knowledge.ts';
import { CONTEXT_FILE, type Occasion } from './occasions.ts';
import { type Exchange, type Process, TOKEN, type World } from './world.ts';

/** A run of the workflow, with all its attempts. */
export interface Run {
  readonly id: number;
  readonly occasion: Occasion;
  /** Of the repository, when the run began. */
  readonly repository: string;
  attempts: number;
  /** The exit codes of the last attempt, by leg. */
  readonly exitCodes: (number | null | undefined)[];
  isBusy: boolean;
}

interface Attempt {
  readonly number: number;
  readonly by: Person;
  readonly fate: Fate;
}

export type Runs = ReturnType<typeof createRuns>;

/** Called when a process ended. */
export type OnEnd = (process: Process) => void;

/** GitHub Actions: queues, runners, re-runs, post steps. */
export function createRuns(world: World, onEnd: OnEnd) {
  const all: Run[] = [];
  const groups = new Map<string, { turn: Promise<void>; drop: () => void }>();
  const working = new Set<Promise<void>>();
  const { time, setup, between } = world;
  const nextId = () => 201 + all.length;

  /**
   * `concurrency` of each workflow: one after the other. A run that waits may be dropped for a
   * later one.
   */
  function inTurn(occasion: Occasion, act: () => Promise<void>): Promise<void> {
    if (setup.concurrency === 'none') return act();
    const group = `${occasion.kind === 'sweep' ? 'sweep' : occasion.thread}${secondOf(occasion)}`;
    const before = groups.get(group);
    if (setup.concurrency === 'one waits') before?.drop();
    let waits: 'waits' | 'works' | 'dropped' = before ? 'waits' : 'works';
    const drop = () => {
      if (waits === 'waits') waits = 'dropped';
    };
    const turn = (before?.turn ?? Promise.resolve()).then(() => {
      if (waits === 'dropped') return world.count('run: dropped');
      waits = 'works';
      return act();
    });
    groups.set(group, { turn, drop });
    return turn;
  }

  function begin(run: Run, legs: readonly number[], by: Person, fate: Fate): void {
    run.attempts++;
    run.isBusy = true;
    const attempt = { number: run.attempts, by, fate };
    const performAll = async () =>
      void (await Promise.all(legs.map((leg) => perform(run, leg, attempt))));
    const work = inTurn(run.occasion, performAll).then(() => {
      run.isBusy = false;
      working.delete(work);
    });
    working.add(work);
  }

  async function perform(run: Run, leg: number, attempt: Attempt) {
    const { number, fate } = attempt;
    const pickUp = draw(setup.seed, `pick up ${run.id} ${number} ${leg}`) * setup.pickUp;
    await time.sleep(1_500 + pickUp); // a runner picks it up
    const step = begun(run, leg, attempt);
    const { state, exitCode } = await world.run(step, {});
    run.exitCodes[leg] = exitCode;
    tellEnd(step);
    onEnd(step);
    if (exitCode === null && fate.post === 'lost') return;
    const killedAt = typeof fate.post === 'object' ? fate.post.killedAt : undefined;
    const postFate: Fate =
      killedAt === undefined ? {} : { kill: { request: killedAt, when: 'after' } };
    const after = begun(run, leg, { ...attempt, fate: postFate }, step);
    await world.run(after, between.state(world.processes.length, state));
    if (killedAt !== undefined || exitCode === null) tellEnd(after);
    onEnd(after);
  }

  /** A process that begins. @param step of a post step. */
  function begun(run: Run, leg: number, { number, by, fate }: Attempt, step?: Process): Process {
    const { id, occasion } = run;
    const env = step?.env ?? variablesOf(run, leg, by, number);
    const sent: Exchange[] = [];
    const ofLeg = occasion.legs > 1 ? `, leg ${leg + 1}` : '';
    const ofAttempt = number > 1 ? `, attempt ${number}` : '';
    return {
      ...{ occasion, leg, run: id, attempt: number, step: `${id} ${number} ${leg}`, env, sent },
      name: `run ${id}${secondOf(occasion)}${ofAttempt}${ofLeg}${step ? ', post step' : ''}`,
      what: step ? 'post' : 'main',
      interruption: {
        cancelAfter: fate.cancelAfter,
        cancelAtWrite: fate.cancelAtWrite,
        kill: fate.kill,
      },
      timeoutMs: timeoutOf(env),
      get knowledge() {
        return knowledgeOf([...(step?.sent ?? []), ...sent]);
      },
    };
  }

  /** The variables of a process: the workflow's inputs, and what the runner provides. */
  function variablesOf(run: Run, leg: number, by: Person, number: number): Record<string, string> {
    const { id, occasion, repository } = run;
    const payload = JSON.stringify(occasion.event.payload).replaceAll(IN_PAYLOADS, repository);
    const event = between.event(id, Buffer.from(payload));
    const eventPath = `/runner/event-${id}.json`;
    if (event) between.files.put(eventPath, event);
    const workspace = `/work/${world.processes.length}`;
    const report = `The first try with ${world.apiKey} failed.\n`;
    between.files.put(`${workspace}/${CONTEXT_FILE}`, Buffer.from(report));
    const { inputs, job, legs, hasOneKey, workflow = 'docs.yml' } = occasion;
    const given = {
      'base-url': 'https://agent.example',
      'project-id': 'p1',
      'api-key': world.apiKey,
      'github-token': TOKEN,
      timeout: `${setup.timeout}s`,
      wait: String(setup.wait),
      ...(!/^(?:sweep|visitors)$/.test(inputs.operation ?? '') && accountsOf(setup)),
      ...limitsOf(inputs, setup),
      key: legs > 1 ? JSON.stringify({ page: hasOneKey ? 0 : leg }) : 'null',
      ...inputs,
    };
    return between.variables(id, {
      ...Object.fromEntries(
        Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
      GITHUB_EVENT_NAME: occasion.event.name,
      GITHUB_EVENT_PATH: eventPath,
      GITHUB_WORKSPACE: workspace,
      GITHUB_OUTPUT: 'output',
      GITHUB_STATE: 'state',
      GITHUB_STEP_SUMMARY: 'summary',
      GITHUB_REPOSITORY: repository,
      GITHUB_REPOSITORY_ID: '1',
      GITHUB_ACTOR: occasion.by,
      GITHUB_TRIGGERING_ACTOR: by,
      GITHUB_API_URL: 'https://api.github.com',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_RUN_ID: String(id),
      GITHUB_RUN_ATTEMPT: String(number),
      GITHUB_WORKFLOW: 'Docs',
      GITHUB_JOB: job,
      GITHUB_ACTION: '__self',
      GITHUB_WORKFLOW_REF: `${repository}/.github/workflows/${workflow}@refs/heads/main`,
    });
  }

  function tellEnd({ name, result }: Process): void {
    if (!result) return;
    const { verdict = '', jobId } = result.outputs;
    const how =
      result.exitCode === null ? 'is killed' : verdict === '' ? 'ends' : `ends ${verdict}`;
    world.tell(`${name} ${how}${jobId ? ` (${jobId})` : ''}`);
    world.count(`end: ${result.exitCode === null ? 'killed' : verdict}`);
  }

  return {
    /**
     * One of the runs: of those that the agent caused, after the others. A negative number counts
     * from the last one.
     */
    nth: (of: number) =>
      of < 0
        ? all.at(of)
        : all.toSorted((one, other) => rankOf(one) - rankOf(other))[of % Math.max(1, all.length)],
    /** The number of the run that starts next. */
    nextId,
    start(occasion: Occasion, fate: Fate): Run {
      const repository = fullName(world.github.repository);
      const run: Run = {
        id: nextId(),
        occasion,
        repository,
        attempts: 0,
        exitCodes: [],
        isBusy: false,
      };
      all.push(run);
      begin(run, legsOf(run), occasion.by, fate);
      return run;
    },
    /** Runs the legs again; does nothing while the run is busy. Returns whether it did. */
    again(run: Run, only: 'all' | 'failed', by: Person, fate: Fate): boolean {
      if (run.isBusy) return false;
      const chosen = legsOf(run).filter((leg) => only === 'all' || run.exitCodes[leg] !== 0);
      if (chosen.length === 0) return false;
      begin(run, chosen, by, fate);
      return true;
    },
    /** Resolves when no run is busy. */
    async idle(): Promise<void> {
      while (working.size > 0) await Promise.all(working);
    },
  };
}

const legsOf = ({ occasion: { legs } }: Run) => Array.from({ length: legs }, (_, leg) => leg);

/** The repository in the addresses of payloads and as `full_name`, but not in what people wrote. */
const IN_PAYLOADS =
  /(?<=github\.com\/(?:repos\/)?)acme\/app(?:-2)?(?=[/"])|(?<="full_name":")acme\/app(?:-2)?(?=")/g;
const secondOf = ({ workflow }: Occasion): string =>
  workflow === undefined ? '' : ` of ${workflow}`;
const rankOf = ({ occasion: { by } }: Run) => (by === 'agent[bot]' || by === 'dora' ? 1 : 0);

/** The step's `timeout` in milliseconds; 0 if it is malformed, so that the run must end at once. */
function timeoutOf(env: Readonly<Record<string, string>>): number {
  const given = (env.INPUT_TIMEOUT ?? '').trim() || '30m';
  const [whole, hours = 0, minutes = 0, seconds = 0] =
    /^(?:(\d{1,5})h)?(?:(\d{1,5})m)?(?:(\d{1,5})s)?$/.exec(given) ?? [];
  if (whole === undefined) return 0;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return ms >= 1000 && ms <= 24 * 3_600_000 ? ms : 0;
}

/** The accounts that the workflow declares. */
const accountsOf = ({ account }: World['setup']): Record<string, string> => ({
  'agent-login': account.startsWith('undeclared') ? '' : agentOf({ account }),
  'allow-bots': 'labeler[bot]',
});

/** Those that read, wait or have no thread have no limits. */
function limitsOf(
  { operation = 'run', comment }: Occasion['inputs'],
  { limits }: World['setup'],
): Record<string, string> {
  if (operation !== 'run' || comment === 'false') return {};
  const { openPulls = '', jobsPerDay = '' } = limits ?? {};
  return { 'max-open-pulls': String(openPulls), 'max-jobs-per-day': String(jobsPerDay) };
}

import { createVirtualClock, type VirtualClock } from '../../sandbox/virtual-clock.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import { main } from '../../src/main.ts';
import { post } from '../../src/post.ts';
import type { Files } from '../../src/runtime/files.ts';
import { createChance } from '../support/seeded-random.ts';
import { lineOf } from '../support/simulated-network.ts';
import { filesAtOnce } from '../support/virtual-effects.ts';
import { type Ended, type Interruption, startProcess } from './action-process.ts';
import { openPull, work } from './agent.ts';
import { START } from './answers.ts';
import { draw, pausesOf, seedFor } from './draws.ts';
import { PLACES, SHORT, withFault } from './faults.ts';
import { createGitHub, type GitHub } from './github.ts';
import type { Fault, Setup } from './history.ts';
import { writeInput } from './input-files.ts';
import type { Knowledge } from './knowledge.ts';
import type { Occasion } from './occasions.ts';
import { createService, type ServiceModel } from './service.ts';

export const TOKEN = 'ghs_a8Fk2LmQx7Tz4Vw9Bn3Ry6HpJd5Ws1Gc0Ue7';
export const FIRST_KEY = 'docs_Zq7vKx3mPt9LwRb2Yh5NcJd8';

export const DAY_MS = 24 * 3_600_000;
/** A request that creates a job, or sends a follow-up to the job that it names. */
export const SUBMIT = /^POST service\/v2\/agent\/p1\/job(?:\/([^/]+)\/message)?$/;

/** One process of the action: a leg of an attempt of a run, or its post step. */
export interface Process {
  readonly name: string;
  readonly what: 'main' | 'post';
  readonly occasion: Occasion;
  readonly leg: number;
  readonly run: number;
  readonly attempt: number;
  readonly env: Readonly<Record<string, string>>;
  readonly interruption: Interruption;
  readonly timeoutMs: number;
  /** What it knows of jobs from the answers that it received. A post step knows what its step knew. */
  readonly knowledge: Knowledge;
  result?: Ended;
}

export interface Exchange {
  readonly at: number;
  readonly by: Process;
  readonly line: string;
  readonly request: HttpRequest;
  /** How the fault was that hit it. */
  fault: string | undefined;
  /** The status that the model answered, even if a fault changed the answer on its way; 0 if the model was not reached. */
  status: number;
}

/** Called after the model carried out a request. */
export type Watcher = (exchange: Exchange, answer: HttpResponse, world: World) => void;

/** What lies between a process and the world. */
export interface Between {
  readonly files: Files;
  /** What arrives of the answer to a request that met no fault. */
  readonly arriving: (exchange: Exchange, answer: HttpResponse) => HttpResponse;
  /** Writes the event file of a run. Returns its path. */
  readonly event: (run: number, payload: string) => string;
  /** The variables of the processes of a run. */
  readonly variables: (run: number, given: Record<string, string>) => Record<string, string>;
  /** What a post step gets of what its step saved. @param process its number. */
  readonly state: (process: number, saved: Readonly<Record<string, string>>) => Readonly<Record<string, string>>;
}

/** The real disk, and nothing that changes on its way. */
const PLAIN: Between = {
  files: filesAtOnce,
  arriving: (_, answer) => answer,
  event: (_, payload) => writeInput(payload),
  variables: (_, given) => given,
  state: (_, saved) => saved,
};

/** A fault, and what it met so far. */
interface ActiveFault {
  readonly fault: Fault;
  /** How many requests at its place each step sent, with its post step. */
  readonly met: Map<string, number>;
  /** The first step that it hit. */
  first?: string;
}

/** Everything around the processes of one history. */
export interface World {
  readonly setup: Setup;
  readonly between: Between;
  readonly time: VirtualClock;
  readonly github: GitHub;
  readonly service: ServiceModel;
  readonly faults: ActiveFault[];
  readonly exchanges: Exchange[];
  readonly processes: Process[];
  /** What happened, for people. */
  readonly story: string[];
  readonly apiKeys: { current: string; previous: string | undefined };
  /** How often each kind of event and fault happened. */
  readonly counts: Map<string, number>;
  /** Which process created a comment. */
  readonly authors: Map<number, Process>;
  /** Which process wrote a comment last. */
  readonly writers: Map<number, Process>;
  /** The API key of that process. */
  readonly signers: Map<number, string>;
  /** Occasions whose status comments a person deleted or spoiled, or whose key is gone. */
  readonly forgotten: Set<number>;
  /** Status comments that the action can no longer read or write. */
  readonly unreadable: Set<number>;
  /** Which processes a job had its prompts from. */
  readonly senders: Map<string, Process[]>;
  /** Faults, people or other keys may be the reason of an error. */
  isDisturbed: boolean;
  /** A number that nothing else in the history has. */
  nextId(): number;
  /** Starts the runs for what the agent did. */
  startRuns: (occasions: readonly Occasion[]) => void;
  tell(line: string): void;
  count(what: string): void;
  run(process: Process, state: Readonly<Record<string, string>>): Promise<Ended>;
}

/** From now on, the action cannot read this status comment: its author's request, and the one that adopted it, can be made again. */
export function forget(commentId: number, { authors, writers, forgotten, unreadable }: World): void {
  unreadable.add(commentId);
  for (const process of [authors.get(commentId), writers.get(commentId)]) {
    if (process) forgotten.add(process.occasion.id);
  }
}

const MAX_REQUESTS = 20_000;

export function createWorld(setup: Setup, watch: Watcher, between: Between = PLAIN): World {
  const { files, arriving } = between;
  const time = createVirtualClock(START, 0);
  const { seed, rateLimit: perHour } = setup;
  const share = (text: string) => shareOf(draw(seed, text));
  const github = createGitHub({ now: time.now, token: TOKEN, perHour, share });
  github.lag = setup.lag;
  const leadOf = (whose: string) => (draw(setup.seed, `clock of ${whose}`) * 2 - 1) * (setup.clocks ?? 0);
  let ids = 0;
  const service = createService(
    time.now,
    FIRST_KEY,
    {
      openPull: (job) => openPull(job, world),
      work: (job) => void work(job, world),
    },
    leadOf('the service'),
  );
  service.plans.push(...setup.jobs);

  const world: World = {
    setup,
    between,
    time,
    github,
    service,
    faults: [],
    exchanges: [],
    processes: [],
    story: [],
    apiKeys: { current: FIRST_KEY, previous: undefined },
    counts: new Map(),
    authors: new Map(),
    writers: new Map(),
    signers: new Map(),
    forgotten: new Set(),
    unreadable: new Set(),
    senders: new Map(),
    isDisturbed: false,
    nextId: () => ++ids,
    startRuns: () => {},
    tell: (line) => void world.story.push(`${clockOf(time.now() - START)}  ${line}`),
    count: (what) => void world.counts.set(what, (world.counts.get(what) ?? 0) + 1),
    async run(process, state) {
      world.processes.push(process);
      world.count(`process: ${process.what}`);
      const chance = createChance(seedFor(setup.seed, process.name));
      const random = pausesOf(setup.seed, process.name, () => toService.get(process.name) ?? 'none');
      const result = await startProcess(process.interruption, {
        time,
        chance: setup.hasFixedPauses ? { ...chance, random } : chance,
        files,
        env: process.env,
        lead: leadOf(`run ${process.run}`),
        state,
        exchange: (request) => exchange(process, request),
        onSend: process.knowledge.send,
        onAnswer: process.knowledge.receive,
        act: (effects) => (process.what === 'main' ? main(effects) : post(effects).then(() => 0)),
      });
      process.result = result;
      return result;
    },
  };

  function faultFor(by: Process, line: string): Fault | undefined {
    const step = `${by.run} ${by.attempt} ${by.leg}`;
    const hits = world.faults.filter((each) => {
      const { at, skip, times } = each.fault;
      if (!PLACES[at].test(line)) return false;
      const count = (each.met.get(step) ?? 0) + 1;
      each.met.set(step, count);
      if (count <= skip || count > skip + times || (times <= SHORT && (each.first ?? step) !== step)) return false;
      each.first = step;
      return true;
    });
    return hits[0]?.fault;
  }

  /** How many requests of a kind each process sent. */
  const sent = new Map<string, number>();
  /** The last request that each process sent to the service: its kind, and how many of the kind there were. */
  const toService = new Map<string, string>();

  /** Depends on the process and on how many requests of this kind it sent. */
  function latencyOf(by: Process, line: string): number {
    const kind = `${by.name}: ${line.replace(/[0-9a-f]{40}|\d+/g, 'N')}`;
    const count = (sent.get(kind) ?? 0) + 1;
    sent.set(kind, count);
    if (line.includes(' service/')) toService.set(by.name, `${kind} ${count}`);
    return (15 + draw(setup.seed, `${kind} ${count}`) * 120) * setup.slowness;
  }

  async function exchange(by: Process, request: HttpRequest): Promise<HttpResponse> {
    const line = lineOf(request).replace('/agent/p2/', '/agent/p1/'); // the name of the run says which project
    if (world.exchanges.length > MAX_REQUESTS) throw new Error(`More than ${MAX_REQUESTS} requests`);
    const fault = faultFor(by, line);
    const met: Exchange = { at: time.now(), by, line, request, fault: fault?.how, status: 0 };
    world.exchanges.push(met);
    const latency = latencyOf(by, line);
    await time.sleep(latency);
    const carryOut = async () => {
      const server = line.includes(' github/') ? github : line.includes(' service/') ? service : undefined;
      if (!server) throw new TransportError('unresolved', 'the host name does not resolve');
      const answer = await server.answer(request);
      met.status = answer.status;
      if (server === github && isLimited(answer)) {
        met.fault = LIMITED;
        world.isDisturbed = true;
      }
      watch(met, answer, world);
      return answer;
    };
    if (fault) {
      world.count(`fault: ${fault.at}: ${fault.how}`);
      world.tell(`${by.name}: ${line} meets the fault “${fault.how}”`);
    }
    const answer = await (fault
      ? withFault(fault.how, request, carryOut, time.now())
      : carryOut().then((whole) => arriving(met, whole)));
    await time.sleep(latency);
    return answer;
  }
  return world;
}

const LIMITED = 'primary rate limit';
/** Whether GitHub accepts no more requests in this hour. */
const isLimited = ({ status, headers }: HttpResponse): boolean =>
  status === 403 && headers.get('x-ratelimit-remaining') === '0';

/** The share of the lag that a text has: a quarter of them none, a quarter all of it. */
const shareOf = (drawn: number): number => Math.min(1, Math.max(0, drawn * 2 - 0.5));

/** `2d 03:04:05.678` since the history began. */
function clockOf(ms: number): string {
  const days = Math.floor(ms / 86_400_000);
  return `${days}d ${new Date(ms).toISOString().slice(11, 23)}`;
}

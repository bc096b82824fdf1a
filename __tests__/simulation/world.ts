import { createVirtualClock, type VirtualClock } from '../../sandbox/virtual-clock.ts';
import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import { main } from '../../src/main.ts';
import { post } from '../../src/post.ts';
import { createMemoryFiles, type MemoryFiles } from '../support/memory-files.ts';
import { createChance } from '../support/seeded-random.ts';
import { type Ended, type Interruption, startProcess } from './action-process.ts';
import { openPull, work } from './agent.ts';
import { draw, seedFor } from './draws.ts';
import { PLACES, SHORT, withFault } from './faults.ts';
import { type Comment, createGitHub, type GitHub } from './github.ts';
import type { Fault, Setup } from './history.ts';
import type { Knowledge } from './knowledge.ts';
import type { Occasion } from './occasions.ts';
import { createService, type ModelJob, type ServiceModel } from './service.ts';
import { readComment, type Shown } from './wording.ts';

export const TOKEN = 'ghs_a8Fk2LmQx7Tz4Vw9Bn3Ry6HpJd5Ws1Gc0Ue7';
export const FIRST_KEY = 'docs_Zq7vKx3mPt9LwRb2Yh5NcJd8';

/** Midnight of a Monday, when every history begins. */
const START = Date.UTC(2026, 2, 2);
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
  /** Of its leg and attempt: that of a post step is the one of its step. */
  readonly step: string;
  readonly env: Readonly<Record<string, string>>;
  readonly interruption: Interruption;
  readonly timeoutMs: number;
  readonly sent: Exchange[];
  /**
   * What it knows of jobs from the answers that it received. A post step knows what its step knew.
   */
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
  /**
   * The status that the model answered, even if a fault changed the answer on its way; 0 if the
   * model was not reached.
   */
  status: number;
  /** Undefined until its process has received something. */
  received?: HttpResponse | Error;
  /** The comment that it created or edited. */
  written?: Written | undefined;
}

interface Written {
  readonly comment: Comment;
  readonly isNew: boolean;
  readonly text: string;
  /** What the text says. */
  readonly shown: Shown | undefined;
}

/** What lies between a process and the world. */
export interface Between {
  readonly files: MemoryFiles;
  /** What arrives of the answer to a request that met no fault. */
  readonly arriving: (exchange: Exchange, answer: HttpResponse) => HttpResponse;
  /** The content of the event file of a run; undefined if there is none. */
  readonly event: (run: number, payload: Buffer) => Buffer | undefined;
  /** The variables of the processes of a run. */
  readonly variables: (run: number, given: Record<string, string>) => Record<string, string>;
  /** What a post step gets of what its step saved. @param process its number. */
  readonly state: (
    process: number,
    saved: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, string>>;
}

/** A disk in memory, and nothing that changes on its way. */
const plain = (): Between => ({
  files: createMemoryFiles({}),
  arriving: (_, answer) => answer,
  event: (_, payload) => payload,
  variables: (_, given) => given,
  state: (_, saved) => saved,
});

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
  apiKey: string;
  /** How often each kind of event and fault happened. */
  readonly counts: Map<string, number>;
  /** Which process created a comment. */
  readonly authors: Map<number, Process>;
  /** Which process wrote a comment last. */
  readonly writers: Map<number, Process>;
  /** Occasions whose status comments a person deleted or spoiled, or whose key is gone. */
  readonly forgotten: Set<number>;
  /** Status comments that the action can no longer read or write. */
  readonly unreadable: Set<number>;
  /** Which processes a job had its prompts from. */
  readonly senders: Map<string, Process[]>;
  /** A number that nothing else in the history has. */
  nextId(): number;
  /** Starts the runs for what the agent did. */
  startRuns: (occasions: readonly Occasion[]) => void;
  tell(line: string): void;
  count(what: string): void;
  run(process: Process, state: Readonly<Record<string, string>>): Promise<Ended>;
}

/** The API key with which a comment is signed. */
export const signerOf = (comment: number, { writers }: World): string | undefined =>
  writers.get(comment)?.env['INPUT_API-KEY'];

/**
 * From now on, the action cannot read this status comment: its author's request, and the one that
 * adopted it, can be made again.
 */
export function forget(
  commentId: number,
  { authors, writers, forgotten, unreadable }: World,
): void {
  unreadable.add(commentId);
  for (const process of [authors.get(commentId), writers.get(commentId)])
    if (process) forgotten.add(process.occasion.id);
}

const MAX_REQUESTS = 20_000;
/** Of real time, until a history counts as stuck: a module that is loaded late takes some. */
const PATIENCE_MS = 1_000;

/** @param watch called after the model carried out a request. */
export function createWorld(
  setup: Setup,
  watch: (exchange: Exchange) => void,
  between = plain(),
): World {
  const time = createVirtualClock(START, PATIENCE_MS);
  const { seed, rateLimit: perHour } = setup;
  const github = createGitHub({
    now: time.now,
    token: TOKEN,
    perHour,
    share: (text) => shareOf(draw(seed, text)),
  });
  github.lag = setup.lag;
  const leadOf = (whose: string) => (draw(seed, `clock of ${whose}`) * 2 - 1) * (setup.clocks ?? 0);
  const agent = {
    openPull: (job: ModelJob) => openPull(job, world),
    work: (job: ModelJob) => void work(job, world),
  };
  const service = createService(time.now, FIRST_KEY, agent, leadOf('the service'));
  service.plans.push(...setup.jobs);
  const counts = new Map<string, number>();
  let ids = 0;

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
    apiKey: FIRST_KEY,
    counts,
    authors: new Map(),
    writers: new Map(),
    forgotten: new Set(),
    unreadable: new Set(),
    senders: new Map(),
    nextId: () => ++ids,
    startRuns: () => {},
    tell: (line) => void world.story.push(`${clockOf(time.now() - START)}  ${line}`),
    count: (what) => void counted(counts, what),
    async run(process, state) {
      const { name, run, env } = process;
      world.processes.push(process);
      world.count(`process: ${process.what}`);
      process.result = await startProcess(process.interruption, {
        time,
        uuid: createChance(seedFor(seed, name)).uuid,
        random: () => pauseOf(name),
        files: between.files,
        env,
        lead: leadOf(`run ${run}`),
        state,
        exchange: (request) => exchange(process, request),
        act: (effects) => (process.what === 'main' ? main(effects) : post(effects).then(() => 0)),
      });
      return process.result;
    },
  };

  function faultFor(by: Process, line: string): Fault | undefined {
    const { step } = by;
    const hits = world.faults.filter((each) => {
      const { at, skip, times } = each.fault;
      if (!PLACES[at].test(line)) return false;
      const count = counted(each.met, step);
      if (
        count <= skip ||
        count > skip + times ||
        (times <= SHORT && (each.first ?? step) !== step)
      )
        return false;
      each.first = step;
      return true;
    });
    return hits[0]?.fault;
  }

  /**
   * How many requests of a kind each process sent, and how many pauses it made after each of them.
   */
  const sent = new Map<string, number>();
  /**
   * The last request that each process sent to the service: its kind, and how many of the kind
   * there were.
   */
  const toService = new Map<string, string>();

  /** Depends on the process and on how many requests of this kind it sent. */
  function latencyOf(by: Process, line: string): number {
    const kind = `${by.name}: ${line.replace(/[0-9a-f]{40}|\d+/g, 'N')}`;
    const count = counted(sent, kind);
    if (line.includes(' service/')) toService.set(by.name, `${kind} ${count}`);
    return (15 + draw(seed, `${kind} ${count}`) * 120) * setup.slowness;
  }

  /**
   * The random part of a pause. It depends on the request to the service before it, so that a
   * request fewer elsewhere, or an id fewer, changes no pause.
   */
  function pauseOf(process: string): number {
    const after = toService.get(process) ?? 'none';
    return draw(
      seed,
      `${process}: pause ${counted(sent, `${process} after ${after}`)} after ${after}`,
    );
  }

  function exchange(by: Process, request: HttpRequest) {
    const line = lineOf(request);
    if (world.exchanges.length > MAX_REQUESTS)
      throw new Error(`More than ${MAX_REQUESTS} requests`);
    const met: Exchange = { at: time.now(), by, line, request, fault: undefined, status: 0 };
    world.exchanges.push(met);
    by.sent.push(met);
    return { met, carryOut: () => answerTo(met) };
  }

  async function answerTo(met: Exchange): Promise<HttpResponse> {
    const { by, line, request } = met;
    const fault = faultFor(by, line);
    met.fault = fault?.how;
    const latency = latencyOf(by, line);
    await time.sleep(latency);
    const carryOut = async () => {
      const server = line.includes(' github/')
        ? github
        : line.includes(' service/')
          ? service
          : undefined;
      if (!server) throw new TransportError('unresolved', 'the host name does not resolve');
      const answer = await server.answer(request);
      met.status = answer.status;
      met.written = writtenBy(met, github);
      if (server === github && isLimited(answer)) met.fault = LIMITED;
      watch(met);
      return answer;
    };
    if (fault) {
      world.count(`fault: ${fault.at}: ${fault.how}`);
      world.tell(`${by.name}: ${line} meets the fault “${fault.how}”`);
    }
    const answer = await (fault
      ? withFault(fault.how, request, carryOut, time.now())
      : carryOut().then((whole) => between.arriving(met, whole)));
    await time.sleep(latency);
    return answer;
  }
  return world;
}

/** Counts one more. Returns how many there were by now. */
function counted(counts: Map<string, number>, what: string): number {
  const count = (counts.get(what) ?? 0) + 1;
  counts.set(what, count);
  return count;
}

/**
 * A request without the repository: `POST github/issues/31/comments` or `GET
 * service/v2/agent/p1/job/job-1`.
 */
function lineOf({ method, url: { host, pathname } }: HttpRequest): string {
  const place = host === 'api.github.com' ? 'github' : host === 'agent.example' ? 'service' : host;
  const path = pathname.replace(/^\/(repos\/acme\/app(?:-2)?|repositories\/1)(?=\/|$)/, '');
  // the name of the run says which project
  return `${method} ${place}${path.replace('/agent/p2/', '/agent/p1/')}`;
}

const WRITE = /^(?:POST github\/issues\/\d+|PATCH github\/issues)\/comments(?:\/(\d+))?$/;

function writtenBy({ line, request, status }: Exchange, github: GitHub): Written | undefined {
  const [isWrite, id] = WRITE.exec(line) ?? [];
  const comment = id === undefined ? github.repository.comments.at(-1) : github.comment(Number(id));
  if (!isWrite || status >= 300 || !comment) return undefined;
  const text = fieldOf(request.body, 'body');
  return { comment, isNew: id === undefined, text, shown: readComment(text) };
}

/** A field of a JSON body as text; empty if it has none. */
export function fieldOf(body: string | undefined, name: string): string {
  const value: unknown = Object(JSON.parse(body ?? '{}'))[name];
  return typeof value === 'string' ? value : '';
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

import type { HttpRequest, HttpResponse } from '../../src/http/transport.ts';
import { TransportError } from '../../src/http/transport-error.ts';
import { main } from '../../src/main.ts';
import { post } from '../../src/post.ts';
import { lineOf } from '../support/simulated-network.ts';
import { createSimulatedTime, type SimulatedTime } from '../support/simulated-time.ts';
import { type Ended, type Step, startProcess } from './action-process.ts';
import { createGitHubStub, type GitHubStub } from './stub-github.ts';
import { createServiceStub, type ServiceStub } from './stub-service.ts';

/** What happens to a request instead of, before or after what a good server does. */
export type How = (request: HttpRequest, carryOut: () => HttpResponse) => HttpResponse | Promise<HttpResponse>;

export interface Fault {
  /** Of the request's line, like `POST github/issues/31/comments` or `GET service/v2/agent/p1/job/job-1`. */
  readonly on: RegExp;
  readonly how: How;
  /** How many requests, after so many that go well; the first one without it. */
  readonly times?: number;
  readonly after?: number;
}

export interface World {
  readonly time: SimulatedTime;
  readonly github: GitHubStub;
  readonly service: ServiceStub;
  readonly faults: Fault[];
  /** Lines of all requests, with what was sent. */
  readonly requests: { readonly line: string; readonly request: HttpRequest }[];
  run(step: Step): Promise<Ended>;
  /** Several at once, each so many milliseconds after the one before. */
  runAll(steps: readonly Step[], apart?: number): Promise<Ended[]>;
  post(step: Step, main: Ended): Promise<Ended>;
  /** How many requests had this line. */
  count(line: RegExp): number;
}

/** Milliseconds that a request takes. */
const LATENCY = 40;
const MAX_REQUESTS = 5_000;

/** @param githubAhead of the runner's clock, in milliseconds. */
export function createWorld(githubAhead = 0): World {
  const time = createSimulatedTime({ quietTurns: 3, maxTime: 72 * 3_600_000 });
  const github = createGitHubStub(() => time.now() + githubAhead);
  const service = createServiceStub(time.now);
  const faults: Fault[] = [];
  const requests: { line: string; request: HttpRequest }[] = [];
  const met = new Map<Fault, number>();

  function faultFor(line: string): Fault | undefined {
    return faults.find((fault) => {
      if (!fault.on.test(line)) return false;
      const count = (met.get(fault) ?? 0) + 1;
      met.set(fault, count);
      const { after = 0, times = 1 } = fault;
      return count > after && count <= after + times;
    });
  }

  async function exchange(request: HttpRequest): Promise<HttpResponse> {
    const line = lineOf(request);
    requests.push({ line, request });
    if (requests.length > MAX_REQUESTS) throw new Error(`More than ${MAX_REQUESTS} requests`);
    await time.sleep(LATENCY);
    const carryOut = () => {
      if (line.includes(' github/')) return github.answer(request);
      if (line.includes(' service/')) return service.answer(request);
      throw new TransportError('unresolved', 'the host name does not resolve');
    };
    const fault = faultFor(line);
    return fault ? fault.how(request, carryOut) : carryOut();
  }

  const run = (step: Step) => startProcess(step, { time, exchange, state: {}, act: main });
  return {
    time,
    github,
    service,
    faults,
    requests,
    run: (step) => time.during(run(step)),
    runAll: (steps, apart = 0) =>
      time.during(Promise.all(steps.map((step, at) => time.sleep(at * apart).then(() => run(step))))),
    post: (step, { state }) =>
      time.during(startProcess(step, { time, exchange, state, act: (effects) => post(effects).then(() => 0) })),
    count: (line) => requests.filter((each) => line.test(each.line)).length,
  };
}

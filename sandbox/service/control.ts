import type { IncomingMessage } from 'node:http';
import type { Answer } from '../http/faulty-answers.ts';
import { Refusal } from '../http/refusal.ts';
import { answerOf, jsonAnswer } from './answers.ts';
import { parseFault } from './fault-json.ts';
import { parseScript } from './job-script.ts';
import type { Jobs } from './jobs.ts';
import type { Service } from './service.ts';

interface ControlParts extends Pick<Service, 'requests' | 'faults' | 'reset'> {
  readonly jobs: Jobs;
}

/** The sandbox's control routes are not part of the interface, need no key and are not logged. They are for clients on this machine. */
export function createControl({ requests, jobs, faults, reset }: ControlParts) {
  /** By method and path; each gets the request's body and the id of a job. */
  const routes: Readonly<Record<string, (body: string, job: string | null) => unknown>> = {
    'GET /_sandbox/requests': () => requests,
    'GET /_sandbox/jobs': () => jobs.readAll(),
    'POST /_sandbox/script'(body, job) {
      const script = accepted(() => parseScript(JSON.parse(body)));
      if (job !== null && !jobs.records.some(({ id }) => id === job)) throw new Refusal(404, 'Unknown job.');
      jobs.script(script, job ?? undefined);
    },
    'POST /_sandbox/faults': (body) => accepted(() => faults.add(parseFault(JSON.parse(body)))),
    'DELETE /_sandbox/faults': () => faults.clear(),
    'POST /_sandbox/reset': () => reset(),
  };

  return ({ method, url = '/', socket }: IncomingMessage) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    if (!pathname.startsWith('/_sandbox/')) return undefined;
    return (body: string): Promise<Answer> =>
      answerOf(async () => {
        if (!LOOPBACK.test(socket.remoteAddress ?? '')) throw new Refusal(403, 'Control from this machine only.');
        const act = routes[`${method} ${pathname}`];
        if (!act) throw new Refusal(404, 'The control knows requests, jobs, script, faults and reset.');
        const made = await act(body, searchParams.get('job'));
        return made === undefined ? { status: 204, headers: {}, body: '' } : jsonAnswer(200, made);
      });
  };
}

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;

/** @throws Refusal (400) where `act` throws. */
function accepted<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new Refusal(400, error instanceof Error ? error.message : 'Not accepted.');
  }
}

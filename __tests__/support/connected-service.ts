import { createTransport } from '../../src/http/transport.ts';
import { systemClock } from '../../src/runtime/clock.ts';
import { type AgentService, createAgentService } from '../../src/service/submit.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';

export const KEY = 'docs_k3y-0f-the-test';

export interface Connected {
  readonly service: AgentService;
  readonly clock: FakeClock;
  /** The operations of all requests, in order. */
  readonly sent: readonly string[];
}

export interface Circumstances {
  readonly projectId?: string;
  readonly jobPath?: string;
  /** Milliseconds from now until submitting must have ended; also the time limit for one request. */
  readonly deadline?: number;
  readonly clock?: FakeClock;
  readonly signal?: AbortSignal;
}

/** The service's client on the real transport; only its pauses are virtual. */
export function connect(baseUrl: string, context: Circumstances = {}): Connected {
  const { clock = createFakeClock(), deadline = 60_000, signal = new AbortController().signal } = context;
  const { projectId = 'p1', jobPath = '/v2/agent/{projectId}/job/{id}' } = context;
  const sent: string[] = [];
  const service = createAgentService(
    { baseUrl: new URL(baseUrl), projectId, apiKey: KEY, jobPath, userAgent: 'docs-agent-action/test' },
    { send: createTransport(systemClock), clock, deadline, signal, onSend: (operation) => sent.push(operation) },
  );
  return { service, clock, sent };
}

/** The error's text for the log; empty if there is none. */
export function wordsOf(
  result: { readonly kind: string } & ({ readonly error?: Error & { remedy?: string } } | object),
) {
  return 'error' in result && result.error ? `${result.error.message} ${result.error.remedy ?? ''}` : '';
}

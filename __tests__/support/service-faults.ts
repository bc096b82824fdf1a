import type { FaultForm } from '../../sandbox/http/faults.ts';
import { listen } from '../../sandbox/http/listen.ts';

/** A fault of the service, as a row of a table of tests. */
export interface FaultCase {
  readonly fault: string;
  readonly form: FaultForm;
  /** Appears in log, comment and summary. */
  readonly says: string;
  /** Milliseconds that the run takes: 2 s are the pause before the create, and 300 ms of the timeout are kept for the report. */
  readonly duration?: number;
}

/** The service answers with this status. */
export const answer = (status: number, body = '', headers: Record<string, string> = {}): FaultForm => ({
  kind: 'answer',
  status,
  body,
  headers,
});

/** A server on another host, which must receive nothing from the action. */
export interface RecordingHost extends AsyncDisposable {
  readonly url: string;
  readonly requests: readonly string[];
}

export async function createRecordingHost(): Promise<RecordingHost> {
  const requests: string[] = [];
  const server = await listen((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    response.end('{}');
  });
  return { url: server.url, requests, [Symbol.asyncDispose]: server.close };
}

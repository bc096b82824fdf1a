import type { FaultForm } from '../../sandbox/http/faults.ts';
import { listen } from '../../sandbox/http/listen.ts';
import type { Operation } from '../../sandbox/service/operations.ts';
import type { BundleScene } from './scene.ts';

/** A fault of the service, as a row of a table of tests. */
export interface FaultCase {
  readonly fault: string;
  readonly form: FaultForm;
  /** Appears in log, comment and summary. */
  readonly says: string;
  /**
   * Milliseconds that the run takes: 2 s are the pause before the create, and 300 ms of the timeout
   * are kept for the report.
   */
  readonly duration?: number;
}

type Answer = Extract<FaultForm, { kind: 'answer' }>;

/** A response with this status. */
export const respond = (
  status: number,
  body = '',
  headers: Record<string, string> = {},
): Answer => ({
  kind: 'answer',
  status,
  body,
  headers,
});

/** Which of the requests are affected. Default: all from now on. */
interface Affected {
  readonly times?: number;
  readonly skip?: number;
  readonly after?: boolean;
  readonly onStrike?: () => void;
}

const formOf = (form: FaultForm | number) => (typeof form === 'number' ? respond(form) : form);

/**
 * A fault of GitHub for requests like `GET /pulls/2$`. @param form a number is the status of a
 * response.
 */
export function onGitHub(
  { github }: Pick<BundleScene, 'github'>,
  request: string,
  form: FaultForm | number,
  affected: Affected = {},
): void {
  const [method = '', path = ''] = request.split(' ');
  github.faults.add({
    ...formOf(form),
    times: Infinity,
    ...affected,
    method,
    path: new RegExp(path),
  });
}

/** A fault of the service. @param form a number is the status of a response. */
export function onService(
  { service }: Pick<BundleScene, 'service'>,
  operation: Operation,
  form: FaultForm | number,
  affected: Affected = {},
): void {
  service.faults.add({ ...formOf(form), times: Infinity, ...affected, operation });
}

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

import { listen } from '../../sandbox/http/listen.ts';

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

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, createServer as createSocketServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';

/** A server on this machine, for one test. `await using` closes it and its connections. */
export interface Loopback extends AsyncDisposable {
  readonly port: number;
  /** Its address, for plain http. */
  readonly url: string;
  /** The first lines of all requests received, complete or not. */
  readonly requests: readonly string[];
  /** Connections that were opened. */
  readonly connections: () => number;
  /** Connections that are open. */
  readonly open: () => number;
}

/** Serves http with `answer`. */
export const serveHttp = (
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Loopback> => {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`);
    answer(request, response);
  });
  return listen(server, requests);
};

/** Serves raw bytes: `answer` is called with each whole head of a request. */
export function serveBytes(answer: (socket: Socket, head: string) => void): Promise<Loopback> {
  const requests: string[] = [];
  return listen(createSocketServer(onHead(requests, answer)), requests);
}

/** Serves raw bytes over TLS. */
export function serveTls(
  options: TlsOptions,
  answer: (socket: Socket, head: string) => void,
): Promise<Loopback> {
  const requests: string[] = [];
  const server = createTlsServer(options, onHead(requests, answer));
  server.on('tlsClientError', () => {}); // a client that does not trust the certificate
  return listen(server, requests);
}

function onHead(requests: string[], answer: (socket: Socket, head: string) => void) {
  return (socket: Socket) => {
    let head = '';
    socket.on('error', () => {}); // clients here break connections on purpose
    socket.on('data', (chunk) => {
      head += chunk.toString('latin1');
      if (!head.includes('\r\n\r\n')) return;
      requests.push(head.split(' HTTP/')[0] ?? '');
      const whole = head;
      head = '';
      answer(socket, whole);
    });
  };
}

async function listen(server: Server, requests: string[]): Promise<Loopback> {
  const sockets = new Set<Socket>();
  let connections = 0;
  server.on('connection', (socket: Socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    requests,
    connections: () => connections,
    open: () => sockets.size,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Serves a proxy that opens every tunnel to this machine, or responds to each with `refusal`. */
export const serveTunnels = (heads: string[] = [], refusal?: Buffer): Promise<Loopback> =>
  serveBytes((socket, head) => {
    heads.push(head);
    if (refusal) return void socket.end(refusal);
    const port = /^CONNECT 127\.0\.0\.1:(\d+) /.exec(head)?.[1];
    const target = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.removeAllListeners('data');
      socket.pipe(target).pipe(socket);
    });
    target.on('error', () => socket.destroy());
  });

/** The bytes of a complete response. */
export function httpAnswer(
  status: number,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Buffer {
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
  const head = [
    `HTTP/1.1 ${status} Test`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n');
  return Buffer.concat([Buffer.from(head), Buffer.from(body)]);
}

import { createServer, type RequestListener, type Server } from 'node:http';

export interface Listening {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** Closes the server and all open connections. */
  close(): Promise<void>;
}

/** Serves on a free port of the loopback address. */
export async function listen(handler: RequestListener): Promise<Listening> {
  const server = createServer(handler);
  return { url: `http://127.0.0.1:${await open(server)}`, close: () => close(server) };
}

/** A port that was just free, for a server that cannot choose one by itself. */
export async function freePort(): Promise<number> {
  const server = createServer();
  const port = await open(server);
  await close(server);
  return port;
}

function open(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address) resolve(address.port);
      else reject(new Error('The server has no port.'));
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';

export interface Address {
  readonly port?: number | undefined;
  /** Key and certificate as PEM texts, for https. */
  readonly tls?: { readonly key: string; readonly cert: string } | undefined;
}

/** Serves on the loopback address. @throws if the port is in use. */
export async function listen(handler: RequestListener, { port = 0, tls }: Address = {}) {
  const server = tls ? createTlsServer(tls, handler) : createServer(handler);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    /** Closes the server and all open connections. Can be called twice. */
    async close(): Promise<void> {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** A port that was just free, for a server that is started later. */
export async function freePort(): Promise<number> {
  const { url, close } = await listen(() => {});
  await close();
  return Number(new URL(url).port);
}

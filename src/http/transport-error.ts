import { quoteName } from '../text/format.ts';

/**
 * In the order in which an exchange can fail, which {@link TransportError} relies on: up to
 * `connect-timeout` no connection was open, up to `cancelled` nothing was sent. A cancel of the run
 * is `cancelled` before the connection is open, then `interrupted`.
 */
const FAULTS = [
  'unresolved',
  'refused',
  'connect-timeout',
  'certificate',
  'handshake',
  'proxy',
  'cancelled',
  'interrupted',
  'timeout',
  'reset',
  'redirect',
  'malformed',
  'truncated',
  'too-large',
] as const;

export type TransportFault = (typeof FAULTS)[number];

/**
 * An exchange without a complete response. Its message contains no header, body, path or
 * credential.
 */
export class TransportError extends Error {
  readonly fault: TransportFault;
  /** The target of a redirect as the server wrote it; never printed. */
  readonly location: string | undefined;

  constructor(
    fault: TransportFault,
    message: string,
    options?: ErrorOptions & { readonly location?: string | undefined },
  ) {
    super(message, options);
    this.name = 'TransportError';
    this.fault = fault;
    this.location = options?.location;
  }

  /**
   * Whether the connection provably never opened, so that even a request that creates a job may be
   * repeated.
   */
  get neverOpened(): boolean {
    return this.isAtMost('connect-timeout');
  }

  /** Whether no byte of the request can have reached the server. */
  get neverSent(): boolean {
    return this.isAtMost('cancelled');
  }

  private isAtMost(last: TransportFault): boolean {
    return FAULTS.indexOf(this.fault) <= FAULTS.indexOf(last);
  }
}

/** An error of node:net or node:dns, which names the host that it looked up. */
type SocketError = NodeJS.ErrnoException & {
  readonly hostname?: string;
  /** With ERR_PROXY_TUNNEL: the proxy's answer, or the milliseconds that it was waited for. */
  readonly statusCode?: number;
  readonly proxyTunnelTimeout?: number;
};

/**
 * The error for a failed socket. @param opened whether the connection (for https: the TLS
 * connection) was open.
 */
export function fromSocketError(thrown: unknown, opened: boolean): TransportError {
  const error: SocketError = thrown instanceof Error ? thrown : new Error(String(thrown));
  const code = error.code ?? '';
  const [fault, message] = opened ? afterOpening(code) : beforeOpening(code, error);
  return new TransportError(fault, message, { cause: error });
}

function beforeOpening(code: string, error: SocketError): [TransportFault, string] {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return [
      'unresolved',
      `the host name ${quoteName(error.hostname ?? '…', 100)} does not resolve (${code})`,
    ];
  }
  if (code === 'ECONNREFUSED') return ['refused', 'the connection was refused'];
  if (code === 'ETIMEDOUT' || code === 'EHOSTUNREACH' || code === 'ENETUNREACH') {
    return ['connect-timeout', `the host cannot be reached (${code})`];
  }
  if (code === 'ERR_PROXY_TUNNEL') {
    if (error.proxyTunnelTimeout)
      return ['connect-timeout', 'no connection could be opened in time'];
    return [
      'proxy',
      `the proxy refused the connection${error.statusCode ? ` with ${error.statusCode}` : ''}`,
    ];
  }
  if (/^(CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/.test(code)) {
    return ['certificate', `the server's certificate cannot be trusted (${code})`];
  }
  return ['handshake', `no secure connection could be agreed on (${code || error.name})`];
}

function afterOpening(code: string): [TransportFault, string] {
  if (code.startsWith('HPE_')) return ['malformed', `the answer is not valid HTTP (${code})`];
  return ['reset', `the connection broke before the answer (${code || 'closed'})`];
}

import { validateHeaderName, validateHeaderValue } from 'node:http';

/** What goes wrong with a response. All of it happens on the real socket. */
export type FaultForm =
  /** A given response. Its default `content-type` is `application/json`. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    }
  /** RST before any byte of the response. */
  | { readonly kind: 'reset' }
  /** Head and half of the body, then RST. */
  | { readonly kind: 'reset-mid-body' }
  /** Half of the body that `content-length` announces, then a clean end of the connection. */
  | { readonly kind: 'truncate' }
  /** No response until the server is closed or reset. */
  | { readonly kind: 'hang' }
  /** The real response, one byte per 50 ms. */
  | { readonly kind: 'drip' }
  /** A JSON string of `bytes`, in chunks, without a length. */
  | { readonly kind: 'huge'; readonly bytes: number }
  /** About 48 KB of gzip that expands to 50 MB, regardless of `accept-encoding`. */
  | { readonly kind: 'gzip-bomb' }
  /** The real response with another 20 KB of headers. */
  | { readonly kind: 'big-headers' }
  /** The real status with the body `{}`. */
  | { readonly kind: 'empty' }
  /** The real response, delayed. */
  | { readonly kind: 'delay'; readonly milliseconds: number };

export type Fault = FaultForm & {
  /** How many requests it affects; Infinity is allowed. Default 1. */
  readonly times?: number;
  /** How many requests that it concerns succeed first, counted from when the fault was added. Default 0. */
  readonly skip?: number;
  /** Whether the server executes the request before the fault. Each server has its own default. */
  readonly after?: boolean;
  /** Called for each affected request, after its execution if it is executed. */
  readonly onStrike?: () => void;
};

export interface Faults<F extends Fault> {
  /** Adds a fault. If several apply to a request, the oldest one counts. */
  add(fault: F): void;
  clear(): void;
}

export interface FaultQueue<F extends Fault> extends Faults<F> {
  /** The fault for a request, which is counted. @param concerns whether a fault is for such requests. */
  take(concerns: (fault: F) => boolean): F | undefined;
}

export function createFaults<F extends Fault>(): FaultQueue<F> {
  let pending: { readonly fault: F; skip: number; times: number }[] = [];
  return {
    add(fault) {
      requireSendable(fault);
      pending.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
    },
    clear() {
      pending = [];
    },
    take(concerns) {
      const concerned = pending.filter(({ fault }) => concerns(fault));
      const first = concerned.find(({ skip }) => skip === 0);
      for (const waiting of concerned) waiting.skip = Math.max(0, waiting.skip - 1);
      if (!first) return undefined;
      first.times -= 1;
      pending = pending.filter(({ times }) => times > 0);
      return first.fault;
    },
  };
}

/** Rejects invalid faults when they are added, so that the error points at the mistake in the test. */
function requireSendable(fault: Fault): void {
  if (!((fault.times ?? 1) >= 1 && (fault.skip ?? 0) >= 0))
    throw new RangeError('`times` is at least 1, `skip` at least 0.');
  if (fault.kind !== 'answer') return;
  if (!Number.isInteger(fault.status) || fault.status < 200 || fault.status > 599) {
    throw new RangeError('`status` is 200 to 599.');
  }
  for (const [name, value] of Object.entries(fault.headers ?? {})) {
    validateHeaderName(name);
    validateHeaderValue(name, value);
  }
}

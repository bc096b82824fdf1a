import { validateHeaderName, validateHeaderValue } from 'node:http';
import type { Operation } from './operations.ts';

/** What goes wrong. All of it is made on the real socket. */
export type FaultForm =
  /** Any answer, byte by byte. Without a `content-type` header it says `application/json`. */
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | Buffer;
    }
  /** RST before any byte of the answer. */
  | { readonly kind: 'reset' }
  /** Head and half of the body, then RST. */
  | { readonly kind: 'reset-mid-body' }
  /** Half of the body that `content-length` announces, then a clean end of the connection. */
  | { readonly kind: 'truncate' }
  /** Half of the body in chunks, no last chunk, then a clean end of the connection. */
  | { readonly kind: 'truncate-chunked' }
  /** No answer until the service closes or is reset. */
  | { readonly kind: 'hang' }
  /** The true answer, a byte every 50 ms. */
  | { readonly kind: 'drip' }
  /** A JSON string of `bytes`, in chunks, without a length. */
  | { readonly kind: 'huge'; readonly bytes: number }
  /** About 48 KB of gzip that opens to 50 MB, whatever the client accepts. */
  | { readonly kind: 'gzip-bomb' }
  /** The true answer with another 20 KB of headers. */
  | { readonly kind: 'big-headers' }
  /** The true answer, late. */
  | { readonly kind: 'delay'; readonly milliseconds: number };

export type Fault = FaultForm & {
  readonly operation: Operation;
  /** How many requests it spoils; Infinity is allowed. Default 1. */
  readonly times?: number;
  /** How many requests of the operation pass first, counted from when the fault was added. Default 0. */
  readonly skip?: number;
  /**
   * Whether the service really does what it was asked before the fault shows. By default it does, as its answer alone
   * goes wrong; for `answer` with 3xx or 4xx it does not, as such a service refuses.
   */
  readonly after?: boolean;
  /** Called with each request that it spoils: when that has been done, if it is. */
  readonly onStrike?: () => void;
};

export interface Faults {
  /** The oldest fault that applies spoils a request. */
  add(fault: Fault): void;
  clear(): void;
}

interface Pending {
  readonly fault: Fault;
  skip: number;
  times: number;
}

export function createFaults(): Faults & { take(operation: Operation | 'other'): Fault | undefined } {
  let pending: Pending[] = [];
  return {
    add(fault) {
      requireSendable(fault);
      pending.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
    },
    clear() {
      pending = [];
    },
    take(operation) {
      const concerned = pending.filter(({ fault }) => fault.operation === operation);
      const first = concerned.find(({ skip }) => skip === 0);
      for (const waiting of concerned) waiting.skip = Math.max(0, waiting.skip - 1);
      if (!first) return undefined;
      first.times -= 1;
      pending = pending.filter(({ times }) => times > 0);
      return first.fault;
    },
  };
}

export function hasEffect(fault: Fault): boolean {
  return fault.after ?? !(fault.kind === 'answer' && fault.status >= 300 && fault.status < 500);
}

/** A mistake in a test shows where it was made, not as a puzzling answer later. */
function requireSendable(fault: Fault): void {
  if ((fault.times ?? 1) < 1 || (fault.skip ?? 0) < 0)
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

/** What goes wrong between the front and whoever asks it. */
export type FaultForm =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** RST; the request is lost. */
  | { readonly kind: 'reset' }
  /** RST after the request was carried out. */
  | { readonly kind: 'reset-after' }
  /** No answer until the front closes. */
  | { readonly kind: 'hang' }
  /** The true answer, broken off in the middle. */
  | { readonly kind: 'truncate' }
  /** The true answer, so many milliseconds late. */
  | { readonly kind: 'delay'; readonly ms: number };

type Fault = FaultForm & {
  readonly method: string;
  readonly path: RegExp;
  /** How many requests it lets through first. Default 0. */
  readonly skip?: number;
  /** How many requests it spoils. Default 1. */
  readonly times?: number;
};

export interface Faults {
  add(fault: Fault): void;
  clear(): void;
  /** The fault that spoils this request, which counts it. */
  take(method: string, path: string): Fault | undefined;
}

export function createFaults(): Faults {
  let pending: { fault: Fault; skip: number; left: number }[] = [];
  return {
    add: (fault) => void pending.push({ fault, skip: fault.skip ?? 0, left: fault.times ?? 1 }),
    clear() {
      pending = [];
    },
    take(method, path) {
      const first = pending.find(({ fault }) => fault.method === method && fault.path.test(path));
      if (!first) return undefined;
      if (first.skip > 0) {
        first.skip -= 1;
        return undefined;
      }
      first.left -= 1;
      pending = pending.filter(({ left }) => left > 0);
      return first.fault;
    },
  };
}

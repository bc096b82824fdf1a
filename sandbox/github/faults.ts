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
  | { readonly kind: 'hang' };

export type Fault = FaultForm & {
  readonly method: string;
  readonly path: RegExp;
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
  let pending: { fault: Fault; left: number }[] = [];
  return {
    add: (fault) => void pending.push({ fault, left: fault.times ?? 1 }),
    clear() {
      pending = [];
    },
    take(method, path) {
      const first = pending.find(({ fault }) => fault.method === method && fault.path.test(path));
      if (!first) return undefined;
      first.left -= 1;
      pending = pending.filter(({ left }) => left > 0);
      return first.fault;
    },
  };
}

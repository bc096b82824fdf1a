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
  /** No answer either, but the request was carried out. */
  | { readonly kind: 'hang-after' }
  /** The true answer, broken off in the middle. */
  | { readonly kind: 'truncate' }
  /** The true answer, so many milliseconds late. */
  | { readonly kind: 'delay'; readonly ms: number };

export type Fault = FaultForm & {
  readonly method: string;
  readonly path: RegExp;
  /** How many requests pass first, counted from when the fault was added. Default 0. */
  readonly skip?: number;
  /** How many requests it spoils. Default 1. */
  readonly times?: number;
  /** Called with each request that it spoils: when that has been carried out, if it is. */
  readonly onStrike?: () => void;
};

export interface Faults {
  /** The oldest fault that applies spoils a request. */
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
      const concerned = pending.filter(({ fault }) => fault.method === method && fault.path.test(path));
      const first = concerned.find(({ skip }) => skip === 0);
      for (const waiting of concerned) waiting.skip = Math.max(0, waiting.skip - 1);
      if (!first) return undefined;
      first.left -= 1;
      pending = pending.filter(({ left }) => left > 0);
      return first.fault;
    },
  };
}

/** Whether the request is carried out all the same. */
export function hasEffect({ kind }: Fault): boolean {
  return kind !== 'answer' && kind !== 'reset' && kind !== 'hang';
}

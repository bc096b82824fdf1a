/** The kinds of faults between the proxy and its clients. */
export type FaultForm =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly headers?: Record<string, string>;
      readonly body?: string;
    }
  /** RST; the request is not executed. */
  | { readonly kind: 'reset' }
  /** RST after the request was executed. */
  | { readonly kind: 'reset-after' }
  /** No response until the proxy closes; the request is not executed. */
  | { readonly kind: 'hang' }
  /** No response until the proxy closes, although the request was executed. */
  | { readonly kind: 'hang-after' }
  /** The first half of the real response. */
  | { readonly kind: 'truncate' }
  /** The real status with `{}`, although the request was executed. */
  | { readonly kind: 'empty-after' }
  /** The real response, delayed by `ms` milliseconds. */
  | { readonly kind: 'delay'; readonly ms: number };

export type Fault = FaultForm & {
  readonly method: string;
  readonly path: RegExp;
  /** How many requests succeed first, counted from when the fault was added. Default 0. */
  readonly skip?: number;
  /** How many requests it affects. Default 1. */
  readonly times?: number;
  /** Called for each affected request, after its execution if it is executed. */
  readonly onStrike?: () => void;
};

export interface Faults {
  /** Adds a fault. If several apply to a request, the oldest one counts. */
  add(fault: Fault): void;
  clear(): void;
  /** The fault for this request, which is counted. */
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

/** Whether the request is executed despite the fault. */
export function hasEffect({ kind }: Fault): boolean {
  return kind !== 'answer' && kind !== 'reset' && kind !== 'hang';
}

import type { HttpClient } from './http/transport.ts';
import type { Clock } from './runtime/clock.ts';
import type { Files } from './runtime/files.ts';
import type { Runner } from './runtime/runner.ts';

/** The interfaces of an operation to the runner, the network, the file system and the clock. */
export interface ActionContext {
  readonly runner: Runner;
  readonly clock: Clock;
  readonly send: HttpClient;
  readonly files: Files;
  /** Returns a random UUID (RFC 9562). */
  readonly uuid: () => string;
  /** Aborts when the run is cancelled. */
  readonly signal: AbortSignal;
}

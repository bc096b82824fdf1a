import type { FaultForm } from '../../sandbox/http/faults.ts';

/** A fault of the service, as a row of a table of tests. */
export interface FaultCase {
  readonly fault: string;
  readonly form: FaultForm;
  /** Appears in log, comment and summary. */
  readonly says: string;
  /** Milliseconds that the run takes: 2 s are the pause before the create, and 300 ms of the timeout are kept for the report. */
  readonly duration?: number;
}

/** The service answers with this status. */
export const answer = (status: number, body = '', headers: Record<string, string> = {}): FaultForm => ({
  kind: 'answer',
  status,
  body,
  headers,
});

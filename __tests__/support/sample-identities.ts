import type { RequestIdentity } from '../../src/thread/earlier-requests.ts';
import { sampleRequest } from './sample-records.ts';

/** The identity of a run's request, with defaults. */
const wanted = (fields: Partial<RequestIdentity> = {}): RequestIdentity => ({
  ...sampleRequest(),
  asksOnce: false,
  event: ['comment', '7'],
  askedAt: undefined,
  ...fields,
});
export const RERUN = wanted({ attempt: 2 });
export const LABEL = wanted({ run: 88 });
export const ONCE = wanted({ run: 88, asksOnce: true });

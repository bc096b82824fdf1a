import * as v from 'valibot';
import { OPERATION_NAMES } from './operations.ts';
import type { ServiceFault } from './service.ts';

const COUNT = v.pipe(v.number(), v.integer(), v.minValue(0));

const COMMON = {
  operation: v.picklist(OPERATION_NAMES),
  job: v.exactOptional(v.string()),
  /** JSON has no Infinity. */
  times: v.exactOptional(
    v.union([
      v.pipe(
        v.literal('always'),
        v.transform(() => Number.POSITIVE_INFINITY),
      ),
      COUNT,
    ]),
  ),
  skip: v.exactOptional(COUNT),
  after: v.exactOptional(v.boolean()),
};

const FAULT = v.variant('kind', [
  v.strictObject({
    ...COMMON,
    kind: v.literal('answer'),
    status: v.number(),
    headers: v.exactOptional(v.record(v.string(), v.string())),
    body: v.exactOptional(v.string()),
  }),
  v.strictObject({
    ...COMMON,
    kind: v.picklist([
      'reset',
      'reset-mid-body',
      'truncate',
      'truncate-chunked',
      'hang',
      'drip',
      'gzip-bomb',
      'big-headers',
    ]),
  }),
  v.strictObject({ ...COMMON, kind: v.literal('huge'), bytes: COUNT }),
  v.strictObject({ ...COMMON, kind: v.literal('delay'), milliseconds: COUNT }),
]);

/** Parses a fault from JSON; `"times": "always"` means Infinity. @throws ValiError if it is malformed. */
export function parseFault(value: unknown): ServiceFault {
  return v.parse(FAULT, value);
}

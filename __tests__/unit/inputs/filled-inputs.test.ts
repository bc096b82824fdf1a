import { describe, expect, test } from '@jest/globals';
import { DEFAULTS } from '../../../src/inputs/action-metadata.ts';
import { refusalOf } from '../../support/sample-inputs.ts';

const PUNCTUATION = [...'!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'];
/** Bytes of an input: Linux passes no longer variable to a process. */
const INPUT_LIMIT = 131_000;
/** Milliseconds for all 32 signs, which take some hundred: time that grows with the square of the length takes far more. */
const HANGS = 20_000;

describe('an input filled to the limit with one sign is taken, or refused in a short message:', () => {
  test.each(Object.keys(DEFAULTS))(
    '`%s`',
    (name) => {
      for (const sign of PUNCTUATION) {
        const refusal = refusalOf({ [name]: sign.repeat(INPUT_LIMIT) });
        expect(refusal?.message.length ?? 0).toBeLessThan(1_000);
      }
    },
    HANGS,
  );
});

import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** Runs the longest tests first, so that no worker ends alone with one; Jest knows durations only after a first run. */
const LONGEST = [/bundle\/visitors-million/, /sandbox\/demo/, /attacks\/sanitizer/, /\/bundle\//, /\/scenarios\//];

export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const rank = ({ path }) => LONGEST.findIndex((pattern) => pattern.test(path)) >>> 0; // `>>> 0` turns -1 into the highest rank
    return (await super.sort(tests)).toSorted((one, other) => rank(one) - rank(other));
  }
}

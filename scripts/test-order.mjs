import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** What takes longest comes first, or a worker would end with it alone: a machine that never ran the tests does not know. */
const LONGEST = [
  /bundle\/visitors-million/,
  /sandbox\/demo/,
  /sanitize\/(sanitize-properties|limits)/,
  /\/bundle\//,
  /\/scenarios\//,
];

export default class LongestFirst extends Sequencer {
  async sort(tests) {
    const rank = ({ path }) => LONGEST.findIndex((pattern) => pattern.test(path)) >>> 0; // -1 becomes the last
    return (await super.sort(tests)).toSorted((one, other) => rank(one) - rank(other));
  }
}

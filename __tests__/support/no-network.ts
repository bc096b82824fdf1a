import { afterAll, afterEach, beforeEach } from '@jest/globals';
import nock from 'nock';

/** For the tests of a file: only what `nock` answers can be reached. */
export function useNoNetwork(): void {
  beforeEach(() => {
    if (!nock.isActive()) nock.activate(); // a second run in this process
    nock.disableNetConnect();
  });
  afterEach(() => {
    nock.cleanAll();
    nock.enableNetConnect();
  });
  // The files of one worker share node's own http, which nock patches.
  afterAll(() => {
    nock.restore();
  });
}

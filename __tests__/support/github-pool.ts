import { createGitHub, type GitHub } from '../../sandbox/github/embedded.ts';
import { createVirtualClock, type VirtualClock } from '../../sandbox/virtual-clock.ts';

/** An embedded GitHub in its initial state, on a virtual clock of its own. */
export interface LentGitHub {
  readonly github: GitHub;
  readonly clock: VirtualClock;
  /** Returns it to the pool. */
  giveBack(): void;
}

/**
 * A pool of embedded GitHubs for the tests of one file, because resetting one is much faster than
 * starting one.
 */
export function createGitHubPool() {
  const all: { github: GitHub; clock: VirtualClock }[] = [];
  const free: typeof all = [];
  return {
    async lend(): Promise<LentGitHub> {
      const used = free.pop();
      const one = used ?? (await start());
      if (!used) all.push(one);
      one.clock.reset();
      if (used) one.github.reset();
      return { ...one, giveBack: () => void free.push(one) };
    },
    close: async () => void (await Promise.all(all.map(({ github }) => github.close()))),
  };
}

async function start() {
  const clock = createVirtualClock();
  return { clock, github: await createGitHub({ clock }) };
}

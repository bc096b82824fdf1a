import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { createWorld, type World } from '../world.ts';
import type { DemoCommand } from './command-line.ts';
import { openBrowser } from './open-browser.ts';
import type { Screen } from './screen.ts';
import { show } from './show.ts';
import { whatNext } from './what-next.ts';

type Play = Extract<DemoCommand, { kind: 'play' }>;

/** Plays a scenario in real time; with `keep`, runs until a signal. @returns the exit code of the last step. */
export async function play({ name, scenario, keep, open }: Play, screen: Screen): Promise<number> {
  const world = await createWorld('.', scenario.job);
  const { url, owner, repo } = world.github;
  const page = `${url}/${owner}/${repo}/issues`;
  const onPage = async (live: string) => {
    screen.gap();
    if (keep) screen.text(`Watch it live: ${live}`);
    if (open && !(await openBrowser(live))) screen.text('No browser was found. Open the address yourself.', 'yellow');
  };
  try {
    const exitCode = await show(world, scenario, { screen, sleep: setTimeout, onPage });
    screen.section('Try next');
    for (const [command, does] of whatNext(name, keep)) {
      screen.text(command);
      screen.text(`    ${does}`, 'dim');
    }
    if (keep) await untilStopped(world, page, screen);
    else {
      screen.gap();
      screen.text('GitHub and the service have stopped; --keep leaves them running, so that the links work.', 'dim');
    }
    return exitCode;
  } finally {
    await world.close();
  }
}

async function untilStopped({ github, service }: World, page: string, screen: Screen): Promise<void> {
  screen.section('GitHub and the service keep running');
  screen.pairs([
    ['Page', page],
    ['GitHub API', `${github.url}/repos/${github.owner}/${github.repo}`],
    ['  token', github.tokens.alice],
    ['Service', service.url],
    ['  project', service.projectId],
    ['  key', service.key],
  ]);
  screen.gap();
  screen.text('Press Ctrl+C to stop.');
  // The server's sockets keep the process alive.
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { createWorld, type World } from '../world.ts';
import type { DemoCommand } from './command-line.ts';
import { SCENARIOS } from './scenarios.ts';
import type { Screen } from './screen.ts';
import { show } from './show.ts';

/**
 * Plays a scenario in real time; with `keep`, runs until a signal. @returns the exit code of the
 * last step.
 */
export async function play(
  { name, scenario, keep, open }: DemoCommand,
  screen: Screen,
): Promise<number> {
  const world = await createWorld({ ...(scenario.job && { job: scenario.job }) });
  const onPage = async (live: string) => {
    screen.gap();
    if (keep) screen.text(`Watch it live: ${live}`);
    if (open && !(await openBrowser(live)))
      screen.text('No browser was found. Open the address yourself.', 'yellow');
  };
  try {
    const exitCode = await show(world, scenario, { screen, sleep: setTimeout, onPage });
    showWhatNext(name, keep, screen);
    if (keep) await untilStopped(world, screen);
    else {
      screen.gap();
      screen.text(
        'GitHub and the service have stopped; --keep leaves them running, so that the links work.',
        'dim',
      );
    }
    return exitCode;
  } finally {
    await world.close();
  }
}

/** Opens an address in the default browser. @returns whether there was a command for it. */
function openBrowser(url: string): Promise<boolean> {
  const openers = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] };
  const [command = '', ...args] = new Map(Object.entries(openers)).get(process.platform) ?? [
    'xdg-open',
  ];
  return new Promise((resolve) => {
    const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => resolve(true));
    opener.unref();
  });
}

function showWhatNext(name: string, isKept: boolean, screen: Screen): void {
  const names = [...SCENARIOS.keys()];
  const next = names[(names.indexOf(name) + 1) % names.length] ?? name;
  screen.section('Try next');
  screen.pairs([
    [`npm run demo -- ${next}`, SCENARIOS.get(next)?.shows ?? ''],
    ...(isKept
      ? []
      : [[`npm run demo -- ${name} --open`, 'plays the same story live in the browser'] as const]),
    ['npm run demo -- --list', `lists all ${names.length} scenarios`],
  ]);
}

async function untilStopped({ github, service }: World, screen: Screen): Promise<void> {
  const { url, owner, repo, tokens } = github;
  screen.section('GitHub and the service keep running');
  screen.pairs([
    ['Page', `${url}/${owner}/${repo}/issues`],
    ['GitHub API', `${url}/repos/${owner}/${repo}`],
    ['  token', tokens.alice],
    ['Service', service.url],
    ['  project', service.projectId],
    ['  key', service.key],
  ]);
  screen.gap();
  screen.text('Press Ctrl+C to stop.');
  // The server's sockets keep the process alive.
  await Promise.race(['SIGINT', 'SIGTERM'].map((signal) => once(process, signal)));
}

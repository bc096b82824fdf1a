/**
 * `npm run demo`: shows what people do on GitHub, how the action responds, and what they see. See
 * --help.
 */
import { readDemoCommand } from './demo/command-line.ts';
import { createScreen } from './demo/screen.ts';

async function main(args: readonly string[]): Promise<number> {
  const command = readDemoCommand(args);
  if (typeof command === 'string') {
    console.log(command);
    return 0;
  }
  const { isTTY, columns } = process.stdout;
  const isColored = isTTY && !process.env.NO_COLOR;
  const screen = createScreen({
    print: console.log,
    columns: isTTY ? columns || 80 : Number.POSITIVE_INFINITY,
    isColored,
  });
  screen.gap();
  screen.text(`${command.name}: ${command.scenario.shows}`, 'bold');
  screen.text('Starts an offline service and an offline GitHub …', 'dim');
  // Loaded only now, because it takes a second.
  const { play } = await import('./demo/play.ts');
  return play(command, screen);
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  return 2;
});

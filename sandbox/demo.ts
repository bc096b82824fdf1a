/** `npm run demo`: shows what people do on GitHub, how the action responds, and what they see. See --help. */
import { readDemoCommand } from './demo/command-line.ts';
import { createScreen } from './demo/screen.ts';

const command = readDemoCommand(process.argv.slice(2));
if (command.kind === 'print') console.log(command.text);
else if (command.kind === 'error') {
  console.error(command.text);
  process.exitCode = 2;
} else {
  const { isTTY, columns } = process.stdout;
  const isColored = isTTY && !process.env.NO_COLOR;
  const screen = createScreen({ print: console.log, columns: isTTY ? columns || 80 : undefined, isColored });
  screen.gap();
  screen.text(`${command.name}: ${command.scenario.shows}`, 'bold');
  screen.text('Starts an offline service and an offline GitHub …', 'dim');
  // Loaded only now, because it takes a second.
  const { play } = await import('./demo/play.ts');
  process.exitCode = await play(command, screen);
}

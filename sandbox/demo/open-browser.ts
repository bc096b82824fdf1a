import { spawn } from 'node:child_process';

/** The command that opens an address in the default browser. */
const OPENERS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens an address in the default browser. @returns whether there was a command for it. */
export function openBrowser(url: string, platform: string = process.platform): Promise<boolean> {
  const [command, ...args] = OPENERS[platform] ?? ['xdg-open'];
  return new Promise((resolve) => {
    const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
    opener.once('error', () => resolve(false));
    opener.once('spawn', () => resolve(true));
    opener.unref();
  });
}

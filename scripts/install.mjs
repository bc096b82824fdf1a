// Runs `npm ci` if the dependencies are missing or older than the lock, so that `npm test` and `npm
// run demo` work in a fresh clone. Plain JavaScript, because it runs before anything is installed,
// on any version of Node.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';

/** When a file was last written; 0 if it does not exist. */
const writtenAt = (file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

// npm writes this file at the end of an installation.
if (writtenAt('node_modules/.package-lock.json') < writtenAt('package-lock.json')) {
  console.log(
    'npm ci installs the dependencies: 130 MB to download, 480 MB on disk. This takes 1 to 2 minutes.',
  );
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0)
    console.error('npm ci failed. Node 20 or newer, npm and a package registry are needed.');
  process.exitCode = status ?? 1;
}

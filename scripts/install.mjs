// Installs the locked dependencies if they are missing, so that `npm test` and `npm run demo` work in a fresh clone. Plain
// JavaScript, because it runs before anything is installed, on any version of Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const stampFile = 'node_modules/.locked';
const locked = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');

if (!existsSync(stampFile) || readFileSync(stampFile, 'utf8') !== locked) {
  console.log('npm installs the dependencies: 130 MB to download, 480 MB on disk. This takes 1 to 2 minutes.');
  // `npm install` instead of `npm ci`: the lock contains only the platform builds (of biome, swc, ...) that its registry offers.
  // `npm ci` rejects such a lock on other platforms; `npm install` adds the missing build.
  const { status } = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status === 0) writeFileSync(stampFile, locked);
  else console.error('npm install failed. Node 20 or newer, npm and a package registry are needed.');
  process.exitCode = status ?? 1;
}

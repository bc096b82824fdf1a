// Installs the locked dependencies if they are missing, so that `npm test` and `npm run demo` work in a fresh clone. Plain
// JavaScript, because it runs before anything is installed, on any version of Node.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const stampFile = 'node_modules/.locked';
const locked = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');

// `npm install` instead of `npm ci`: the lock contains only the platform builds (of biome, swc, ...) that its registry offers.
// `npm ci` rejects such a lock on other platforms; `npm install` adds the missing build.
if (installed() !== locked) {
  console.log('Installing dependencies (once)…');
  const npm = spawnSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) {
    console.error('npm install failed; see above. Node 20 or newer, npm and a package registry are needed.');
    process.exit(1);
  }
  writeFileSync(stampFile, locked);
}

function installed() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

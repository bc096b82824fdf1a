// Installs the locked dependencies when they are not there yet, so that `npm test` and `npm run demo` work in a fresh
// clone. Plain JavaScript: it runs before anything is installed, on whatever Node the machine has.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const stampFile = 'node_modules/.locked';
const locked = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex');

// `npm install` and not `npm ci`: the lock holds only the platform builds (of biome, swc, ...) that the registry it was made
// against offers, and `npm ci` refuses such a lock where `npm install` adds the missing one for the machine at hand.
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

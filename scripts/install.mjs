// Installs the locked dependencies if they are missing, so that `npm test` and `npm run demo` work in a fresh clone. Plain
// JavaScript, because it runs before anything is installed, on any version of Node.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const stampFile = 'node_modules/.locked';
const lock = readFileSync('package-lock.json');
const locked = createHash('sha256').update(lock).digest('hex');

if (installed() !== locked) await install();

async function install() {
  const count = countPackages(JSON.parse(lock.toString()).packages);
  const why = installed() ? 'The dependencies have changed' : 'First run';
  // Measured on two cores, without npm's cache.
  console.log(`${why}: npm installs ${count} packages to node_modules.
  Download about 130 MB, on disk 480 MB. This takes 1 to 2 minutes.`);
  const progress = showProgress(count);
  const { status, errors } = await runNpm(progress.countDownload);
  progress.end(status === 0);
  if (status !== 0) {
    console.error(`${errors}npm install failed; see above. Node 20 or newer, npm and a package registry are needed.`);
    process.exit(1);
  }
  writeFileSync(stampFile, locked);
}

// `npm install` instead of `npm ci`: the lock contains only the platform builds (of biome, swc, ...) that its registry offers.
// `npm ci` rejects such a lock on other platforms; `npm install` adds the missing build.
function runNpm(onDownload) {
  const npm = spawn('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=http'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    shell: process.platform === 'win32',
  });
  let errors = '';
  let rest = '';
  npm.stderr.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('npm http ') && line.includes('.tgz')) onDownload();
      else if (/^npm err/i.test(line)) errors += `${line}\n`;
    }
  });
  return new Promise((resolve) => {
    npm.on('error', (error) => resolve({ status: 1, errors: `${error.message}\n` }));
    npm.on('close', (status) => resolve({ status, errors }));
  });
}

/** In a terminal, one line that changes every second; otherwise a line every 15 seconds. */
function showProgress(packages) {
  const began = Date.now();
  let downloaded = 0;
  const { isTTY } = process.stdout;
  const seconds = () => Math.round((Date.now() - began) / 1000);
  const show = () => {
    const what =
      downloaded === 0 ? 'npm reads what the packages need' : `${downloaded} of ${packages} packages downloaded`;
    const line = `  ${seconds()} s: ${what}`.padEnd(60);
    process.stdout.write(isTTY ? `\r${line}` : `${line.trimEnd()}\n`);
  };
  const timer = setInterval(show, isTTY ? 1_000 : 15_000);
  return {
    countDownload() {
      downloaded += 1;
    },
    end(isSuccess) {
      clearInterval(timer);
      console.log(`${isTTY ? '\n' : ''}${isSuccess ? `Installed in ${seconds()} s.` : ''}`);
    },
  };
}

/** The packages that npm installs on this platform. */
function countPackages(packages) {
  const isFor = (list, mine) => !list || (list.some((name) => name === mine) && !list.includes(`!${mine}`));
  const isWanted = ([path, { os, cpu, libc, link }]) =>
    path !== '' && !link && isFor(os, process.platform) && isFor(cpu, process.arch) && !libc?.includes('musl');
  return Object.entries(packages).filter(isWanted).length;
}

function installed() {
  try {
    return readFileSync(stampFile, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * `npm run pictures`: renders the pictures of the documentation in headless Chromium, light and dark, from what the action writes.
 * Chromium and the fonts come from the package registry (about 80 MB), into a folder of their own, for this command only.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fingerprints, PICTURES, pageOf } from './pictures/page.ts';

const HOME = join(process.cwd(), '.cache', 'pictures');
const PACKAGES = {
  '@fontsource/inter': '5.3.0',
  '@fontsource/jetbrains-mono': '5.3.0',
  '@sparticuz/chromium': '153.0.0',
  '@twemoji/svg': '15.0.0',
  'puppeteer-core': '25.16.0',
};

const wanted = JSON.stringify({ private: true, dependencies: PACKAGES });
const manifest = join(HOME, 'package.json');
if (!existsSync(join(HOME, 'node_modules')) || readFileSync(manifest, 'utf8') !== wanted) {
  console.log('Installing Chromium and fonts (about 80 MB, once)…');
  mkdirSync(HOME, { recursive: true });
  writeFileSync(manifest, wanted);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], { cwd: HOME, stdio: 'inherit' });
}

const require = createRequire(manifest);
const { default: chromium } = await import(require.resolve('@sparticuz/chromium'));
const { default: puppeteer } = await import(require.resolve('puppeteer-core'));
const executablePath = await chromium.executablePath();
const browser = await puppeteer.launch({ args: chromium.args, executablePath, headless: 'shell' });
try {
  const fonts = [font('Inter', 400), font('Inter', 700), font('JetBrains Mono', 400)].join('\n');
  for (const [name, render] of Object.entries(PICTURES)) {
    for (const theme of ['light', 'dark'] as const) {
      const page = await browser.newPage();
      await page.setViewport({ width: 792, height: 100, deviceScaleFactor: 2 });
      await page.setContent(withEmoji(pageOf(render(), theme, fonts)), { waitUntil: 'load' });
      await page.evaluate('document.fonts.ready.then(() => {})');
      await page.screenshot({ path: `docs/${name}-${theme}.png`, fullPage: true });
      console.log(`docs/${name}-${theme}.png`);
    }
  }
} finally {
  await browser.close();
}
writeFileSync('docs/pictures.json', fingerprints());

function font(family: string, weight: number): string {
  const name = family.toLowerCase().replace(' ', '-');
  const file = `node_modules/@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`;
  const source = `url(data:font/woff2;base64,${readFileSync(join(HOME, file)).toString('base64')}) format('woff2')`;
  return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: ${source}; }`;
}

/** The page with pictures instead of emoji: headless Chromium here paints no color font. */
function withEmoji(page: string): string {
  return page.replaceAll(/\p{Extended_Pictographic}\ufe0f?/gu, (emoji) => {
    const file = join(HOME, 'node_modules/@twemoji/svg', `${emoji.codePointAt(0)?.toString(16)}.svg`);
    if (!existsSync(file)) return emoji;
    return `<img class="emoji" src="data:image/svg+xml;base64,${readFileSync(file).toString('base64')}">`;
  });
}

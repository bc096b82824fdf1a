/**
 * `npm run pictures`: renders the pictures of the documentation in headless Chromium, light and
 * dark, from what the action writes. Chromium and the fonts come from the package registry (about
 * 80 MB), into a folder of their own, for this command only.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fingerprints, PICTURES } from './pictures/page.ts';

const HOME = join(process.cwd(), '.cache', 'pictures');
const PACKAGES = {
  '@fontsource/inter': '5.3.0',
  '@fontsource/jetbrains-mono': '5.3.0',
  '@sparticuz/chromium': '153.0.0',
  '@twemoji/svg': '15.0.0',
  'github-markdown-css': '5.9.0',
  'puppeteer-core': '25.16.0',
};

const wanted = JSON.stringify({ private: true, dependencies: PACKAGES });
const manifest = join(HOME, 'package.json');
if (!existsSync(join(HOME, 'node_modules')) || readFileSync(manifest, 'utf8') !== wanted) {
  console.log('Installing Chromium and fonts (about 80 MB, once)…');
  mkdirSync(HOME, { recursive: true });
  writeFileSync(manifest, wanted);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: HOME,
    stdio: 'inherit',
  });
}

const require = createRequire(manifest);
const { default: chromium } = await import(require.resolve('@sparticuz/chromium'));
const { default: puppeteer } = await import(require.resolve('puppeteer-core'));
const executablePath = await chromium.executablePath();
const browser = await puppeteer.launch({ args: chromium.args, executablePath, headless: 'shell' });
try {
  const fonts = [font('Inter', 400), font('Inter', 700), font('JetBrains Mono', 400)].join('\n');
  for (const [name, body] of Object.entries(PICTURES)) {
    for (const theme of ['light', 'dark'] as const) {
      const page = await browser.newPage();
      await page.setViewport({ width: 792, height: 100, deviceScaleFactor: 2 });
      await page.setContent(pageOf(withEmoji(body), theme, fonts), { waitUntil: 'load' });
      await page.evaluate('document.fonts.ready.then(() => {})');
      await page.screenshot({ path: `docs/${name}-${theme}.png`, fullPage: true });
      console.log(`docs/${name}-${theme}.png`);
    }
  }
} finally {
  await browser.close();
}
writeFileSync('docs/pictures.json', fingerprints());

/** A page with GitHub's own style sheet, and frames around comments. */
function pageOf(body: string, theme: 'light' | 'dark', fonts: string): string {
  const style = readFileSync(
    join(HOME, `node_modules/github-markdown-css/github-markdown-${theme}.css`),
    'utf8',
  );
  return `<!doctype html><meta charset="utf-8"><style>${style} ${fonts}
    body.markdown-body { padding: 16px; width: 760px; margin: 0; font: 14px/1.5 Inter; }
    .markdown-body :is(code, tt) { font-family: 'JetBrains Mono'; }
    section, header, header i { border: 0 solid color-mix(in srgb, currentColor 18%, transparent); }
    section { border-width: 1px; border-radius: 6px; margin-bottom: 16px; overflow: hidden; }
    section:last-child { margin: 0; }
    header { background: color-mix(in srgb, currentColor 5%, transparent); border-bottom-width: 1px; padding: 8px 16px; }
    header i { border-width: 1px; border-radius: 1em; font: 12px Inter; padding: 0 7px; }
    article { padding: 12px 16px; } article > :last-child { margin: 0; }
    .emoji { height: 1.1em; vertical-align: -0.15em; }
  </style><body class="markdown-body">${body}`;
}

function font(family: string, weight: number): string {
  const name = family.toLowerCase().replace(' ', '-');
  const file = `node_modules/@fontsource/${name}/files/${name}-latin-${weight}-normal.woff2`;
  const source = `url(data:font/woff2;base64,${readFileSync(join(HOME, file)).toString('base64')}) format('woff2')`;
  return `@font-face { font-family: '${family}'; font-weight: ${weight}; src: ${source}; }`;
}

/** The page with pictures instead of emoji: headless Chromium here paints no color font. */
function withEmoji(page: string): string {
  return page.replaceAll(/\p{Extended_Pictographic}\ufe0f?/gu, (emoji) => {
    const file = join(
      HOME,
      'node_modules/@twemoji/svg',
      `${emoji.codePointAt(0)?.toString(16)}.svg`,
    );
    if (!existsSync(file)) return emoji;
    return `<img class="emoji" src="data:image/svg+xml;base64,${readFileSync(file).toString('base64')}">`;
  });
}

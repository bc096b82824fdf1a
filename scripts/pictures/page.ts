import { createHash } from 'node:crypto';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { aPage, exported, sampleSurvey } from '../../__tests__/support/sample-exports.ts';
import { around, BEFORE_REQUEST, CARD, OUTCOMES, resultsOf } from '../../__tests__/support/sample-outcomes.ts';
import { renderEnded } from '../../src/render/comment.ts';

type Theme = 'light' | 'dark';

/** The pictures of the documentation: their names and their pages, without fonts. Rendered by the action's own code. */
export const PICTURES: Readonly<Record<string, () => string>> = {
  comment: () =>
    [
      post(
        '<b>bob</b> opened this issue · <b>alice</b> added the label <i>docs</i>',
        '**Explain the new `--json` flag**\n\nWhat does it print?',
      ),
      post('<b>github-actions</b> <i>bot</i> commented', renderEnded(OUTCOMES['pull request'], CARD, around())),
    ].join(''),
  visitors: () => `<article class="summary">${toHtml(visitorsSummary())}</article>`,
};

/** A month of a small site. A visitor may be both human and AI, and read several pages. */
const SURVEY = sampleSurvey({
  totals: { human: 4_120, ai: 1_903, total: 5_800 },
  rows: 38,
  top: 5,
  pages: [
    aPage('/docs/quickstart', 1_450, 620, 1_990),
    aPage('/docs', 1_210, 540, 1_680),
    aPage('/docs/install', 870, 390, 1_220),
    aPage('/docs/api/authentication', 430, 510, 905),
    aPage('/blog/version-2', 640, 85, 710),
  ],
});

function visitorsSummary(): string {
  const traffic = { create: 0, 'follow-up': 0, status: 0, analytics: 1 };
  return resultsOf(exported(SURVEY, 'out/visitors.csv'), BEFORE_REQUEST, { traffic }).summary;
}

/** GitHub shows these elements of a comment; micromark would escape them. */
const SHOWN_TAGS = /&lt;(\/?(?:sub|details|summary))&gt;/g;

function toHtml(markdown: string): string {
  return micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] }).replaceAll(SHOWN_TAGS, '<$1>');
}

const post = (header: string, markdown: string): string =>
  `<section><header>${header}</header><article>${toHtml(markdown)}</article></section>`;

/** A whole page in the colors of GitHub. @param fonts style sheet with the fonts. */
export function pageOf(body: string, theme: Theme, fonts: string): string {
  const [text, muted, canvas, subtle, border, link] =
    theme === 'light'
      ? ['#1f2328', '#59636e', '#ffffff', '#f6f8fa', '#d1d9e0', '#0969da']
      : ['#f0f6fc', '#9198a1', '#0d1117', '#151b23', '#3d444d', '#4493f8'];
  return `<!doctype html><meta charset="utf-8"><style>${fonts}
    body { margin: 0; padding: 16px; background: ${canvas}; color: ${text}; font: 14px/1.5 Inter, sans-serif; width: 760px; }
    section { border: 1px solid ${border}; border-radius: 6px; margin-bottom: 16px; overflow: hidden; }
    section:last-child { margin-bottom: 0; }
    header { background: ${subtle}; border-bottom: 1px solid ${border}; color: ${muted}; padding: 8px 16px; }
    header b { color: ${text}; } header i { border: 1px solid ${border}; border-radius: 1em; font-size: 12px; font-style: normal; padding: 0 7px; }
    article { padding: 12px 16px; } article > :first-child { margin-top: 0; } article > :last-child { margin-bottom: 0; }
    a { color: ${link}; text-decoration: underline; } sub { color: ${muted}; font-size: 12px; }
    code { background: ${subtle}; border-radius: 6px; font: 12px 'JetBrains Mono', monospace; padding: 2px 5px; }
    .emoji { height: 1.1em; vertical-align: -0.15em; }
    blockquote { border-left: 4px solid ${border}; color: ${muted}; margin: 0 0 12px; padding: 0 16px; }
    h2, h3 { border-bottom: 1px solid ${border}; padding-bottom: 6px; }
    table { border-collapse: collapse; } td, th { border: 1px solid ${border}; padding: 5px 12px; } tr:nth-child(even) { background: ${subtle}; }
  </style>${body}`;
}

/** `docs/pictures.json`: the hash of each picture's page. If the action writes something else, the pictures are out of date. */
export function fingerprints(): string {
  const hashes = Object.entries(PICTURES).map(([name, render]) => {
    const pages = pageOf(render(), 'light', '') + pageOf(render(), 'dark', '');
    return [name, createHash('sha256').update(pages).digest('hex')];
  });
  return `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`;
}

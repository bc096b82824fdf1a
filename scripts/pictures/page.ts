import { createHash } from 'node:crypto';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { aPage, exported, sampleSurvey } from '../../__tests__/support/sample-exports.ts';
import {
  ASKED,
  around,
  BEFORE_REQUEST,
  CARD,
  COMMENT_URL,
  OUTCOMES,
  resultsOf,
} from '../../__tests__/support/sample-outcomes.ts';
import { renderEnded, renderMention, renderOpened } from '../../src/render/comment.ts';

/** A month of a small site. A visitor may be both human and AI, and read several pages. */
const SURVEY = sampleSurvey({
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
const TRAFFIC = { create: 0, 'follow-up': 0, status: 0, analytics: 1 };

const ACTION = '<b>github-actions</b> <i>bot</i> commented';

/** The pictures of the documentation by name, as HTML. Rendered by the action's own code. */
export const PICTURES: Readonly<Record<string, string>> = {
  comment:
    post(
      '<b>bob</b> opened this issue · <b>alice</b> added the label <i>docs</i>',
      '**Explain the new `--json` flag**\n\nWhat does it print?',
    ) + post(ACTION, renderEnded(OUTCOMES['pull request'], CARD, around())),
  arrives:
    post(
      `On the issue: ${ACTION}, and GitHub notifies alice`,
      renderMention('alice', OUTCOMES['pull request'], around(), COMMENT_URL),
    ) +
    post(
      `On the agent’s pull request: ${ACTION}`,
      renderOpened({
        openedFor: [{ link: '#31', to: COMMENT_URL }],
        requester: 'alice',
        command: '/docs',
        jobId: 'j_8fk2',
      }),
    ) +
    post(
      `At a limit: ${ACTION}`,
      renderEnded(OUTCOMES['limit of open pull requests reached'], CARD, around()),
    ),
  summary: toHtml(resultsOf(OUTCOMES['pull request'], around(), { prepared: ASKED }).summary),
  visitors: toHtml(
    resultsOf(exported(SURVEY, 'out/visitors.csv'), BEFORE_REQUEST, { traffic: TRAFFIC }).summary,
  ),
};

/** GitHub shows these elements of a comment; micromark would escape them. */
function toHtml(markdown: string): string {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] });
  return html.replaceAll(/&lt;(\/?(?:sub|details|summary))&gt;/g, '<$1>');
}

function post(header: string, markdown: string): string {
  return `<section><header>${header}</header><article>${toHtml(markdown)}</article></section>`;
}

/**
 * `docs/pictures.json`: the hash of each picture's page. If the action writes something else, the
 * pictures are out of date.
 */
export function fingerprints(): string {
  const hashOf = (page: string) => createHash('sha256').update(page).digest('hex');
  const hashes = Object.entries(PICTURES).map(([name, page]) => [name, hashOf(page)]);
  return `${JSON.stringify(Object.fromEntries(hashes), null, 2)}\n`;
}

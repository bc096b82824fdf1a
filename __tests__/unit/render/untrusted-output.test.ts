import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Outcome } from '../../../src/outcome.ts';
import {
  renderContinued,
  renderEnded,
  renderMention,
  renderReplaced,
  renderStarting,
  renderWorking,
  statusFieldsOf,
} from '../../../src/render/comment.ts';
import { renderOutputs } from '../../../src/render/outputs.ts';
import type { RequestSummary } from '../../../src/render/request.ts';
import { renderSummary } from '../../../src/render/summary.ts';
import { type Job, parseJob } from '../../../src/service/job.ts';
import { ADDRESS, anyJob, anyOutcome, anyRequest, REFRESHED } from '../../support/any-outcome.ts';
import { jobBody } from '../../support/job-body.ts';
import { liveThings, rendered } from '../../support/rendered-markdown.ts';
import { READ_AT } from '../../support/sample-job.ts';
import { ASKED, around, inTime, OUTCOMES, REQUEST } from '../../support/sample-outcomes.ts';

const traffic = { create: 1, 'follow-up': 0, status: 3, analytics: 0 };

/** Bars between cells, of a row of a table. */
const cellsOf = (row: string) => row.replace(/\\\\|\\\|/g, '').split('|').length;

const topPages = { query: REFRESHED, report: REFRESHED };

/** The summary without the instruction, which is in a block of code. */
function table(drawn: Outcome, asked: RequestSummary): string {
  const text = renderSummary(drawn, {
    ...around(asked),
    traffic,
    asked: { ...ASKED, request: asked, topPages },
  });
  return text.slice(0, text.lastIndexOf('<details>'));
}

/** Every text that is shown as Markdown, by its place. */
const everywhere = (drawn: Outcome, asked: RequestSummary, at: Job): Record<string, string> => ({
  'comment at the start': renderStarting(statusFieldsOf(asked)),
  'comment at work': renderWorking(statusFieldsOf(asked), at, inTime(0)),
  'comment at the end': renderEnded(drawn, statusFieldsOf(asked), around(asked)),
  'comment of a follow-up that the run does not wait for': renderEnded(
    drawn,
    { ...statusFieldsOf(asked), previous: ADDRESS, note: ['Not ', { link: 'the request before', to: ADDRESS }] },
    around(asked, { isFollowUp: true, isRemembered: false, elapsed: undefined }),
  ),
  'comment of a continued request': renderContinued(statusFieldsOf(asked), at.id, ADDRESS),
  'comment of a replaced attempt': renderReplaced(statusFieldsOf(asked), at.id, ADDRESS),
  // Who asked is to be mentioned, and no other account.
  mention: renderMention('alice', drawn, around(asked), ADDRESS).replace(/^@alice /, ''),
  summary: table(drawn, asked),
  output: renderOutputs(drawn, around(asked), { request: asked, commentUrl: '', serverUrl: 'https://github.com' })
    .summary,
});

const isWhole = (address: string) => /^[^\s<>()|`[\]\\]+$/.test(address);

function leadsToHttps(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || url?.hostname === 'localhost';
}

/** Links that end early, or lead elsewhere than to https and this machine. */
const unsafeLinks = (text: string) =>
  rendered(text).links.filter((address) => !isWhole(address) || !leadsToHttps(address));

const RUNS = { numRuns: 400 };

describe('for any title, login, label, link, status and error message', () => {
  test('no mention, reference, address, raw HTML or image is live, and every link leads to https or localhost', () => {
    fc.assert(
      fc.property(anyOutcome, anyRequest, anyJob, (drawn, asked, at) => {
        const texts = Object.entries(everywhere(drawn, asked, at));
        const unsafe = texts.map(([place, text]) => ({
          place,
          text,
          live: liveThings(text),
          links: unsafeLinks(text),
        }));
        const found = unsafe.filter(({ live, links }) => live.length + links.length > 0);
        // An expect takes longer than a text, so it comes where there is something to show.
        if (found.length > 0) expect(found).toEqual([]);
      }),
      RUNS,
    );
  });

  test('a table keeps its rows', () => {
    fc.assert(
      fc.property(anyOutcome, anyRequest, (drawn, asked) => {
        return [...table(drawn, asked).matchAll(/^(?:\|.*\n)+/gm)].every(([rows]) => {
          const [cells, ...others] = rows.trimEnd().split('\n').map(cellsOf);
          return others.length > 0 && others.every((each) => each === cells);
        });
      }),
      RUNS,
    );
  });
});

describe('no mention, reference or address becomes live', () => {
  test.each(['`|@alice`', '``|`#1`'])('in a login that contains the delimiter of table cells: %s', (askedBy) => {
    const authorization = { kind: 'passed', by: [{ login: askedBy, role: 'admin' }] } as const;
    const asked = { ...REQUEST, askedBy, authorization };
    expect(liveThings(table(OUTCOMES.failed, asked))).toEqual([]);
  });

  test.each(['GH-1', 'fixes GH-2'])('in an unknown status that looks like a reference: %s', (status) => {
    const at = parseJob(Buffer.from(JSON.stringify(jobBody({ status }))), READ_AT);
    const drawn: Outcome = { verdict: 'timed-out', job: at, problem: undefined, failures: 0 };
    for (const text of Object.values(everywhere(drawn, REQUEST, at))) expect(liveThings(text)).toEqual([]);
  });
});

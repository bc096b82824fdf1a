import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Outcome } from '../../../src/outcome.ts';
import {
  renderAnnounced,
  renderEnded,
  renderMention,
  renderMoved,
  renderWorking,
  type StatusFields,
  statusFieldsOf,
} from '../../../src/render/comment.ts';
import type { PreparedRequest } from '../../../src/render/request.ts';
import { type Job, parseJob } from '../../../src/service/job.ts';
import {
  ADDRESS,
  anyJob,
  anyOutcome,
  anyRequest,
  REFRESHED,
  titled,
} from '../../support/any-outcome.ts';
import { jobBody } from '../../support/job-body.ts';
import { liveThings, rendered } from '../../support/rendered-markdown.ts';
import { READ_AT } from '../../support/sample-job.ts';
import {
  ASKED,
  around,
  CARD,
  inTime,
  OUTCOMES,
  RETRY_HINTS,
  RUN_URL,
  requestOf,
  resultsOf,
} from '../../support/sample-outcomes.ts';
import { labeled } from '../../support/sample-triggers.ts';

const topPages = { query: REFRESHED, report: REFRESHED };

/** The summary without the instruction, which is in a block of code. */
function table(drawn: Outcome, asked: PreparedRequest, retryHints = RETRY_HINTS): string {
  const text = resultsOf(drawn, around({ retryHints }), {
    prepared: { ...asked, topPages },
  }).summary;
  return text.slice(0, text.lastIndexOf('<details>'));
}

/** Every text that is shown as Markdown, by its place. */
function everywhere(
  drawn: Outcome,
  at: Job,
  { asked, retryHints } = { asked: ASKED, retryHints: RETRY_HINTS },
) {
  const { request } = asked;
  const fields: StatusFields = statusFieldsOf(request, RUN_URL);
  const context = around({ retryHints });
  const texts: Record<string, string> = {
    'comment at the start': renderAnnounced(fields),
    'comment at work': renderWorking(fields, at, inTime(0)),
    'comment at the end': renderEnded(drawn, fields, context),
    'comment of a follow-up that the run does not wait for': renderEnded(
      drawn,
      { ...fields, note: ['Not ', { link: 'the request before', to: ADDRESS }] },
      { ...context, isFollowUp: true, isRemembered: false, elapsed: undefined },
    ),
    'comment of a duplicate': renderMoved('duplicate', fields, ADDRESS),
    'comment of a replaced attempt': renderMoved('replaced', fields, ADDRESS, at.id),
    // Who asked is to be mentioned, and no other account.
    mention: renderMention('alice', drawn, context, ADDRESS).replace(/^@alice /, ''),
    summary: table(drawn, asked, retryHints),
  };
  return Object.entries(texts);
}

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
      fc.property(anyOutcome, anyJob, anyRequest, (drawn, at, asked) => {
        const unsafe = everywhere(drawn, at, asked).map(([place, text]) => ({
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
    /** Bars between cells, of a row of a table. */
    const cellsOf = (row: string) => row.replace(/\\\\|\\\|/g, '').split('|').length;
    fc.assert(
      fc.property(anyOutcome, anyRequest, (drawn, { asked }) => {
        return [...table(drawn, asked).matchAll(/^(?:\|.*\n)+/gm)].every(([rows]) => {
          const [cells, ...others] = rows.trimEnd().split('\n').map(cellsOf);
          return others.length > 0 && others.every((each) => each === cells);
        });
      }),
      RUNS,
    );
  });

  test('a comment keeps its lines and its limit and contains no invisible character', () => {
    fc.assert(
      fc.property(anyRequest, anyJob, ({ asked }, at) => {
        const plain = renderWorking(CARD, at, inTime(0)).split('\n').length;
        const text = renderWorking(statusFieldsOf(asked.request, RUN_URL), at, inTime(0));
        return (
          text.split('\n').length === plain &&
          text.length <= 65_536 &&
          text.isWellFormed() &&
          !/(?!\n)\p{Cc}|[\u200b\u202e\ufeff\u{e0041}]/u.test(text)
        );
      }),
      RUNS,
    );
  });
});

/** The line of a comment that quotes a title. */
const quoted = (title: string) => {
  const request = requestOf(labeled({ thread: titled(title) }));
  return (
    renderWorking(statusFieldsOf(request, RUN_URL), OUTCOMES.failed.job, inTime(0)).split(
      '\n',
    )[1] ?? ''
  );
};

describe('no mention, reference or address becomes live', () => {
  test.each(['`|@alice`', '``|`#1`'])(
    'in a login that contains the delimiter of table cells: %s',
    (login) => {
      const authorization = { kind: 'passed', by: [{ login, role: 'admin' }] } as const;
      expect(liveThings(table(OUTCOMES.failed, { ...ASKED, authorization }))).toEqual([]);
    },
  );

  test.each(['GH-1', 'fixes GH-2'])(
    'in an unknown status that looks like a reference: %s',
    (status) => {
      const at = parseJob(Buffer.from(JSON.stringify(jobBody({ status }))), READ_AT);
      const drawn: Outcome = { verdict: 'timed-out', job: at, problem: undefined, failures: 0 };
      for (const [, text] of everywhere(drawn, at)) expect(liveThings(text)).toEqual([]);
    },
  );

  test.each([
    '_www.evil.example',
    '*www.evil.example',
    '~www.evil.example',
    '_GH-3',
    '_@alice',
    '_#1',
    'ä#1',
    'äGH-1',
  ])('behind a delimiter or a letter: %s', (title) => {
    expect(liveThings(quoted(title))).toEqual([]);
  });
});

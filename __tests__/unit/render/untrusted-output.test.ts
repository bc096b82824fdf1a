import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ServiceError } from '../../../src/errors.ts';
import type { NotWaited, Outcome } from '../../../src/outcome.ts';
import {
  renderContinued,
  renderEnded,
  renderMention,
  renderStarting,
  renderWorking,
  statusFieldsOf,
} from '../../../src/render/comment.ts';
import { renderOutputs } from '../../../src/render/outputs.ts';
import type { RequestSummary } from '../../../src/render/request-summary.ts';
import { renderSummary } from '../../../src/render/summary.ts';
import { formatPartial, namePages } from '../../../src/render/visitors.ts';
import { type Job, parseJob } from '../../../src/service/job.ts';
import { dispatchRequest } from '../../../src/trigger/history-requests.ts';
import { anyText, anyUrl } from '../../support/any-text.ts';
import { liveThings, rendered } from '../../support/rendered-markdown.ts';
import { aPage, partial, sampleSurvey } from '../../support/sample-exports.ts';
import { jobBody } from '../../support/sample-job.ts';
import { ASKED, around, CARD, inTime, OUTCOMES, REQUEST, requestOf } from '../../support/sample-outcomes.ts';
import { command, ISSUE, labelled, opened, push, release } from '../../support/sample-triggers.ts';

const SPITEFUL = [
  ...[
    '@alice',
    '@acme/team',
    'a@b.example',
    '#1',
    'GH-2',
    'gh-3',
    'acme/app#4',
    'acme/app@deadbeef',
    'closes #5',
    'Fixes: GH-6',
  ],
  ...[
    'https://evil.example',
    'http://x',
    'ftp://x',
    'www.evil.example',
    'WWW.x',
    '<https://x>',
    '<b>',
    '</sub>',
    '<!--',
    '-->',
  ],
  ...[
    '![x](https://x)',
    '[x](javascript:x)',
    '[x]: https://x',
    '[',
    ']',
    '(',
    ')',
    '!',
    '`',
    '``',
    '```',
    '`x`',
    '\\',
    '|',
    '_',
    '*',
  ],
  ...[
    '~',
    '$x$',
    '&#64;bob',
    '&commat;',
    '&lt;',
    '&',
    ';',
    '#',
    '@',
    ':',
    '//',
    'www.',
    '1',
    '1.',
    '-',
    '+',
    '=',
    '>',
    '# ',
    ' ',
    'a',
  ],
  ...[
    '\n',
    '\r\n',
    '\u2028',
    '\u0000',
    '\u200b',
    '\u200d',
    '\u202e',
    '\ufeff',
    '\u{e0041}',
    '\ud800',
    '🎉',
    'é',
    '::error::',
    '##[error]',
  ],
];
const foreign = fc
  .array(fc.oneof({ arbitrary: fc.constantFrom(...SPITEFUL), weight: 4 }, anyText({ maxLength: 4 })), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

const link = fc.oneof(
  anyUrl(),
  foreign.map((text) => `https://github.com/acme/docs/pull/1${text}`),
  foreign,
);

/** A job as it can come through the border. */
const job: fc.Arbitrary<Job> = fc
  .record({
    id: fc.stringMatching(/^[\w~:@=+-]{1,30}$/),
    status: fc.oneof(
      fc.constantFrom('active', 'completed', 'archived', 'failed', 'GH-1', 'fixes gh-2', '_x_'),
      fc.stringMatching(/^[\w -]{1,40}$/),
    ),
    prLink: fc.oneof(link, fc.constant(null)),
  })
  .map((fields) => parseJob(Buffer.from(JSON.stringify(jobBody(fields)))));

const words = (text: string) => ({ text, removed: {} });
const titled = (title: string) => ({ ...ISSUE, title: words(title) });
const by = (login: string) => ({ login, id: 501, isBot: false });

/** What a refresh looks at, of a part of the site. */
const REFRESHED = partial({ kind: 'throttled', tryAgainAt: inTime(0) }, { leftOut: 900 });
const REFRESHED_PAGES = { refresh: namePages(REFRESHED), short: formatPartial(REFRESHED) };

/** Each way in which a run is asked for, in any words. */
const request: fc.Arbitrary<RequestSummary> = fc
  .record({ text: foreign, login: foreign, name: foreign.map((text) => `docs ${text}`) })
  .chain(({ text, login, name }) =>
    fc.constantFrom(
      requestOf(labelled({ label: name, requester: by(login), thread: titled(text) })),
      requestOf(opened({ requester: by(login), thread: titled(text) })),
      requestOf(command({ requester: by(login), text })),
      requestOf(push({ requester: by(login), name }), { instruction: text }),
      requestOf(release({ requester: by(login), tag: name })),
      requestOf(dispatchRequest(by(login), 'schedule'), { instruction: text, command: name }),
      requestOf(dispatchRequest(by(login), 'schedule'), REFRESHED_PAGES),
    ),
  );

const problem = fc
  .record({ message: foreign, remedy: foreign })
  .map(({ message, remedy }) => new ServiceError(message, remedy));

const address = 'https://github.com/acme/app/issues/31#issuecomment-9';
const notWaited: fc.Arbitrary<NotWaited> = fc.constantFrom({ kind: 'not-asked' }, { kind: 'continued', url: address });

const SWEPT = ['pull-request', 'active', 'left'] as const;

/** Pages whose paths are anything, at the end of reading some way. */
const exportOf: fc.Arbitrary<Outcome> = fc
  .record({ paths: fc.array(foreign, { maxLength: 4 }), file: foreign, problem })
  .chain(({ paths, file, problem }) => {
    const survey = { pages: paths.map((path) => aPage(`/${path}`)), leftOut: 3, unusable: 1, repeated: 2 };
    const ended = partial({ kind: 'problem', problem }, survey);
    const exporteds = [sampleSurvey(survey), ended].map((one) => ({ survey: one, file: `${file}.csv` }));
    return fc.record({
      verdict: fc.constantFrom('exported' as const, 'cancelled' as const),
      exported: fc.constantFrom(...exporteds),
    });
  });

const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constantFrom(...Object.values(OUTCOMES)),
  exportOf,
  job.map(
    (drawn): Outcome => ({
      verdict: 'pull-request',
      job: drawn.pullRequest.kind === 'link' ? drawn : OUTCOMES['pull request'].job,
    }),
  ),
  fc.record({ job, problem, failures: fc.nat() }).map((drawn): Outcome => ({ verdict: 'timed-out', ...drawn })),
  fc.record({ job, problem }).map((drawn): Outcome => ({ verdict: 'error', ...drawn })),
  problem.map((drawn): Outcome => ({ verdict: 'unconfirmed', problem: drawn })),
  job.map((drawn): Outcome => ({ verdict: 'cancelled', job: drawn })),
  fc.record({ job, why: notWaited }).map((drawn): Outcome => ({ verdict: 'started', ...drawn })),
  fc
    .record({ job, problem })
    .map(({ job: { id: jobId }, problem }): Outcome => ({ verdict: 'error', problem, job: undefined, jobId })),
  fc.record({ verdict: fc.constantFrom('skipped' as const, 'denied' as const), reason: foreign }),
  fc
    .array(fc.record({ jobId: job.map(({ id }) => id), issueNumber: fc.nat(), verdict: fc.constantFrom(...SWEPT) }))
    .map((drawn): Outcome => ({ verdict: 'swept', swept: drawn.map((one) => ({ ...one, commentUrl: address })) })),
);

const traffic = { create: 1, 'follow-up': 0, status: 3, analytics: 0 };

/** Bars between cells, of a row of a table. */
const cellsOf = (row: string) => row.replace(/\\\\|\\\|/g, '').split('|').length;

const topPages = { kind: 'surveyed', survey: REFRESHED } as const;

/** The summary but for the instruction, which stands in a block of code. */
function table(drawn: Outcome, asked: RequestSummary): string {
  const text = renderSummary(drawn, {
    ...around(asked),
    traffic,
    asked: { ...ASKED, request: asked, topPages: topPages },
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
    { ...statusFieldsOf(asked), previous: address, note: ['Not ', { link: 'the request before', to: address }] },
    around(asked, { isFollowUp: true, isRemembered: false, elapsed: undefined }),
  ),
  'comment of a continued request': renderContinued(statusFieldsOf(asked), at.id, address),
  // Who asked is to be mentioned, and no other account.
  mention: renderMention('alice', drawn, around(asked), address).replace(/^@alice /, ''),
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
      fc.property(outcome, request, job, (drawn, asked, at) => {
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

  test('a comment keeps its lines and its limit and contains no invisible character', () => {
    fc.assert(
      fc.property(request, job, (asked, at) => {
        const plain = renderWorking(CARD, at, inTime(0)).split('\n').length;
        const text = renderWorking(statusFieldsOf(asked), at, inTime(0));
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

  test('a table keeps its rows', () => {
    fc.assert(
      fc.property(outcome, request, (drawn, asked) => {
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
  const quoted = (title: string) =>
    renderWorking(statusFieldsOf({ ...REQUEST, title }), OUTCOMES.failed.job, inTime(0)).split('\n')[1] ?? '';

  test.each(['_www.evil.example', '*www.evil.example', '~www.evil.example', '_GH-3', '_@alice', '_#1', 'ä#1', 'äGH-1'])(
    'behind a delimiter or a letter: %s',
    (title) => {
      expect(liveThings(quoted(title))).toEqual([]);
    },
  );

  test.each(['`|@alice`', '``|`#1`'])('in a login that contains the delimiter of table cells: %s', (askedBy) => {
    const authorization = { kind: 'passed', by: [{ login: askedBy, role: 'admin' }] } as const;
    const asked = { ...REQUEST, askedBy, authorization };
    expect(liveThings(table(OUTCOMES.failed, asked))).toEqual([]);
  });

  test.each(['GH-1', 'fixes GH-2'])('in an unknown status that looks like a reference: %s', (status) => {
    const at = parseJob(Buffer.from(JSON.stringify(jobBody({ status }))));
    const drawn: Outcome = { verdict: 'timed-out', job: at, problem: undefined, failures: 0 };
    for (const text of Object.values(everywhere(drawn, REQUEST, at))) expect(liveThings(text)).toEqual([]);
  });
});

describe('untrusted text stays readable', () => {
  test.each([
    ['Explain the `--json` flag', 'Explain the `--json` flag'],
    ['Ask @alice', 'Ask @\u200balice'],
    ['closes #1, GH-2 and acme/app#3', 'closes #\u200b1, GH-\u200b2 and acme/app#\u200b3'],
    ['see https://x.example or www.x.example', 'see https:\u200b//x.example or www\u200b.x.example'],
    ['a < b && c > d | *e* _f_ [g](h) ![i](j)', 'a < b && c > d | *e* _f_ [g](h) ![i](j)'],
    ['&#64;alice &lt;b&gt;', '&#\u200b64;alice &lt;b&gt;'],
    ['1. one', '1. one'],
    ['# heading', '# heading'],
    ['emoji 👩‍👩‍👧 and ü', 'emoji 👩‍👩‍👧 and ü'],
    ['C:\\dir $x^2$ ~~no~~', 'C:\\dir $x^2$ ~~no~~'],
  ])('%s', (title, seen) => {
    const asked = requestOf(labelled({ thread: titled(title) }));
    const [, quote = ''] = renderWorking(statusFieldsOf(asked), OUTCOMES.failed.job, inTime(0)).split('\n');
    const withCode = quote.replace(/`--json`/, '\\`--json\\`');
    expect(rendered(withCode).text).toBe(`> ${seen} — bob`);
  });
});

import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { renderWorking, statusFieldsOf } from '../../../src/render/comment.ts';
import { anyJob, anyRequest, titled } from '../../support/any-outcome.ts';
import { liveThings, rendered } from '../../support/rendered-markdown.ts';
import { CARD, inTime, OUTCOMES, REQUEST, requestOf } from '../../support/sample-outcomes.ts';
import { labeled } from '../../support/sample-triggers.ts';

describe('for any title, login, label, link, status and error message', () => {
  test('a comment keeps its lines and its limit and contains no invisible character', () => {
    fc.assert(
      fc.property(anyRequest, anyJob, (asked, at) => {
        const plain = renderWorking(CARD, at, inTime(0)).split('\n').length;
        const text = renderWorking(statusFieldsOf(asked), at, inTime(0));
        return (
          text.split('\n').length === plain &&
          text.length <= 65_536 &&
          text.isWellFormed() &&
          !/(?!\n)\p{Cc}|[\u200b\u202e\ufeff\u{e0041}]/u.test(text)
        );
      }),
      { numRuns: 400 },
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
    const asked = requestOf(labeled({ thread: titled(title) }));
    const [, quote = ''] = renderWorking(statusFieldsOf(asked), OUTCOMES.failed.job, inTime(0)).split('\n');
    const withCode = quote.replace(/`--json`/, '\\`--json\\`');
    expect(rendered(withCode).text).toBe(`> ${seen} — bob`);
  });
});

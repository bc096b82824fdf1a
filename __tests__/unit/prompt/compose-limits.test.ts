import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { InputError } from '../../../src/errors.ts';
import { selectChanges } from '../../../src/prompt/changes.ts';
import { MAX_PROMPT } from '../../../src/prompt/workspace-files.ts';
import { anyText } from '../../support/any-text.ts';
import { CHANGES, comparison, compose, contextFile, FENCE, file, labeled } from '../../support/sample-prompt.ts';
import { command, ISSUE, merged, PULL, TRIGGERS } from '../../support/sample-triggers.ts';

describe('text that is too long', () => {
  test('is cut inside the fence, with a mark that says by how much', () => {
    const { text, cutBytes } = compose(labeled(`BEGIN ${'x'.repeat(262_100)} END`));
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROMPT);
    expect(Buffer.byteLength(text)).toBeGreaterThan(MAX_PROMPT - 64);
    expect(cutBytes).toBeGreaterThan(262_100 - MAX_PROMPT + 64);
    expect(text.endsWith(`\n[cut here: ${cutBytes} bytes left out]\n${FENCE} end\n`)).toBe(true);
    expect(text).toContain('BEGIN');
    expect(text).not.toContain('END');
  });

  test.each(['ä', '€', '🎉', 'a🎉'])('is cut between two characters: %s', (unit) => {
    for (const shift of ['', 'a', 'ab', 'abc']) {
      const { text } = compose(labeled(shift + unit.repeat(MAX_PROMPT / Buffer.byteLength(unit))));
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROMPT);
      expect(text.isWellFormed()).toBe(true);
      expect(text).not.toContain('\ufffd');
    }
  });

  test('loses exactly as many bytes as the mark says', () => {
    const body = 'é€🎉'.repeat(60_000);
    const { text, cutBytes } = compose(labeled(body));
    const shown = text.slice(text.indexOf('é'), text.indexOf('\n[cut here'));
    expect(Buffer.byteLength(shown) + cutBytes).toBe(Buffer.byteLength(body));
    expect(body.startsWith(shown)).toBe(true);
  });

  test('leaves thread and changes a heading and a mark, if the request takes all the room', () => {
    const trigger = command({ text: 'r'.repeat(300_000) });
    const { text } = compose({ trigger, changes: CHANGES, context: 'patches' });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROMPT);
    expect(text).toContain(`\n${FENCE} the changes, `);
    expect(text).toContain(`\n${FENCE} issue #31 by bob, `);
    expect(text.match(/\[cut here/g)).toHaveLength(2);
  });

  test('is cut from the thread first, if the request itself fits', () => {
    const request = `${'öäü '.repeat(16_000)}and that is all.`;
    const thread = { ...ISSUE, body: { text: '𝒳'.repeat(65_000), removed: {} } };
    const { text } = compose({ trigger: command({ thread, text: request }) });
    expect(text).toContain(`öäü and that is all.\n${FENCE} issue #31`);
    expect(text).toMatch(new RegExp(`𝒳\n\\[cut here: \\d+ bytes left out\\]\n${FENCE} end\n$`, 'u'));
  });

  test('is cut from patches, then files, then changes, then the text of the event', () => {
    const names = Array.from({ length: 500 }, (_, at) => file(`${'d'.repeat(290)}/${at}`, '@@'.repeat(400)));
    const changes = selectChanges(comparison(names), { include: [], exclude: [] });
    const ofSizes = (text: number, size: number) => {
      const thread = { ...PULL, body: { text: 't'.repeat(text), removed: {} } };
      const files = [contextFile('r'.repeat(size))];
      return compose({ trigger: merged({ thread }), changes, files, context: 'patches' });
    };
    const marks = ({ text }: ReturnType<typeof compose>) =>
      text.split(`\n${FENCE} `).filter((part) => /\[(cut here|patches left out)/.test(part));
    const starts = (prompt: ReturnType<typeof compose>) => marks(prompt).map((part) => part.slice(0, 10));
    expect(starts(ofSizes(10, 10))).toEqual(['the patche']);
    expect(starts(ofSizes(10, 200_000))).toEqual(['the file r', 'the patche']);
    expect(starts(ofSizes(200_000, 10_000))).toEqual(['the change', 'the file r', 'the patche']);
    expect(starts(ofSizes(262_000, 10_000))).toEqual(['the change', 'pull reque', 'the file r', 'the patche']);
    expect(ofSizes(200_000, 10_000).text).toContain('t'.repeat(200_000));
    expect(Buffer.byteLength(ofSizes(262_000, 262_000).text)).toBeLessThanOrEqual(MAX_PROMPT);
  });

  test('is an error if it is the instruction, and leaves no room for the context', () => {
    const tooLong = () => compose({ instruction: 'y'.repeat(MAX_PROMPT) });
    expect(tooLong).toThrow(InputError);
    expect(tooLong).toThrow('leaves no room for the context');
  });

  test('of a file counts what was not read', () => {
    const { text, cutBytes } = compose({
      files: [contextFile('abc', { size: 2_000_000_000, unreadBytes: 1_999_999_997 })],
    });
    expect(cutBytes).toBe(1_999_999_997);
    expect(text).toContain(`abc\n[cut here: 1999999997 bytes left out]\n${FENCE} end`);
  });

  test('never makes the prompt exceed its limit: the prompt is cut or refused', () => {
    const overhead = Buffer.byteLength(compose({ ...labeled(''), instruction: '' }).text);
    const lengths = fc.record({ left: fc.integer({ min: -2, max: 300 }), body: fc.integer({ min: 0, max: 500 }) });
    fc.assert(
      fc.property(lengths, fc.constantFrom('files' as const, 'patches' as const), ({ left, body }, context) => {
        const instruction = 'y'.repeat(MAX_PROMPT - overhead - left);
        try {
          const { text } = compose({ ...labeled('x'.repeat(body)), instruction, context, changes: CHANGES });
          expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROMPT);
        } catch (error) {
          if (!(error instanceof InputError)) throw error;
        }
      }),
    );
  });
});

describe('patches', () => {
  const patched = (sizes: readonly (number | undefined)[]) =>
    selectChanges(
      comparison(sizes.map((size, at) => file(`src/${at}.ts`, size === undefined ? undefined : 'p'.repeat(size)))),
      { include: [], exclude: [] },
    );
  const push = (sizes: readonly (number | undefined)[]) =>
    compose({ trigger: TRIGGERS.push, changes: patched(sizes), context: 'patches' });

  test('are included whole or left out, and each one that is left out is named', () => {
    const { text, patches } = push([50_000, 100_000, 60_000, undefined, 10]);
    expect(patches).toEqual({ shown: 3, leftOut: 2 });
    expect(text).toContain('[patches left out: src/1.ts, src/3.ts]');
    expect(text.match(/p{10,}/g)?.map(({ length }) => length)).toEqual([50_000, 60_000, 10]);
  });

  test('that are left out are named up to the fifth, and counted from there', () => {
    const { text } = push(Array.from({ length: 9 }));
    expect(text).toContain('[patches left out: src/0.ts, src/1.ts, src/2.ts, src/3.ts, src/4.ts, and 4 more]');
  });

  test('never make the prompt exceed its limit, with any sizes and names', () => {
    const changed = fc.array(fc.tuple(anyText({ maxLength: 400 }), fc.integer({ min: 0, max: 90_000 })));
    fc.assert(
      fc.property(changed, fc.integer({ min: 0, max: 240_000 }), (files, length) => {
        const listed = files.map(([path, size]) => file(path, '€'.repeat(size / 3)));
        const changes = selectChanges(comparison(listed), { include: [], exclude: [] });
        const { text } = compose({
          instruction: 'y'.repeat(length),
          trigger: TRIGGERS.merged,
          changes,
          context: 'patches',
        });
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_PROMPT);
      }),
      { numRuns: 12 },
    );
  });
});

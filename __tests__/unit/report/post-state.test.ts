import { describe, expect, test } from '@jest/globals';
import { writeDraft as write } from '../../../src/report/post-state.ts';
import type { Draft } from '../../../src/thread/marker.ts';
import {
  answered,
  broken,
  hash,
  MARKED,
  MARKER_KEY,
  MEMORY,
  type Memory,
  REF,
  REPOSITORY,
  readingOf,
  recordOf,
  type ScriptedThread,
  type Step,
  scriptedThread,
} from '../../support/scripted-thread.ts';

const OPEN: Memory = { ...MEMORY, state: { state: 'open', job: 'j_8fk2' }, leaseSeconds: 0 };

/** Another process writes the draft of one that is gone. */
const writeDraft = (draft: Draft, thread: ScriptedThread, more: Partial<Parameters<typeof write>[1]> = {}) =>
  write(draft, {
    comments: thread.comments,
    key: MARKER_KEY,
    repository: REPOSITORY,
    clock: thread.clock,
    signal: new AbortController().signal,
    until: 90_000,
    ...more,
  });

/** A comment that was written, and what GitHub answers after that. */
async function written(steps: readonly Step[] = []) {
  const thread = scriptedThread(['well', ...steps]);
  const comment = thread.as('a');
  await comment.write('starting', MEMORY);
  return { thread, comment };
}

describe('a draft', () => {
  test('holds text and marker, and sends no request', async () => {
    const { thread, comment } = await written();
    const { quote, ...marker } = comment.draft('stopped\n> the words', OPEN).marker;
    expect(marker).toEqual({ ...MARKED, ...OPEN.state, writer: hash('a'), leaseSeconds: 0, mentioned: 'no' });
    expect(quote).toMatch(/^[\w-]{16}$/);
    expect(comment.draft('stopped', OPEN)).toMatchObject({ issueNumber: 31, comment: REF.id, prose: 'stopped' });
    expect(thread.calls).toEqual(['create starting']);
  });

  test('has no comment id before the comment exists', () => {
    expect(scriptedThread().as('a').draft('stopped', MEMORY).comment).toBeNull();
  });

  test('is written exactly as its own run would have written it', async () => {
    const { thread, comment } = await written();
    await writeDraft(comment.draft('stopped\n> the words', OPEN), thread);
    const body = thread.bodies.get(REF.id);
    await comment.write('stopped\n> the words', OPEN);
    expect(thread.bodies.get(REF.id)).toBe(body);
    expect(readingOf(thread)).toMatchObject({ kind: 'signed', bound: true });
  });
});

describe('a draft without a comment id', () => {
  test('is written into the comment of its own run', async () => {
    const thread = scriptedThread();
    await thread.as('b').write('of another', MEMORY);
    const comment = thread.as('a');
    const draft = comment.draft('stopped', OPEN);
    await comment.write('starting', MEMORY);
    await writeDraft(draft, thread);
    expect(thread.calls.at(-1)).toBe('update 8 stopped');
    expect(thread.calls.filter((call) => call.startsWith('update'))).toHaveLength(1);
  });

  test('is written into the last comment of its own run', async () => {
    const thread = scriptedThread();
    const comment = thread.as('a');
    await comment.write('asked before', { ...MEMORY, state: { state: 'unsent' } });
    comment.leave();
    const draft = comment.draft('stopped', OPEN);
    await comment.write('starting', MEMORY);
    await writeDraft(draft, thread);
    expect(thread.calls.slice(-2)).toEqual(['list', 'update 8 stopped']);
    expect(readingOf(thread)).toMatchObject({ marker: { state: 'unsent' } });
  });

  test('is not written if two reads of the thread show no comment', async () => {
    const thread = scriptedThread();
    await writeDraft(thread.as('a').draft('stopped', OPEN), thread);
    expect(thread.calls).toEqual(['list', 'list']);
    expect(thread.warnings).toEqual([]);
  });
});

describe('a draft does not overwrite', () => {
  test.each<[string, (thread: ScriptedThread) => unknown]>([
    [
      'a later text of another run',
      (thread) => {
        const other = thread.as('b');
        other.adopt(recordOf(thread));
        return other.write('continued', {
          ...MEMORY,
          state: { state: 'continued', job: 'j_8fk2', by: { thread: 31, comment: 9 } },
        });
      },
    ],
    ['the edit of a person', ({ bodies }) => bodies.set(REF.id, 'Nothing.')],
  ])('%s', async (_, change) => {
    const { thread, comment } = await written();
    const draft = comment.draft('stopped', OPEN);
    await change(thread);
    const before = [...thread.bodies];
    await writeDraft(draft, thread);
    expect([...thread.bodies]).toEqual(before);
    expect(thread.warnings).toEqual([]);
  });

  test('a deleted comment', async () => {
    const { thread, comment } = await written();
    const draft = comment.draft('stopped', OPEN);
    thread.bodies.clear();
    await expect(writeDraft(draft, thread)).rejects.toThrow('It was deleted.');
    expect(thread.bodies.size).toBe(0);
  });

  test('a comment that its run had not edited yet', async () => {
    const { thread } = await written();
    const later = thread.as('b');
    later.adopt(recordOf(thread));
    await writeDraft(later.draft('stopped', OPEN), thread);
    expect(thread.calls).toEqual(['create starting', 'get 7']);
  });

  test('a comment under another key', async () => {
    const { thread, comment } = await written();
    const key = { ...MARKER_KEY, secret: Buffer.from('another') };
    await writeDraft(comment.draft('stopped', OPEN), thread, { key });
    expect(thread.calls).toEqual(['create starting', 'get 7']);
  });
});

test('a failed reading of the comment is repeated', async () => {
  const { thread, comment } = await written([answered(502)]);
  await writeDraft(comment.draft('stopped', OPEN), thread).catch(() => {});
  expect(thread.calls).toEqual(['create starting', 'get 7', 'get 7', 'update 7 stopped']);
});

describe('an edit that fails', () => {
  test('is repeated, with the comment read again', async () => {
    const { thread, comment } = await written(['well', broken()]);
    expect(await writeDraft(comment.draft('stopped', OPEN), thread)).toBe(true);
    expect(thread.calls.slice(-3)).toEqual(['update 7 stopped', 'get 7', 'update 7 stopped']);
  });

  test('is repeated for 90 s at most', async () => {
    const { thread, comment } = await written(Array.from({ length: 100 }, () => answered(502)));
    await expect(writeDraft(comment.draft('stopped', OPEN), thread)).rejects.toMatchObject({ status: 502 });
    expect(thread.clock.now()).toBeLessThan(90_000);
  });

  test('is not repeated if GitHub refuses it', async () => {
    const { thread, comment } = await written(['well', answered(403)]);
    await expect(writeDraft(comment.draft('stopped', OPEN), thread)).rejects.toMatchObject({ status: 403 });
  });
});

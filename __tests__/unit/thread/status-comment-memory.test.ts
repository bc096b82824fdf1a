import { describe, expect, test } from '@jest/globals';
import {
  answered,
  broken,
  hash,
  MARKED,
  MEMORY,
  type Memory,
  REF,
  readingOf,
  recordOf,
  type ScriptedThread,
  scriptedThread,
  toComment,
} from '../../support/scripted-thread.ts';

const OPEN: Memory = { ...MEMORY, state: { state: 'open', job: 'j_8fk2' } };

describe('what is written', () => {
  test('remembers the request, the state, and who wrote it', async () => {
    const thread = scriptedThread();
    await thread.as('a').write('**Working**\n> the words', { ...MEMORY, alive: 90, mentioned: true });
    const { kind, ...found } = readingOf(thread);
    expect({ kind, ...found }).toMatchObject({
      kind: 'signed',
      marker: { ...MARKED, state: 'starting', writer: hash('a'), alive: 90, mentioned: true },
    });
    expect(thread.bodies.get(REF.id)).not.toMatch(/<!--.*words/s);
  });

  test('is bound to its comment from the first edit on', async () => {
    const thread = scriptedThread();
    const comment = thread.as('a');
    await comment.write('starting', MEMORY);
    expect(readingOf(thread)).toMatchObject({ kind: 'signed', bound: false });
    await comment.write('working', OPEN);
    expect(readingOf(thread)).toMatchObject({ kind: 'signed', bound: true });
  });

  test.each<Memory['state']>([{ state: 'open', job: 'j_8fk2' }, { state: 'unsent' }])(
    'can be read from the first word on, where that is %j',
    async (state) => {
      const thread = scriptedThread();
      await thread.as('a').write('working', { ...MEMORY, state });
      expect(readingOf(thread)).toMatchObject({ kind: 'signed', marker: state });
    },
  );
});

describe('what it remembers', () => {
  test('is unchanged as long as nobody else writes', async () => {
    const thread = scriptedThread();
    const comment = thread.as('a');
    expect(await comment.remembered()).toBeUndefined();
    await comment.write('starting', MEMORY);
    await comment.write('working', OPEN);
    expect(await comment.remembered()).toMatchObject({ isUnchanged: true, marker: OPEN.state });
  });

  test('is changed once another process wrote', async () => {
    const thread = scriptedThread();
    const comment = thread.as('a');
    await comment.write('working', OPEN);
    await comment.write('working', OPEN);
    const other = thread.as('b');
    other.adopt(recordOf(thread));
    await other.write('continued', { ...MEMORY, state: { state: 'continued', job: 'j_8fk2', by: 9 } });
    expect(await comment.remembered()).toMatchObject({ isUnchanged: false, marker: { state: 'continued', by: 9 } });
    expect(await other.remembered()).toMatchObject({ isUnchanged: true });
  });

  test.each<[string, (thread: ScriptedThread) => void]>([
    ['it is gone', ({ bodies }) => bodies.delete(REF.id)],
    ['somebody wrote over it', ({ bodies }) => bodies.set(REF.id, 'Nothing.')],
    ['somebody altered it', ({ bodies }) => bodies.set(REF.id, (bodies.get(REF.id) ?? '').replace(/. -->/, '? -->'))],
  ])('is not known where %s', async (_, spoil) => {
    const thread = scriptedThread();
    const comment = thread.as('a');
    await comment.write('starting', MEMORY);
    await comment.write('working', OPEN);
    spoil(thread);
    expect(await comment.remembered()).toBeUndefined();
  });

  test.each([
    ['503', answered(503)],
    ['no answer', broken()],
  ])('is read once more after %s', async (_, fault) => {
    const thread = scriptedThread(['well', fault]);
    const comment = thread.as('a');
    await comment.write('starting', MEMORY);
    expect(await comment.remembered()).toMatchObject({ isUnchanged: true });
    expect(thread.calls).toEqual(['create starting', 'get 7', 'get 7']);
  });

  test.each<[string, readonly Error[], () => boolean]>([
    ['twice', [answered(503), answered(503)], () => true],
    ['as GitHub refuses it', [answered(403)], () => true],
    ['when the time is up', [answered(503)], () => false],
  ])('is not known where it cannot be read %s, which is no reason to fail', async (_, faults, mayRepeat) => {
    const thread = scriptedThread(['well', ...faults]);
    const comment = thread.as('a', mayRepeat);
    await comment.write('starting', MEMORY);
    expect(await comment.remembered()).toBeUndefined();
    expect(thread.calls.filter((call) => call === 'get 7')).toHaveLength(faults.length);
    expect(thread.warnings).toEqual([]);
  });
});

describe('a comment of another process', () => {
  async function adopted(...steps: Parameters<typeof scriptedThread>) {
    const thread = scriptedThread(...steps);
    await thread.as('a').write('starting', MEMORY);
    const comment = thread.as('b');
    comment.adopt(recordOf(thread));
    return { thread, comment };
  }

  test('is edited once it is adopted', async () => {
    const { thread, comment } = await adopted();
    expect(comment.ref).toEqual(REF);
    expect(comment.mayBeThere).toBe(true);
    expect(await comment.remembered()).toMatchObject({ isUnchanged: true });
    await comment.write('working', OPEN);
    expect(thread.calls.at(-1)).toBe('update 7 working');
    expect(await comment.remembered()).toMatchObject({ isUnchanged: true, marker: { writer: hash('b') } });
  });

  test('takes the place of one that was refused', async () => {
    const thread = scriptedThread(['well', answered(422)]);
    await thread.as('a').write('starting', MEMORY);
    const comment = thread.as('b');
    await comment.write('starting', MEMORY);
    comment.adopt(recordOf(thread));
    expect(await comment.write('working', OPEN)).toBe(true);
  });

  test('is ours even where the answers to our edit were lost', async () => {
    const { comment } = await adopted(['well', { carriedOut: broken() }, { carriedOut: broken() }]);
    expect(await comment.write('working', OPEN)).toBe(false);
    expect(await comment.remembered()).toMatchObject({ isUnchanged: true, marker: { writer: hash('b') } });
  });
});

describe('recognising its own comment', () => {
  async function lost() {
    const thread = scriptedThread([{ carriedOut: broken() }]);
    const comment = thread.as('a');
    await comment.write('starting', MEMORY);
    return { thread, comment };
  }

  test('finds the one whose creation was not answered', async () => {
    const { thread, comment } = await lost();
    comment.recognise((await thread.comments.list()).comments);
    expect(comment.ref).toMatchObject(REF);
  });

  test('finds the last one, where it left another one before', async () => {
    const thread = scriptedThread(['well', { carriedOut: broken() }]);
    const comment = thread.as('a');
    await comment.write('starting', MEMORY);
    comment.leave();
    await comment.write('starting again', MEMORY);
    comment.recognise((await thread.comments.list()).comments);
    expect(comment.ref?.id).toBe(REF.id + 1);
  });

  test('does not take the one of another process', async () => {
    const thread = scriptedThread([broken()]);
    const comment = thread.as('a');
    await comment.write('starting', MEMORY);
    await thread.as('b').write('starting', MEMORY);
    comment.recognise((await thread.comments.list()).comments);
    expect(comment.ref).toBeUndefined();
  });

  test('does not take a copy of it elsewhere', async () => {
    const { thread, comment } = await lost();
    const copy = { ...toComment(8, thread.bodies.get(REF.id) ?? ''), issueNumber: 32 };
    comment.recognise([copy]);
    expect(comment.ref).toBeUndefined();
  });
});

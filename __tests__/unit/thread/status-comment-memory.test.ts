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

describe('a written marker', () => {
  test('holds the request, the state and its writer', async () => {
    const thread = scriptedThread();
    await thread.as('a').write('**Working**\n> the words', { ...MEMORY, leaseSeconds: 90, mentioned: 'end' });
    const { kind, ...found } = readingOf(thread);
    expect({ kind, ...found }).toMatchObject({
      kind: 'signed',
      marker: { ...MARKED, state: 'starting', writer: hash('a'), leaseSeconds: 90, mentioned: 'end' },
    });
    expect(thread.bodies.get(REF.id)).not.toMatch(/<!--.*words/s);
  });

  test('is signed for its comment from the first edit on', async () => {
    const thread = scriptedThread();
    const comment = thread.as('a');
    await comment.write('starting', MEMORY);
    expect(readingOf(thread)).toMatchObject({ kind: 'signed', bound: false });
    await comment.write('working', OPEN);
    expect(readingOf(thread)).toMatchObject({ kind: 'signed', bound: true });
  });

  test.each<Memory['state']>([{ state: 'open', job: 'j_8fk2' }, { state: 'unsent' }])(
    'can be read from the first text on in state %j',
    async (state) => {
      const thread = scriptedThread();
      await thread.as('a').write('working', { ...MEMORY, state });
      expect(readingOf(thread)).toMatchObject({ kind: 'signed', marker: state });
    },
  );
});

describe('the marker read back', () => {
  test('is unchanged if no other run writes', async () => {
    const thread = scriptedThread();
    const comment = thread.as('a');
    expect(await comment.remembered()).toBeUndefined();
    await comment.write('starting', MEMORY);
    await comment.write('working', OPEN);
    expect(await comment.remembered()).toMatchObject({ isUnchanged: true, marker: OPEN.state });
  });

  test('is changed after another run wrote', async () => {
    const thread = scriptedThread();
    const comment = thread.as('a');
    await comment.write('working', OPEN);
    await comment.write('working', OPEN);
    const other = thread.as('b');
    other.adopt(recordOf(thread));
    await other.write('continued', {
      ...MEMORY,
      state: { state: 'continued', job: 'j_8fk2', by: { thread: 31, comment: 9 } },
    });
    expect(await comment.remembered()).toMatchObject({
      isUnchanged: false,
      marker: { state: 'continued', by: { thread: 31, comment: 9 } },
    });
    expect(await other.remembered()).toMatchObject({ isUnchanged: true });
  });

  test.each<[string, (thread: ScriptedThread) => void]>([
    ['the comment was deleted', ({ bodies }) => bodies.delete(REF.id)],
    ['a person replaced its text', ({ bodies }) => bodies.set(REF.id, 'Nothing.')],
    [
      'a person changed the marker',
      ({ bodies }) => bodies.set(REF.id, (bodies.get(REF.id) ?? '').replace(/. -->/, '? -->')),
    ],
  ])('is unknown if %s', async (_, spoil) => {
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
    ['after the deadline', [answered(503)], () => false],
  ])('is unknown if it cannot be read %s, without an error', async (_, faults, mayRepeat) => {
    const thread = scriptedThread(['well', ...faults]);
    const comment = thread.as('a', mayRepeat);
    await comment.write('starting', MEMORY);
    expect(await comment.remembered()).toBeUndefined();
    expect(thread.calls.filter((call) => call === 'get 7')).toHaveLength(faults.length);
    expect(thread.warnings).toEqual([]);
  });
});

describe('an adopted comment', () => {
  async function adopted(...steps: Parameters<typeof scriptedThread>) {
    const thread = scriptedThread(...steps);
    await thread.as('a').write('starting', MEMORY);
    const comment = thread.as('b');
    comment.adopt(recordOf(thread));
    return { thread, comment };
  }

  test('is edited', async () => {
    const { thread, comment } = await adopted();
    expect(comment.ref).toEqual(REF);
    expect(comment.mayBeThere).toBe(true);
    expect(await comment.remembered()).toMatchObject({ isUnchanged: true });
    await comment.write('working', OPEN);
    expect(thread.calls.at(-1)).toBe('update 7 working');
    expect(await comment.remembered()).toMatchObject({ isUnchanged: true, marker: { writer: hash('b') } });
  });

  test('replaces one that was refused', async () => {
    const thread = scriptedThread(['well', answered(422)]);
    await thread.as('a').write('starting', MEMORY);
    const comment = thread.as('b');
    await comment.write('starting', MEMORY);
    comment.adopt(recordOf(thread));
    expect(await comment.write('working', OPEN)).toBe(true);
  });

  test('is ours even if the answers to the edit were lost', async () => {
    const { comment } = await adopted(['well', { carriedOut: broken() }, { carriedOut: broken() }]);
    expect(await comment.write('working', OPEN)).toBe(false);
    expect(await comment.remembered()).toMatchObject({ isUnchanged: true, marker: { writer: hash('b') } });
  });
});

describe('a run recognizes', () => {
  async function lost() {
    const thread = scriptedThread([{ carriedOut: broken() }]);
    const comment = thread.as('a');
    await comment.write('starting', MEMORY);
    return { thread, comment };
  }

  test('its comment whose creation was not answered', async () => {
    const { thread, comment } = await lost();
    await comment.recognize((await thread.comments.list()).comments);
    expect(comment.ref).toMatchObject(REF);
  });

  test('its last comment, if it left an earlier one', async () => {
    const thread = scriptedThread(['well', { carriedOut: broken() }]);
    const comment = thread.as('a');
    await comment.write('starting', MEMORY);
    comment.leave();
    await comment.write('starting again', MEMORY);
    await comment.recognize((await thread.comments.list()).comments);
    expect(comment.ref?.id).toBe(REF.id + 1);
  });

  test('no comment of another run', async () => {
    const thread = scriptedThread([broken()]);
    const comment = thread.as('a');
    await comment.write('starting', MEMORY);
    await thread.as('b').write('starting', MEMORY);
    await comment.recognize((await thread.comments.list()).comments);
    expect(comment.ref).toBeUndefined();
  });

  test('no copy in another thread', async () => {
    const { thread, comment } = await lost();
    const copy = { ...toComment(8, thread.bodies.get(REF.id) ?? ''), issueNumber: 32 };
    comment.recognize([copy]);
    expect(comment.ref).toBeUndefined();
  });
});

import { describe, expect, test } from '@jest/globals';
import { read, sender } from '../../support/trigger-payloads.ts';

describe('a release', () => {
  const release = {
    id: 9001,
    published_at: '2026-01-01T12:00:00Z',
    tag_name: 'v1.3.0',
    name: 'Spring',
    body: 'Notes<!-- x -->',
    html_url: 'https://github.com/r/1',
    author: sender,
  };

  test('is a request when it is published, and at no other activity', () => {
    expect(read('release', { action: 'published', sender, release })).toMatchObject({
      kind: 'release',
      identity: ['release', '9001', '2026-01-01T12:00:00Z'],
      origin: ['release ', { code: 'v1.3.0' }],
      cause: undefined,
      quote: { text: 'Spring', author: 'alice' },
      prompt: {
        subject: 'release',
        sections: [
          {
            heading: 'release by alice',
            parts: [
              ...['Tag: ', { text: 'v1.3.0' }, '\nAddress: ', { text: 'https://github.com/r/1' }],
              ...['\nTitle: ', { text: 'Spring' }, '\n\n', { text: 'Notes', removed: { 'HTML comments': 1 } }],
            ],
          },
        ],
      },
    });
    for (const action of ['created', 'edited', 'deleted', 'unpublished', 'released', 'prereleased']) {
      expect(read('release', { action, sender, release }).kind).toBe('none');
    }
  });

  test('without a name and notes is a request without text', () => {
    const bare = { ...release, name: null, body: null };
    expect(read('release', { action: 'published', sender, release: bare })).toMatchObject({
      quote: { text: 'v1.3.0' },
      prompt: { sections: [{ parts: expect.arrayContaining(['\nTitle: ', { text: '', removed: {} }]) }] },
    });
  });
});

describe('an event without text', () => {
  test.each(['workflow_dispatch', 'repository_dispatch', 'schedule'])(
    'is a request by its sender, if it names one: %s',
    (name) => {
      expect(read(name, { sender })).toMatchObject({
        kind: 'schedule-or-dispatch',
        requester: { login: 'alice', id: 501, isBot: false },
        needsAuthorization: false,
        isRepeatable: true,
        identity: ['event', name],
        cause: ['event', name],
      });
      expect(read(name, {})).toMatchObject({ requester: { login: '', id: null } });
    },
  );
});

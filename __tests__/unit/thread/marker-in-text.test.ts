import { expect, test } from '@jest/globals';
import { MARKER_PREFIX } from '../../../src/github/comments.ts';
import { renderAnnounced, renderEnded, statusFieldsOf } from '../../../src/render/comment.ts';
import { sanitize } from '../../../src/sanitize/index.ts';
import { readMarker, writeMarker } from '../../../src/thread/marker.ts';
import { NOON } from '../../support/fake-clock.ts';
import { around, OUTCOMES, requestOf } from '../../support/sample-outcomes.ts';
import { MARKER_KEY, sampleMarker } from '../../support/sample-records.ts';
import { ISSUE, labeled } from '../../support/sample-triggers.ts';

const PLACE = { repository: '1', issue: 31, comment: 7, createdAt: NOON };
const IMITATION = `${MARKER_PREFIX}1 ${'A'.repeat(8)}.A.${'A'.repeat(43)} -->`;

test.each([
  MARKER_PREFIX,
  `\`${MARKER_PREFIX}\``,
  `Explain \`${MARKER_PREFIX}1 x -->\``,
  `Explain \`\`${MARKER_PREFIX} -->\`\``,
  `Explain \`${IMITATION}\``,
  `Explain \`${IMITATION}\` and \`${IMITATION}\``,
])('a request that looks like a marker leaves ours readable: %s', (title) => {
  const trigger = labeled({ thread: { ...ISSUE, title: sanitize(title) } });
  const fields = statusFieldsOf(requestOf(trigger), undefined);
  for (const prose of [renderAnnounced(fields), renderEnded(OUTCOMES['no changes'], fields, around())]) {
    const body = `${prose}\n${writeMarker(sampleMarker(), MARKER_KEY, PLACE)}`;
    expect(readMarker(body, { key: MARKER_KEY }, PLACE)).toMatchObject({ kind: 'signed' });
  }
});

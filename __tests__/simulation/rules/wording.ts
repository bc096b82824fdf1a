import { deriveMarkerKey, type MarkerKey, readMarker } from '../../../src/thread/marker.ts';
import type { Comment } from '../github.ts';
import { firstLineOf, type Shown } from '../wording.ts';
import type { RuleOf } from './rule.ts';

/**
 * The rules understand each comment: a row of their table describes it, and its marker, signed by
 * its writer, says the same.
 */
export const wording: RuleOf = (_, judge) => {
  const keyOf = createKeys();
  return {
    onExchange({ by, written }) {
      if (!written) return;
      const { comment, isNew, text, shown } = written;
      const told = `${by.name} writes “${firstLineOf(text)}”`;
      judge('known words', false, !shown && `${told}, which no row of the table describes`);
      if (!shown || shown.mentions !== undefined) return;
      const isSigned =
        readMarker(text, keyOf(by.env['INPUT_API-KEY'] ?? ''), scopeOf(comment)).kind === 'signed';
      const problem =
        !(isSigned && shown.isWhole) &&
        `${told} with the marker “${shown.marker?.state}” (${isSigned})`;
      judge('words and marker agree', isNew && isSignedAgain(shown) && 'is signed again', problem);
    },
  };
};

const scopeOf = ({ id, thread, createdAt }: Comment) => ({
  ...{ repository: '1', issue: thread.number, comment: id, createdAt },
});

/**
 * A comment whose creation got no answer is created with its last text, which counts once it is
 * signed with its id.
 */
const isSignedAgain = ({ kind, marker }: Shown) =>
  kind !== 'opened' && !(Number(marker?.leaseSeconds) > 0); // a notice has no lease

/** Deriving keys takes time, so each is derived once. */
function createKeys() {
  const derived = new Map<string, MarkerKey>();
  return (apiKey: string): MarkerKey => {
    const key = derived.get(apiKey) ?? deriveMarkerKey(apiKey);
    derived.set(apiKey, key);
    return key;
  };
}

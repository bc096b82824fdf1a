import { deriveMarkerKeys, type MarkerKeys, readMarker } from '../../../src/thread/marker.ts';
import { fieldOf } from '../answers.ts';
import type { Comment } from '../github.ts';
import { firstLineOf, readComment, type Shown } from '../wording.ts';
import type { Exchange } from '../world.ts';
import type { RuleOf } from './rule.ts';

const WRITE = /^(?:POST github\/issues\/(\d+)\/comments|PATCH github\/issues\/comments\/(\d+))$/;

/** The text of a comment that the action wrote; undefined for other requests. */
export const writtenIn = ({ line, request, status }: Exchange): string | undefined =>
  WRITE.test(line) && status < 300 ? fieldOf(request.body, 'body') : undefined;

/** The rules understand each comment: a row of their table describes it, and its marker, signed by its writer, says the same. */
export const wording: RuleOf = ({ github }, judge) => {
  const keysOf = createKeys();
  return {
    onExchange(exchange) {
      const text = writtenIn(exchange);
      if (text === undefined) return;
      const { by, line } = exchange;
      const shown = readComment(text);
      const told = `${by.name} writes “${firstLineOf(text)}”`;
      judge('known words', false, !shown && `${told}, which no row of the table describes`);
      if (!shown || shown.mentions !== undefined) return;
      const [, , id] = WRITE.exec(line) ?? [];
      const comment = id === undefined ? github.repository.comments.at(-1) : github.comment(Number(id));
      const scope = scopeOf(comment);
      const isSigned = readMarker(text, keysOf(by.env['INPUT_API-KEY'] ?? ''), scope).kind === 'signed';
      const problem = !(isSigned && shown.isWhole) && `${told} with the marker “${shown.marker?.state}” (${isSigned})`;
      judge('words and marker agree', isSignedAgain(id, shown) && 'is signed again', problem);
    },
  };
};

const scopeOf = (comment: Comment | undefined) => {
  const { id = 0, createdAt = 0 } = comment ?? {};
  return { repository: '1', issue: comment?.thread.number ?? 0, comment: id, createdAt };
};

/** A comment whose creation got no answer is created with its last text, which counts once it is signed with its id. */
const isSignedAgain = (id: string | undefined, { kind, marker }: Shown) =>
  id === undefined && kind !== 'opened' && !(Number(marker?.leaseSeconds) > 0); // a notice has no lease

/** Deriving keys takes time, so each is derived once. */
function createKeys() {
  const derived = new Map<string, MarkerKeys>();
  return (apiKey: string): MarkerKeys => {
    const keys = derived.get(apiKey) ?? deriveMarkerKeys(apiKey, '');
    derived.set(apiKey, keys);
    return keys;
  };
}

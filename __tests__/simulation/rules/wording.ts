import { deriveMarkerKeys, type MarkerKeys, readMarker } from '../../../src/thread/marker.ts';
import { fieldOf } from '../answers.ts';
import { firstLineOf, readComment } from '../wording.ts';
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
    name: 'wording',
    onExchange(exchange) {
      const text = writtenIn(exchange);
      if (text === undefined) return [];
      const { by, line } = exchange;
      const shown = readComment(text);
      const isUnknown = judge('known words', false, () =>
        shown ? [] : [`${by.name} writes “${firstLineOf(text)}”, which no row of the table describes`],
      );
      if (!shown || shown.mentions !== undefined) return isUnknown;
      const [, , id] = WRITE.exec(line) ?? [];
      const comment = id === undefined ? github.repository.comments.at(-1) : github.comment(Number(id));
      // A comment whose creation got no answer is created with its last text, which counts once it is signed with its id.
      const isFirst = id !== undefined || shown.kind === 'opened' || (shown.marker?.leaseSeconds ?? 0) > 0;
      return judge('words and marker agree', !isFirst && 'is signed again', () => {
        const scope = { repository: '1', issue: comment?.thread.number ?? 0, comment: comment?.id ?? 0 };
        const keys = keysOf(by.env['INPUT_API-KEY'] ?? '');
        const isSigned = readMarker(text, keys, scope).kind === 'signed';
        if (!isSigned) return [`${by.name} writes “${firstLineOf(text)}” with a marker that is not valid`];
        return shown.isWhole
          ? []
          : [`${by.name} writes “${firstLineOf(text)}” with the marker “${shown.marker?.state}”`];
      });
    },
  };
};

/** Deriving keys takes time, so each is derived once. */
function createKeys() {
  const derived = new Map<string, MarkerKeys>();
  return (apiKey: string): MarkerKeys => {
    const keys = derived.get(apiKey) ?? deriveMarkerKeys(apiKey, '');
    derived.set(apiKey, keys);
    return keys;
  };
}

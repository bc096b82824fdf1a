import type { Simulated } from '../../__tests__/simulation/simulate.ts';
import type { Exchange, Process } from '../../__tests__/simulation/world.ts';

/** How one version of the action reads its own markers. */
export type MarkerReader = Pick<typeof import('../../src/thread/marker.ts'), 'deriveMarkerKeys' | 'readMarker'>;

/** What is compared of a process. */
export const ASPECTS = ['requests', 'exit code', 'outputs', 'message', 'log', 'summary', 'state'] as const;
export type Aspect = (typeof ASPECTS)[number];

/** What one process did, in normal form. */
export interface ProcessTranscript {
  readonly name: string;
  /** The event that started its run. */
  readonly event: string;
  /** Milliseconds since the history began. */
  readonly ended: number;
  readonly texts: Readonly<Record<Aspect, string>>;
}

export interface Transcript {
  readonly processes: readonly ProcessTranscript[];
  /** What happened, for people. */
  readonly story: readonly string[];
  readonly exceptions: string;
}

/**
 * The normal form of what came of a history, by the simulation of this checkout or of an older one, whose histories began at 0: markers are
 * decoded, and random values are numbered.
 */
export function transcriptOf(
  { processes, exchanges, story, violations, began = 0 }: Simulated,
  marker: MarkerReader,
): Transcript {
  const names = new Map<unknown, string>();
  const name = (random: unknown) => {
    const known = names.get(random) ?? `random-${names.size + 1}`;
    names.set(random, known);
    return known;
  };
  const plain = (text: string) => text.replace(UUID, name);
  const sent = Map.groupBy(exchanges, ({ by }) => by.name);
  /** A marker without what is drawn at random. */
  const facts = ({ nonce, writer, ...others }: ReturnType<typeof Object>) => ({
    ...others,
    random: [nonce, writer].map((random) => random && name(random)),
  });
  const threads = exchanges.flatMap(({ line }) => /issues\/(\d+)\/comments/.exec(line)?.slice(1).map(Number) ?? []);
  const readIn = createMarkerReader(marker, [...new Set(threads)], (found) => JSON.stringify(facts(found)));

  const requestText = (exchange: Exchange) => {
    const body = formatFields(parsed(exchange.request.body ?? '{}'), (text) => readIn(text, exchange));
    return `${((exchange.at - began) / 1000).toFixed(3)} s  ${lineOf(exchange)}\n${plain(body)}`;
  };
  const normalized = (process: Process): ProcessTranscript => {
    const { exitCode = 'none', outputs = {}, log = [], summary = '', state = {}, ended = began } = process.result ?? {};
    const { message = '', ...others } = outputs;
    const texts = {
      requests: (sent.get(process.name) ?? []).map(requestText).join('\n'),
      'exit code': String(exitCode),
      outputs: plain(formatFields(others)),
      message: plain(message), // the output for chat
      log: plain(log.map(({ level, text }) => `${level}: ${text}`).join('\n')),
      summary: plain(summary),
      state: plain(formatState(state, facts)),
    };
    return { name: process.name, event: eventOf(process), ended: ended - began, texts };
  };
  const exceptions = violations.filter((line) => line.startsWith('exception')).join('\n');
  return { processes: processes.map(normalized), story, exceptions };
}

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}\b/g;
const MARKER = /<!-- [\w-]+[: ]\S* ?[\w-]+\.[\w-]+\.[\w-]{43} -->/;

function lineOf({ request: { method, url, headers } }: Exchange): string {
  const credential = headers.authorization?.slice(-4) ?? 'none';
  return `${method} ${url.host}${url.pathname}${url.search} (credential …${credential})`;
}

function eventOf({ occasion: { by, kind, event, thread } }: Process): string {
  const { action = '' } = Object(event.payload);
  return `${kind} (${event.name} ${action}) of ${by}${thread === undefined ? '' : ` in #${thread}`}`;
}

/** Replaces the marker of a comment by what it says. Its signature must be valid, as it is not compared. */
function createMarkerReader(
  { deriveMarkerKeys, readMarker }: MarkerReader,
  threads: readonly number[],
  format: (marker: object) => string,
) {
  const keys = new Map<string, ReturnType<MarkerReader['deriveMarkerKeys']>>();
  return (text: string, { at, by, line }: Exchange): string => {
    if (!MARKER.test(text)) return text;
    const apiKey = by.env['INPUT_API-KEY'] ?? '';
    const signer = keys.get(apiKey) ?? deriveMarkerKeys(apiKey, '');
    keys.set(apiKey, signer);
    const comment = Number(/comments\/(\d+)$/.exec(line)?.[1] ?? 0);
    const readings = threads.map((issue) =>
      readMarker(text, signer, { repository: '1', issue, comment, createdAt: at }),
    );
    const reading = readings.find(({ kind }) => kind !== 'ignored') ?? readings[0] ?? { kind: 'none' };
    return text.replace(MARKER, `marker: ${format('marker' in reading ? reading.marker : reading)}`);
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** One field per line, texts as they are. */
const formatFields = (value: unknown, read: (text: string) => string = String): string =>
  Object.entries(Object(value))
    .map(([key, field]) => `${key}: ${typeof field === 'string' ? read(field) : JSON.stringify(field)}`)
    .join('\n');

/** What the post step gets, without the fields that were deleted again. */
function formatState(state: Readonly<Record<string, string>>, facts: (marker: object) => object): string {
  const withFacts = (key: string, value: unknown) => (key === 'marker' ? facts(Object(value)) : value);
  const saved = Object.entries(state).filter(([, value]) => value !== '');
  return saved.map(([key, value]) => `${key}: ${JSON.stringify(parsed(value), withFacts, 1)}`).join('\n');
}

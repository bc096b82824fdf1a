import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type Listening, listen } from '../../sandbox/github/listen.ts';
import type { Description } from './description.ts';
import { type Exchange, findUnnamed, nameOperation, parseViolations } from './exchange.ts';

export interface Recorder extends Listening {
  /** In the order of the answers; a live view. */
  readonly exchanges: readonly Exchange[];
}

/** A description, and the validating proxy that was started with it. */
export interface Validator {
  readonly description: Description;
  readonly url: string;
}

/** Headers of one connection, and those of bodies that `fetch` has decoded. */
const OF_CONNECTION = ['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding', 'host'];

/**
 * Passes each request to the validator whose description contains the operation, and keeps the violations that it reports. A request
 * that no description contains goes to the service itself.
 * @param serviceUrl without a trailing slash.
 */
export async function createRecorder(validators: readonly Validator[], serviceUrl: string): Promise<Recorder> {
  const exchanges: Exchange[] = [];

  async function pass(incoming: IncomingMessage): Promise<{ answer: Response; body: Buffer }> {
    const { method = 'GET', url: target = '/' } = incoming;
    const { pathname, searchParams } = new URL(target, serviceUrl);
    const [validator] = validators.flatMap(({ description, url }) => {
      const operation = description.find(method, pathname);
      return operation ? [{ file: description.file, operation, url }] : [];
    });
    const sent = await buffer(incoming);
    const answer = await fetch(`${validator?.url ?? serviceUrl}${target}`, {
      method,
      headers: headersOf(incoming),
      redirect: 'manual',
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    const bodies = [sent.toString(), body.toString()];
    exchanges.push({
      operation: nameOperation(method, pathname),
      status: answer.status,
      file: validator?.file,
      violations: parseViolations(answer.headers.get('sl-violations')),
      unnamed: validator ? findUnnamed(validator.operation, { query: searchParams, bodies }) : [],
    });
    return { answer, body };
  }

  const server = await listen((incoming, outgoing) => {
    pass(incoming).then(
      ({ answer, body }) => {
        const kept = [...answer.headers].filter(([name]) => !OF_CONNECTION.includes(name));
        outgoing.writeHead(answer.status, Object.fromEntries(kept)).end(body);
      },
      (error: unknown) => outgoing.destroy(error instanceof Error ? error : undefined),
    );
  });
  return { ...server, exchanges };
}

const headersOf = ({ headers }: IncomingMessage): [string, string][] =>
  Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined || OF_CONNECTION.includes(name) ? [] : [[name, String(value)]],
  );

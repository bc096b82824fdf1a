import { parseRedacted } from '../text/redact.ts';
import type { HttpClient } from './transport.ts';

/** A client whose answers contain no secret: servers may repeat what they were sent. JSON stays JSON. */
export function withRedactedAnswers(send: HttpClient, redact: (text: string) => string): HttpClient {
  return async (request) => {
    const answer = await send(request);
    const text = answer.body.toString();
    return redact(text) === text ? answer : { ...answer, body: Buffer.from(withoutSecrets(text, redact)) };
  };
}

function withoutSecrets(text: string, redact: (text: string) => string): string {
  try {
    return JSON.stringify(parseRedacted(text, redact));
  } catch {
    return redact(text); // not JSON, or with too many levels to walk through
  }
}

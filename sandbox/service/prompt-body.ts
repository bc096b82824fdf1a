import * as v from 'valibot';
import { refusal } from './refusal.ts';
import { BODY_LIMIT, type ReceivedBody } from './request-log.ts';

const REQUEST = v.object({ prompt: v.pipe(v.string(), v.minLength(1)) });

/** The prompt of a create or a follow-up request. @throws a refusal: 415, 413 or 400. */
export function readPrompt(contentType: string | undefined, body: ReceivedBody): string {
  const mediaType = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json') throw refusal(415, 'Send the body as application/json.');
  if (body.tooLarge) throw refusal(413, `The body is larger than ${BODY_LIMIT} bytes.`);
  const request = v.safeParse(REQUEST, parseJson(body.text));
  if (!request.success) throw refusal(400, 'The body is an object with a string `prompt` of at least one character.');
  return request.output.prompt;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw refusal(400, 'The body is not JSON.');
  }
}

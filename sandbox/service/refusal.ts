import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An exception that becomes an error response with the body `{"error": "..."}`. */
export function refusal(status: ContentfulStatusCode, error: string, headers: Record<string, string> = {}) {
  return new HTTPException(status, { message: error, res: Response.json({ error }, { status, headers }) });
}

/** Hono's error handler: sends refusals unchanged, and other errors as 500. */
export function toAnswer(error: Error, c: Context): Response {
  return error instanceof HTTPException ? error.getResponse() : c.json({ error: `Sandbox: ${error.message}` }, 500);
}

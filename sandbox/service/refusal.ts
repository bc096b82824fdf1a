import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** An answer that refuses the request, as `{"error": "..."}`. Thrown by whoever notices. */
export function refusal(status: ContentfulStatusCode, error: string, headers: Record<string, string> = {}) {
  return new HTTPException(status, { message: error, res: Response.json({ error }, { status, headers }) });
}

/** Hono's error handler: refusals as they are, anything else as a fault of the sandbox. */
export function toAnswer(error: Error, c: Context): Response {
  return error instanceof HTTPException ? error.getResponse() : c.json({ error: `Sandbox: ${error.message}` }, 500);
}

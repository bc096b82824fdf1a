import type { Answer } from '../http/faulty-answers.ts';

/** Thrown where the service refuses a request. */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, error: string, headers: Readonly<Record<string, string>> = {}) {
    super(error);
    this.status = status;
    this.headers = headers;
  }
}

export const jsonAnswer = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The answer of `act`, or to its refusal: `{"error": "..."}`. Never rejects. */
export async function answerOf(act: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal) return jsonAnswer(error.status, { error: error.message }, error.headers);
    return jsonAnswer(500, { error: `Sandbox: ${error instanceof Error ? error.message : String(error)}` });
  }
}

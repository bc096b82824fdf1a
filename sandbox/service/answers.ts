import type { Answer } from '../http/faulty-answers.ts';
import { Refusal } from '../http/refusal.ts';

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

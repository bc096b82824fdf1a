import type { Answer } from '../http/faults.ts';
import { Refusal } from '../http/refusal.ts';
import { BODY_LIMIT, type LoggedRequest } from '../http/server.ts';
import type { Visitors } from './analytics/visitors.ts';
import type { Jobs } from './jobs.ts';
import { describeApi } from './openapi.ts';
import { type FoundOperation, findOperation } from './operations.ts';
import type { Quota } from './quota.ts';

type ApiRequest = Pick<LoggedRequest, 'method' | 'headers' | 'body'>;

interface ApiParts {
  readonly access: Pick<ReturnType<typeof createAccess>, 'check'>;
  readonly quota: Quota;
  readonly jobs: Jobs;
  readonly visitors: Visitors;
  /** URL of the service, including its path prefix. */
  readonly url: () => string;
}

/**
 * The interface. @returns a function from a request to its answer, which throws refusals. @param
 * address below the path prefix.
 */
export function createApi({ access, quota, jobs, visitors, url }: ApiParts) {
  return async (request: ApiRequest, isTooLarge: boolean, address: URL): Promise<Answer> => {
    const { method, headers } = request;
    if (method === 'GET' && address.pathname === '/openapi.json')
      return jsonAnswer(200, describeApi(url()));
    const found = findOperation(method, address.pathname);
    if (!found) throw new Refusal(404, 'Unknown address.');
    access.check(headers.authorization, found.projectId);
    const prompt = method === 'POST' ? readPrompt(request, isTooLarge) : '';
    return jsonAnswer(
      found.operation === 'create' ? 201 : 200,
      await execute(found, prompt, address.searchParams),
    );
  };

  /** Checks the parameters, then the quota, and then executes the operation. */
  async function execute(
    { operation, projectId, id }: FoundOperation,
    prompt: string,
    query: URLSearchParams,
  ) {
    const count = () => quota.countRequest(projectId, operation);
    switch (operation) {
      case 'create':
        count();
        return jobs.create(projectId, prompt);
      case 'follow-up':
        await jobs.requireOpen(projectId, id);
        count();
        return jobs.followUp(projectId, id, prompt);
      case 'get':
        count();
        return jobs.read(projectId, id);
      case 'visitors': {
        const answer = visitors(Object.fromEntries(query));
        count();
        return answer;
      }
    }
  }
}

/** @throws Refusal: 415, 413 or 400. */
function readPrompt({ headers, body }: ApiRequest, isTooLarge: boolean): string {
  const mediaType = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType !== 'application/json')
    throw new Refusal(415, 'Send the body as application/json.');
  if (isTooLarge) throw new Refusal(413, `The body is larger than ${BODY_LIMIT} bytes.`);
  const { prompt } = Object(parseJson(body));
  if (typeof prompt === 'string' && prompt !== '') return prompt;
  throw new Refusal(400, 'The body is an object with a string `prompt` of at least one character.');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal(400, 'The body is not JSON.');
  }
}

const jsonAnswer = (status: number, body: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** The answer of `act`, or to its refusal: `{"error": "..."}`. Never rejects. */
export async function answerOf(act: () => Answer | Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof Refusal)
      return jsonAnswer(error.status, { error: error.message }, error.headers);
    return jsonAnswer(500, {
      error: `Sandbox: ${error instanceof Error ? error.message : String(error)}`,
    });
  }
}

/**
 * Checks keys: each key belongs to one project.
 * @param keys key (a prefix, an underscore and a secret) → project id.
 */
export function createAccess(keys: ReadonlyMap<string, string>) {
  if (![...keys.keys()].every((key) => KEY.test(key)))
    throw new RangeError(
      'A key is a prefix of letters, an underscore and a secret: docs_0123abcd.',
    );
  const expired = new Map<string, string>();
  return {
    /** Rejects a key from now on. @param why the service's error message. */
    expire: (key: string, why: string) => void expired.set(key, why),
    /**
     * @throws a refusal: 401 without a known key, 404 for an unknown project, 403 for another
     * project's key.
     */
    check(authorization: string | undefined, projectId: string): void {
      const key = /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];
      if (key === undefined)
        throw unauthorized('Send the header `Authorization: Bearer <API key>`.');
      if (!KEY.test(key))
        throw unauthorized('This is no admin API key: it has no prefix with an underscore.');
      const own = keys.get(key);
      if (own === undefined || expired.has(key))
        throw unauthorized(expired.get(key) ?? 'Unknown API key.');
      if (![...keys.values()].includes(projectId)) throw new Refusal(404, 'Unknown project.');
      if (own !== projectId) throw new Refusal(403, 'This API key belongs to another project.');
    },
  };
}

const KEY = /^[A-Za-z][A-Za-z0-9]*_[\w-]+$/;

const unauthorized = (error: string) => new Refusal(401, error, { 'WWW-Authenticate': 'Bearer' });

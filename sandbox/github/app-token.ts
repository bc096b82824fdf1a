import { createSign } from 'node:crypto';

interface App {
  readonly id: number;
  readonly installation: number;
  /** Its private one, as PEM. */
  readonly key: string;
}

/** A token of the installation, as a workflow's job gets one: it acts as `github-actions[bot]`. */
export async function mintToken(apiUrl: string, { id, installation, key }: App): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claim = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iat: now - 60, exp: now + 300, iss: String(id) })}`;
  const signature = createSign('RSA-SHA256').update(claim).sign(key).toString('base64url');
  const as = caller(apiUrl, `${claim}.${signature}`);
  return String((await as('POST', `/app/installations/${installation}/access_tokens`, {})).token);
}

/** Sends JSON in somebody's name. @throws when it is refused. */
export function caller(apiUrl: string, token: string) {
  return async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await fetch(apiUrl + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`Seeding the embedded GitHub failed: ${method} ${path} answered ${answer.status}`);
    const text = await answer.text();
    return text ? JSON.parse(text) : {};
  };
}

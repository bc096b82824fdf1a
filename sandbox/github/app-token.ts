import { createSign } from 'node:crypto';
import { createWriter, type Emulator } from './upstream.ts';

interface App {
  readonly id: number;
  readonly installation: number;
  /** The app's private key, as PEM. */
  readonly key: string;
}

/** Creates tokens of the installation like those of workflow jobs: each acts as `github-actions[bot]`. */
export async function mintTokens(count: number, emulator: Emulator, app: App): Promise<string[]> {
  const as = createWriter(emulator, jsonWebToken(app));
  const tokens: string[] = [];
  while (tokens.length < count) {
    const { token } = await as('POST', `/app/installations/${app.installation}/access_tokens`, {});
    tokens.push(String(token));
  }
  return tokens;
}

function jsonWebToken({ id, key }: App): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claim = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iat: now - 60, exp: now + 300, iss: String(id) })}`;
  return `${claim}.${createSign('RSA-SHA256').update(claim).sign(key).toString('base64url')}`;
}

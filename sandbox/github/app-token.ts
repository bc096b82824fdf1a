import { createSign } from 'node:crypto';
import { createWriter, type Emulator } from './upstream.ts';

interface App {
  readonly id: number;
  readonly installation: number;
  /** The app's private key, as PEM. */
  readonly key: string;
}

/** How long a JSON Web Token is used, in ms; it is valid for longer. */
const USED_FOR = 240_000;

/** Returns a function that creates a token of the installation like that of a workflow job: it acts as `github-actions[bot]`. */
export function createMint(emulator: Emulator, app: App): () => Promise<string> {
  let signed = { at: Number.NEGATIVE_INFINITY, token: '' };
  return async () => {
    // Signing takes longer than the request.
    if (Date.now() - signed.at > USED_FOR) signed = { at: Date.now(), token: jsonWebToken(app) };
    const as = createWriter(emulator, signed.token);
    const { token } = await as('POST', `/app/installations/${app.installation}/access_tokens`, {});
    return String(token);
  };
}

function jsonWebToken({ id, key }: App): string {
  const now = Math.floor(Date.now() / 1000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claim = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ iat: now - 60, exp: now + 300, iss: String(id) })}`;
  return `${claim}.${createSign('RSA-SHA256').update(claim).sign(key).toString('base64url')}`;
}

import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** Ignored by git. */
const FILE = 'build/test-app-key.pem';

/**
 * The private key of the app that workflows of the embedded GitHub act as. Kept in a file, because creating a key takes most of the
 * start-up time of a test file.
 */
export const APP_KEY = readKey() ?? createKey();

function readKey(): string | undefined {
  try {
    return readFileSync(FILE, 'utf8');
  } catch {
    return undefined;
  }
}

function createKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  // Renamed, so that another test file never reads a part of it.
  const part = `${FILE}.${process.pid}`;
  mkdirSync('build', { recursive: true });
  writeFileSync(part, privateKey, { mode: 0o600 });
  renameSync(part, FILE);
  return privateKey;
}

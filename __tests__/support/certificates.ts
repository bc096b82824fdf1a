import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';

export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

const openssl = (folder: string, line: string): void => {
  execFileSync('openssl', line.split(' '), { cwd: folder, stdio: 'pipe' });
};

const NEW_KEY = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -keyout key.pem';

/** A self-signed certificate, created by `openssl`. */
export const selfSigned = (host: string): Certificate =>
  inFolder((folder) => {
    const name = /^[\d.]+$/.test(host) ? `IP:${host}` : `DNS:${host}`;
    openssl(
      folder,
      `req -x509 ${NEW_KEY} -subj /CN=${host} -addext subjectAltName=${name} -days 2 -out cert.pem`,
    );
  });

/**
 * An expired certificate. Older and newer releases of `openssl` have different options for that.
 */
export const expired = (host: string): Certificate =>
  inFolder((folder) => {
    try {
      const dates = '-not_before 20200101000000Z -not_after 20210101000000Z';
      openssl(folder, `req -x509 ${NEW_KEY} -subj /CN=${host} ${dates} -out cert.pem`);
    } catch {
      openssl(folder, `req ${NEW_KEY} -subj /CN=${host} -out request.pem`);
      openssl(folder, 'x509 -req -in request.pem -signkey key.pem -days -1 -out cert.pem');
    }
  });

function inFolder(make: (folder: string) => void): Certificate {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'));
  try {
    make(folder);
    return {
      key: readFileSync(join(folder, 'key.pem'), 'utf8'),
      cert: readFileSync(join(folder, 'cert.pem'), 'utf8'),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Trusts a certificate until the end of the scope, as `NODE_EXTRA_CA_CERTS` would. */
export function trusting({ cert }: Certificate): Disposable {
  const before = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...before, cert]);
  return { [Symbol.dispose]: () => tls.setDefaultCACertificates(before) };
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from '@jest/globals';
import { createService } from '../../sandbox/service/service.ts';
import { type Certificate, expired, selfSigned } from '../support/certificates.ts';
import { concurrentTests } from '../support/concurrent-tests.ts';
import { httpAnswer, serveBytes, serveTunnels } from '../support/loopback.ts';
import { createBundleScene, dispatch } from '../support/scene.ts';

const CREDENTIALS = 'alice:hunter2';
const valid = selfSigned('127.0.0.1');
const past = expired('127.0.0.1');
const elsewhere = selfSigned('docs.example.com');

let folder = '';
const pathOf = ({ cert }: Certificate) =>
  join(folder, `${[valid, past, elsewhere].findIndex((each) => each.cert === cert)}.pem`);
const trust = (certificate: Certificate) => ({ NODE_EXTRA_CA_CERTS: pathOf(certificate) });
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'certificates-'));
  // Once: a process that starts while a file is written again would find it empty.
  for (const certificate of [valid, past, elsewhere])
    writeFileSync(pathOf(certificate), certificate.cert);
});
afterAll(() => rmSync(folder, { recursive: true }));
const together = concurrentTests(); // in a hook after the one above

type Environment = Readonly<Record<string, string>>;

interface Network {
  readonly how: string;
  readonly certificate: Certificate;
  /** The runner's environment, where a proxy listens on this port. */
  readonly env: (proxyPort: number) => Environment;
  /** What the proxy answers instead of opening a tunnel. */
  readonly refusal?: number;
  readonly says: string;
  /** The proxy is asked. */
  readonly isTunneled?: boolean;
}

const proxyAt = (port: number) => ({ HTTPS_PROXY: `http://${CREDENTIALS}@127.0.0.1:${port}` });

async function runOver({ certificate, env, refusal }: Network) {
  await using proxy = await serveTunnels(
    [],
    refusal === undefined ? undefined : httpAnswer(refusal, CREDENTIALS),
  );
  await using scene = await createBundleScene();
  const service = await createService({ tls: certificate, job: { seconds: 0 } });
  const inputs = {
    'base-url': service.url,
    'api-key': service.key,
    prompt: 'Explain the flag.',
    timeout: '1m',
  };
  const result = await scene.run({ event: dispatch(), inputs, env: env(proxy.port) });
  await service.close();
  return {
    result,
    jobs: service.jobs.length,
    requests: service.requests.length,
    tunnels: proxy.requests.length,
  };
}

together.each<Network>([
  {
    how: 'whose certificate the runner trusts',
    certificate: valid,
    env: () => trust(valid),
    says: '',
  },
  {
    how: 'through the proxy that HTTPS_PROXY names',
    certificate: valid,
    env: (port) => ({ ...trust(valid), ...proxyAt(port) }),
    says: '',
    isTunneled: true,
  },
])('a job is created at an https service $how', async (network) => {
  const { result, jobs, tunnels } = await runOver(network);
  expect(result.outputs.verdict).toBe('pull-request');
  expect(result.rawLog).not.toContain('hunter2');
  expect({ jobs, tunnels }).toEqual({ jobs: 1, tunnels: network.isTunneled ? 1 : 0 });
});

together.each<Network>([
  {
    how: 'a certificate that has expired',
    certificate: past,
    env: () => trust(past),
    says: 'CERT_HAS_EXPIRED',
  },
  {
    how: 'a self-signed certificate',
    certificate: valid,
    env: () => ({}),
    says: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  },
  {
    how: 'a self-signed certificate on a runner that sets NODE_TLS_REJECT_UNAUTHORIZED=0',
    certificate: valid,
    env: () => ({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }),
    says: 'DEPTH_ZERO_SELF_SIGNED_CERT',
  },
  {
    how: 'a certificate for another host',
    certificate: elsewhere,
    env: () => trust(elsewhere),
    says: 'ERR_TLS_CERT_ALTNAME_INVALID',
  },
  {
    how: 'a proxy that answers 407',
    certificate: valid,
    env: (port) => ({ ...trust(valid), ...proxyAt(port) }),
    refusal: 407,
    says: 'the proxy refused the connection with 407',
    isTunneled: true,
  },
  {
    how: 'a proxy with a scheme that is not supported',
    certificate: valid,
    env: () => ({ ...trust(valid), HTTPS_PROXY: `socks5://${CREDENTIALS}@127.0.0.1:1` }),
    says: 'the address in HTTPS_PROXY begins with neither http:// nor https://',
  },
])('$how is an `error` that names it, and the service gets no request', async (network) => {
  const { result, requests, tunnels } = await runOver(network);
  expect(result).toMatchObject({ exitCode: 1, signal: null, outputs: { verdict: 'error' } });
  expect(result.log).toContain(network.says);
  expect(result.rawLog + result.summary).not.toContain('hunter2');
  expect(requests).toBe(0);
  expect(tunnels > 0).toBe(network.isTunneled ?? false);
});

/** A run that asks a proxy, which never answers. */
const throughProxy = (port: number, timeout: string) => ({
  event: dispatch(),
  inputs: { 'base-url': 'https://127.0.0.1:9', prompt: 'Explain the flag.', timeout },
  env: { ...trust(valid), HTTPS_PROXY: `http://127.0.0.1:${port}` },
});

together(
  'a proxy that never answers does not keep the process: it ends with its report',
  async () => {
    await using proxy = await serveBytes(() => {});
    await using scene = await createBundleScene();
    const result = await scene.run(throughProxy(proxy.port, '2s'));
    expect(result.outputs.verdict).toBe('error');
    // the proxy would be waited for 10 s, the sockets for longer
    expect(result.duration).toBeLessThan(10_000);
  },
);

together(
  'a cancel while the connection is still being opened is `cancelled`, as nothing was sent',
  async () => {
    await using proxy = await serveBytes(() => {});
    await using scene = await createBundleScene();
    const step = scene.start(throughProxy(proxy.port, '1m'));
    await scene.until('the proxy is asked', () => proxy.requests.length > 0);
    step.kill('SIGTERM');
    expect((await step.result).outputs).toMatchObject({ verdict: 'cancelled', jobId: '' });
  },
);

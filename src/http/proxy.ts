import type { Agent } from 'node:http';
import { getProxyForUrl } from 'proxy-from-env';
import { InputError } from '../errors.ts';

/** The proxy that `HTTPS_PROXY` and `NO_PROXY` name for an address. Plain http is for loopback only: never proxied. */
export function proxyFor(url: URL): URL | undefined {
  if (url.protocol !== 'https:') return undefined;
  const address = getProxyForUrl(url.href);
  if (!address) return undefined;
  const proxy = URL.parse(address);
  if (proxy?.protocol === 'http:' || proxy?.protocol === 'https:') return proxy;
  throw new InputError(
    'The proxy address in HTTPS_PROXY is not an http or https URL.',
    'Write it like `http://proxy.example:3128`, in the environment of the runner.',
  );
}

/** Node's own `proxyEnv` agent option is silently absent before Node 24.5, so a package opens the tunnel. */
export async function createProxyAgent(proxy: URL, keepAlive: boolean): Promise<Agent> {
  const { HttpsProxyAgent } = await import(/* webpackMode: "eager" */ 'hpagent');
  return new HttpsProxyAgent({ proxy, keepAlive });
}

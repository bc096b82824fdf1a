import type { Agent } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { TransportError } from './transport-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address, as curl reads the environment (everything.curl.dev, "Proxy environment variables"): `https_proxy`, else
 * `all_proxy`, in small letters first; without a scheme it is http; `NO_PROXY` covers subdomains. Plain http is for loopback
 * only, and never proxied. The credentials of the result can be decoded, even where a password holds a bare `%`.
 * @throws TransportError for an address that is no http or https URL.
 */
export function proxyFor(url: URL, env: Env): URL | undefined {
  if (url.protocol !== 'https:' || isExempt(url, read(env, 'no_proxy'))) return undefined;
  const address = read(env, 'https_proxy') || read(env, 'all_proxy');
  if (!address) return undefined;
  const proxy = URL.parse(address.includes('://') ? address : `http://${address}`);
  if (!proxy) throw new TransportError('proxy', 'the address of the proxy is not a URL');
  if (proxy.protocol !== 'http:' && proxy.protocol !== 'https:') {
    const scheme = proxy.protocol.slice(0, 20);
    throw new TransportError(
      'proxy',
      `a proxy with the scheme \`${scheme}//\` is not supported, only http and https are`,
    );
  }
  proxy.username = encodeURIComponent(decodePercents(proxy.username));
  proxy.password = encodeURIComponent(decodePercents(proxy.password));
  return proxy;
}

const read = (env: Env, name: string): string => env[name] || env[name.toUpperCase()] || '';

function decodePercents(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

/** @param list hosts with their subdomains, addresses, or networks such as `10.0.0.0/8`, by commas or blanks; `*` for all. */
function isExempt({ hostname, port }: URL, list: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
    .some((entry) => {
      const [, name = entry, entryPort] = /^([^:]+|\[.*\]):(\d+)$/.exec(entry) ?? [];
      if (entryPort && entryPort !== (port || '443')) return false;
      return name === '*' || covers(name.replace(/^\[|\]$/g, ''), host);
    });
}

function covers(name: string, host: string): boolean {
  const family = isIP(host);
  if (family === 0) {
    const domain = name.replace(/^\*?\./, '');
    return host === domain || host.endsWith(`.${domain}`);
  }
  const [address = '', bits] = name.split('/', 2);
  if (isIP(address) !== family) return false;
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const longest = family === 4 ? 32 : 128;
  const prefix = Number(bits ?? longest);
  if (!Number.isInteger(prefix) || prefix < 0 || prefix > longest) return false;
  const network = new BlockList();
  network.addSubnet(address, prefix, type);
  return network.check(host, type);
}

/** Certificates are checked always: `NODE_TLS_REJECT_UNAUTHORIZED=0` on the runner must not send the key to just any host. */
export const CHECKED = { rejectUnauthorized: true };

/** Node's own `proxyEnv` agent option is silently absent before Node 24.5, so a package opens the tunnel. */
export async function createProxyAgent(proxy: URL, keepAlive: boolean): Promise<Agent> {
  const { HttpsProxyAgent } = await import(/* webpackMode: "eager" */ 'hpagent');
  return new HttpsProxyAgent({ proxy, keepAlive, ...CHECKED, proxyRequestOptions: CHECKED });
}

import { BlockList, isIP } from 'node:net';
import { HttpsProxyAgent } from 'hpagent';
import { percentDecoded } from '../text/format.ts';
import { TransportError } from './transport-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address, as curl reads the environment (everything.curl.dev, "Proxy environment variables"); undefined if there is none,
 * and for plain http, which is allowed for loopback only. Its credentials are percent-encoded, even if a password contains a bare `%`.
 * @throws TransportError if its address is not an http or https URL.
 */
export function proxyFor(url: URL, env: Env): URL | undefined {
  if (url.protocol !== 'https:' || isExempt(url, readVariable(env, 'no_proxy'))) return undefined;
  const address = readVariable(env, 'https_proxy') || readVariable(env, 'all_proxy');
  if (!address) return undefined;
  const proxy = URL.parse(address.includes('://') ? address : `http://${address}`);
  if (!proxy) throw new TransportError('proxy', 'the address of the proxy is not a URL');
  if (!/^https?:$/.test(proxy.protocol)) {
    const problem = `a proxy with the scheme \`${proxy.protocol.slice(0, 20)}//\` is not supported, only http and https are`;
    throw new TransportError('proxy', problem);
  }
  proxy.username = encodeURIComponent(decodePercents(proxy.username));
  proxy.password = encodeURIComponent(decodePercents(proxy.password));
  return proxy;
}

const readVariable = (env: Env, name: string): string => env[name] || env[name.toUpperCase()] || '';

const decodePercents = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => percentDecoded(escaped) ?? escaped);

/** @param list hosts with their subdomains, addresses, or networks such as `10.0.0.0/8`, separated by commas or blanks; `*` for all. */
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

/** Certificates are always verified: `NODE_TLS_REJECT_UNAUTHORIZED=0` on the runner must not let another host receive the key. */
export const CHECKED = { rejectUnauthorized: true };

/** An agent that tunnels through the proxy of the environment. Node before 24.5 ignores its own option `proxyEnv`, so a package does it. */
export function proxyAgent(url: URL, env: Env): HttpsProxyAgent | undefined {
  const proxy = proxyFor(url, env);
  return proxy && new HttpsProxyAgent({ proxy, ...CHECKED, proxyRequestOptions: CHECKED });
}

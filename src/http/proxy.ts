import { HttpsProxyAgent } from 'hpagent';
import { TransportError } from './transport-error.ts';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The proxy for an address, as curl reads the environment (everything.curl.dev, "Proxy environment variables"): `https_proxy`, else
 * `all_proxy`, lower case before upper case; an address without a scheme is http; `NO_PROXY` covers subdomains. Plain http is
 * allowed for loopback only, and never proxied. The credentials of the result are percent-encoded correctly, even if a password
 * contains a bare `%`. Undefined if the request needs no proxy.
 * @throws TransportError if the address is not an http or https URL.
 */
export function proxyFor(url: URL, env: Env): URL | undefined {
  if (url.protocol !== 'https:' || isExempt(url, readVariable(env, 'no_proxy'))) return undefined;
  const address = readVariable(env, 'https_proxy') || readVariable(env, 'all_proxy');
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

const readVariable = (env: Env, name: string): string => env[name] || env[name.toUpperCase()] || '';

function decodePercents(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return escaped;
    }
  });
}

/** @param list hosts with their subdomains, or addresses, separated by commas or blanks; `*` for all. */
function isExempt({ hostname, port }: URL, list: string): boolean {
  const host = withoutBrackets(hostname);
  const entries = list
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  return entries.some((entry) => {
    const [, name = entry, entryPort] = /^([^:]+|\[.*\]):(\d+)$/.exec(entry) ?? [];
    if (entryPort && entryPort !== (port || '443')) return false;
    const domain = withoutBrackets(name).replace(/^\*?\./, '');
    return name === '*' || host === domain || host.endsWith(`.${domain}`);
  });
}

/** An address of IPv6 has brackets in a URL. */
const withoutBrackets = (host: string) => host.replace(/^\[|\]$/g, '');

/** Certificates are always verified: `NODE_TLS_REJECT_UNAUTHORIZED=0` on the runner must not let another host receive the key. */
export const CHECKED = { rejectUnauthorized: true };

/**
 * An agent that tunnels to an address through the proxy of the environment; undefined without a proxy. Node before 24.5 silently ignores
 * its own agent option `proxyEnv`, so a package does it.
 */
export function proxyAgent(url: URL, env: Env): HttpsProxyAgent | undefined {
  const proxy = proxyFor(url, env);
  return proxy && new HttpsProxyAgent({ proxy, ...CHECKED, proxyRequestOptions: CHECKED });
}

declare module 'proxy-from-env' {
  /** The proxy's address for a URL, by `<scheme>_proxy`, `ALL_PROXY` and `NO_PROXY`; empty for none. */
  export function getProxyForUrl(url: string): string;
}

import { UsageError } from '../usage-error.ts';
import { hostOf, isAllowed, isWildcard } from './hosts.ts';

/** The variable with the address of the proxy. */
const PROXY_URL = 'AID_PROXY_URL';

type Environment = Readonly<Record<string, string | undefined>>;

/** A variable in which a program finds the address of an API. */
export interface BaseUrl {
  readonly variable: string;
  /** The address without `https://` and without a slash at the end. */
  readonly place: string;
}

/** Reads `OPENAI_BASE_URL=https://api.openai.com/v1`. Throws `UsageError`. */
export function baseUrlOf(given: string, hosts: readonly string[]): BaseUrl {
  const [, variable = '', text = ''] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(given) ?? [];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.protocol === 'https:' && url.href === `${url.origin}${url.pathname}`;
  if (url === undefined || !isPlain) {
    throw new UsageError(`--base-url: expected NAME=https://host/path, got "${given.slice(0, 80)}"`);
  }
  if (!isAllowed(hosts, url.host)) {
    throw new UsageError(`--base-url: the secret may not be sent to ${url.host}, only to ${hosts.join(', ')}`);
  }
  return { variable, place: `${url.host}${url.pathname.replace(/\/$/, '')}` };
}

/**
 * The hosts that a secret may be sent to in a run: those that are asked for, which must be among those of the secret,
 * or else all of these. Throws `UsageError`, also if nothing names a host.
 */
export function hostsFor(given: readonly string[], ofSecret: readonly string[], flag: string): readonly string[] {
  const asked = given.map((text) => {
    const host = hostOf(text);
    if (host !== undefined) return host;
    throw new UsageError(`${flag}: expected a host such as api.example.com or *.example.com:8443, got "${text}"`);
  });
  const refused = ofSecret.length === 0 ? undefined : asked.find((host) => !isAllowed(ofSecret, host));
  if (refused !== undefined) {
    throw new UsageError(`${flag}: the secret may not be sent to ${refused}, only to ${ofSecret.join(', ')}`);
  }
  if (asked.length > 0) return asked;
  if (ofSecret.length > 0) return ofSecret;
  throw new UsageError(`${flag} is required: the secret does not name the hosts that it may be sent to`);
}

/** The only host, if there is one that is no wildcard. */
export function onlyHost(hosts: readonly string[]): string | undefined {
  const [host] = hosts;
  return hosts.length === 1 && host !== undefined && !isWildcard(host) ? host : undefined;
}

/** The environment of a program that reaches hosts by the proxy: without this program's key. */
export function childEnvironment(
  environment: Environment,
  proxyUrl: string,
  baseUrls: readonly BaseUrl[],
): Environment {
  const { NO_PROXY, no_proxy = NO_PROXY } = environment;
  // A proxy of the network cannot reach this machine's loopback address, and would see the address.
  const direct = [no_proxy, '127.0.0.1'].filter((part) => part !== undefined && part !== '').join(',');
  return {
    ...environment,
    AID_KEY: undefined,
    NO_PROXY: direct,
    no_proxy: direct,
    [PROXY_URL]: proxyUrl,
    ...Object.fromEntries(baseUrls.map(({ variable, place }) => [variable, `${proxyUrl}/${place}`])),
  };
}

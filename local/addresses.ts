import type { HttpApi } from './gateway/http-api.ts';
import { PUBLIC_URL_PLACEHOLDER, TUNNEL_URL_PLACEHOLDER } from './settings.ts';
import { type SocketDefinition, socketHostOf } from './sockets/socket-definition.ts';

/** The addresses of a stack, which are known only once it has its ports. */
interface Addresses {
  readonly url: string;
  readonly tunnelUrl: string;
  /** The WebSocket API, which is on the port of the API. */
  readonly socketApi: SocketDefinition | undefined;
  /** The console on an origin of its own. */
  readonly site: HttpApi | undefined;
}

/** Replaces the addresses in a value of the templates with those on this machine. */
export function substituteAddresses({ url, tunnelUrl, socketApi, site }: Addresses): (value: string) => string {
  const known: readonly (readonly [string | undefined, string])[] = [
    [PUBLIC_URL_PLACEHOLDER, url],
    [TUNNEL_URL_PLACEHOLDER, tunnelUrl],
    [socketApi && socketHostOf(socketApi.apiId), url.replace('http', 'ws')],
    [site?.endpoint, site?.url ?? ''],
  ];
  return (value) =>
    known.reduce((text, [name, address]) => (name === undefined ? text : text.replaceAll(name, address)), value);
}

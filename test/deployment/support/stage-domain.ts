import { ForwardingServer } from '../../support/forwarding-server.ts';

/**
 * A name of a stage's own, on this machine, for the API at an address: it leads to the API as a custom domain does,
 * without the path that the API has in the engine. Clients look for metadata at the root of a host, where the engine
 * serves none.
 */
export function startStageDomain(api: string): Promise<ForwardingServer> {
  const { host } = new URL(api);
  return ForwardingServer.start({ to: (path) => `${api}${path}`, headers: (sent) => ({ ...sent, host }) });
}

/**
 * The public address of a tunnel. `tunnelUrl` has a `*` where each tunnel has a host of its own; otherwise all share
 * its host. The slash at the end makes relative links of pages resolve below the address.
 */
export function publicUrlOf(tunnelUrl: string, address: string): string {
  return tunnelUrl.includes('*') ? `${tunnelUrl.replace('*', address)}/` : `${tunnelUrl}/t/${address}/`;
}

/** The host of public addresses, with `*` where each tunnel has a host of its own. */
export function publicHostOf(tunnelUrl: string): string {
  return tunnelUrl.replace(/^[a-z]+:\/\//, '').replace(/\/.*$/s, '');
}

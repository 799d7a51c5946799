/** The hosts that a secret may be sent to. See: docs/contract/vault.md#hosts. */

export const MAX_SECRET_HOSTS = 10;

/** The most characters of a name in the DNS, with `*.` and a port. */
export const MAX_HOST_CHARACTERS = 261;

/**
 * A host name or an IPv4 address as URLs have it, in lower case. `*.` in front means all subdomains, and needs two more
 * labels, so that no one permits a whole top-level domain. The last label begins with a letter, because a URL reads a
 * name that ends in a number as an address.
 */
export const SECRET_HOST =
  /^(?:(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?|\*\.(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?|(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9]))(?::(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5]))?$/;

/** Whether two lists name the same hosts, in any order. */
export function areSameHosts(one: readonly string[], other: readonly string[]): boolean {
  const names = new Set(other);
  return new Set(one).size === names.size && one.every((host) => names.has(host));
}

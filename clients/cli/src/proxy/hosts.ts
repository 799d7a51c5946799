/**
 * Hosts in the form of the vault: `api.example.com`, `*.example.com` for all its subdomains, and a port if it is not
 * that of https. See: docs/contract/vault.md#hosts.
 */

const HTTPS_PORT = '443';
const WILDCARD = '*.';

/** A host and a port as URLs have them, without the port of https; `undefined` if the text is not a host. */
export function authorityOf(text: string): string | undefined {
  // URLs allow more: a user, escapes, a path behind the host.
  if (!/^[A-Za-z0-9.-]{1,253}(?::\d{1,5})?$/.test(text)) return undefined;
  const url = `https://${text}`;
  return URL.canParse(url) ? new URL(url).host : undefined;
}

/** A host of the command line in its usual form; `undefined` if it is none, or permits a whole top-level domain. */
export function hostOf(text: string): string | undefined {
  if (!text.startsWith(WILDCARD)) return authorityOf(text);
  const domain = authorityOf(text.slice(WILDCARD.length));
  return domain?.includes('.') && /[a-z]/.test(domain) ? WILDCARD + domain : undefined;
}

export function isWildcard(host: string): boolean {
  return host.startsWith(WILDCARD);
}

/** Whether one of the hosts is or includes this one, which may have a wildcard of its own. */
export function isAllowed(hosts: readonly string[], host: string): boolean {
  const [name, port] = partsOf(host);
  return hosts.some((allowed) => {
    const [allowedName, allowedPort] = partsOf(allowed);
    if (port !== allowedPort) return false;
    if (!isWildcard(allowedName)) return name === allowedName;
    const end = allowedName.slice(1);
    return name.endsWith(end) && name.length > end.length;
  });
}

function partsOf(host: string): readonly [name: string, port: string] {
  const [name = '', port = HTTPS_PORT] = host.split(':');
  return [name, port];
}

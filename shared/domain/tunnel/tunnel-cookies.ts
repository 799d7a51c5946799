/** Where a public client finds a tunnel. */
export interface TunnelPlace {
  /** The host of the public address, with or without a port. */
  readonly host: string;
  /** The part of the public path that belongs to the tunnel; `/` where the tunnel has a host of its own. */
  readonly prefix: string;
  /** The path that the public client requested, with the prefix. */
  readonly path: string;
}

/**
 * Whether browsers send a cookie to its tunnel only. One for a path above the tunnel's, or for a domain, is sent to
 * other tunnels too, and replaces their cookies. An attribute that appears several times must hold nothing wider in any
 * place, because browsers use the last.
 *
 * See: RFC 6265, sections 5.1.3, 5.1.4 and 5.2.
 */
export function isCookieOfTunnel(setCookie: string, { host, prefix, path }: TunnelPlace): boolean {
  const [, ...attributes] = setCookie.split(';').map((part) => part.trim());
  let hasPath = false;
  for (const attribute of attributes) {
    const [name = '', ...rest] = attribute.split('=');
    const value = rest.join('=').trim();
    switch (name.trim().toLowerCase()) {
      case 'domain':
        if (value !== '' && value.replace(/^\./, '').toLowerCase() !== ownDomain(host, prefix)) return false;
        break;
      case 'path':
        // Browsers take the default path instead of a path without a slash, or of one that is very long.
        if (value.startsWith('/') && value.length <= MAX_PATH_LENGTH) {
          if (!isWithin(value, prefix)) return false;
          hasPath = true;
        } else if (!isWithin(defaultPath(path), prefix)) return false;
        break;
    }
  }
  return hasPath || isWithin(defaultPath(path), prefix);
}

/** Browsers ignore a longer value of an attribute. Source: RFC 6265bis, section 5.6. */
const MAX_PATH_LENGTH = 1024;

/** The only domain that a cookie may name: a host that belongs to one tunnel. */
function ownDomain(host: string, prefix: string): string | undefined {
  return prefix === '/' ? host.replace(/:\d+$/, '').toLowerCase() : undefined;
}

/** The path of a cookie that names none: that of the request up to its last slash. */
function defaultPath(path: string): string {
  const [withoutQuery = '/'] = path.split('?', 1);
  const end = withoutQuery.lastIndexOf('/');
  return end <= 0 ? '/' : withoutQuery.slice(0, end);
}

function isWithin(path: string, prefix: string): boolean {
  return prefix === '/' || path === prefix || path.startsWith(`${prefix}/`);
}

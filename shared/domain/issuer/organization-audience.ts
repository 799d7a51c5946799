const PATH = '/organizations/';

/**
 * The audience of the tokens that get keys of an organization: the service with the organization. So a token is meant
 * for one organization, and no other one can give keys for it.
 *
 * @param issuer the address of this stage, by which its own tokens name it too.
 * @example
 * organizationAudience('https://api.aid.example', 'acme'); // https://api.aid.example/organizations/acme
 */
export function organizationAudience(issuer: string, slug: string): string {
  return `${issuer}${PATH}${slug}`;
}

/** The slug of the organization that an audience names; `undefined` if it is none of this stage. */
export function slugOfAudience(issuer: string, audience: string): string | undefined {
  const start = `${issuer}${PATH}`;
  const slug = audience.startsWith(start) ? audience.slice(start.length) : '';
  return /^[a-z0-9-]{1,48}$/.test(slug) ? slug : undefined;
}

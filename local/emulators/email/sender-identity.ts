import type { Assembly } from '../../assembly/assembly.ts';

/** Whether an address or a domain is a verified identity of the account. */
export type IsVerified = (identity: string) => boolean;

/**
 * The verified identity by which an address may send: the address itself, its domain, or a parent domain.
 *
 * Source: SES developer guide, Verified identities (a domain covers its subdomains).
 */
export function sendingIdentity(address: string, isVerified: IsVerified): string | undefined {
  const lower = address.toLowerCase();
  const labels = lower.slice(lower.lastIndexOf('@') + 1).split('.');
  const domains = labels.map((_, index) => labels.slice(index).join('.'));
  return [lower, ...domains].find(isVerified);
}

/** The identities of the templates. They count as verified here, without DNS records. */
export function templateIdentities(assembly: Assembly): IsVerified {
  const names = new Set(assembly.resources('AWS::SES::EmailIdentity').map(({ name }) => name.toLowerCase()));
  return (identity) => names.has(identity);
}

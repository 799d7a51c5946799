import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { CheckedApi } from './checked-api.ts';

/** An organization that only one test uses, with its first org key. */
export interface Organization {
  id: string;
  name: string;
  slug: string;
  key: string;
  api: CheckedApi;
}

/** An agent with its own key. */
export interface Agent {
  id: string;
  handle: string;
  displayName: string;
  address: string;
  mailboxId: string;
  key: string;
  keyId: string;
  api: CheckedApi;
}

/** The address of the stack that the test files share. */
export function sharedStack(): { baseUrl: string; smtpPort: number } {
  return inject('stack');
}

/** A name that is not in use. */
export function freshName(prefix = 'x'): string {
  return `${prefix}-${randomBytes(8).toString('hex')}`;
}

/** An organization of the stack that the test files share, or of another one. */
export function makeOrganization(
  baseUrl = sharedStack().baseUrl,
  more: { owner_email?: string } = {},
): Promise<Organization> {
  return makeOrganizationBy(new CheckedApi(baseUrl), more);
}

/** An organization that a client without a key creates. */
export async function makeOrganizationBy(
  anonymous: CheckedApi,
  more: { owner_email?: string } = {},
): Promise<Organization> {
  const slug = freshName('org');
  const made = await anonymous.ok('createOrganization', { body: { name: `Works of ${slug}`, slug, ...more } });
  return { id: made.id, name: made.name, slug, key: made.admin_api_key, api: anonymous.as(made.admin_api_key) };
}

export async function makeAgent(organization: Organization, handle = freshName('agent')): Promise<Agent> {
  const identity = await organization.api.ok('createIdentity', { body: { handle, display_name: `Agent ${handle}` } });
  const key = await organization.api.ok('createApiKey', { body: { name: handle, identity_id: identity.id } });
  return {
    id: identity.id,
    handle,
    displayName: identity.display_name,
    address: identity.email_address ?? '',
    mailboxId: identity.mailboxes[0]?.id ?? '',
    key: key.key,
    keyId: key.id,
    api: organization.api.as(key.key),
  };
}

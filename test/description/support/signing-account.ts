import { makeProviderAccount } from '../../contract/world.ts';
import type { HookAccount } from '../../support/mail-signature.ts';
import type { Organization } from '../../support/world.ts';

/** A provider account that signs mail which is submitted over HTTP. */
export async function makeSigningAccount(organization: Organization): Promise<HookAccount> {
  const { id, inbound_secret: secret } = await makeProviderAccount(organization);
  return { id, secret };
}

import type { Organization } from '#testing/fixture.ts';
import { makeProviderAccount } from '../../contract/support/fixture.ts';
import type { HookAccount } from '../../support/mail-signature.ts';

/** A provider account that signs mail submitted over HTTP. */
export async function makeSigningAccount(organization: Organization): Promise<HookAccount> {
  const { id, inbound_secret: secret } = await makeProviderAccount(organization);
  return { id, secret };
}

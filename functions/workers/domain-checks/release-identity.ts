import { hasAnyClaim } from '#shared/data/entities/mail/domain.ts';
import { getTable } from '#shared/runtime/clients.ts';
import { deleteSesIdentity, ensureSesIdentity, readSesIdentity } from '#shared/services/mail-domains/ses-identity.ts';
import { removeTenantAssociations } from '#shared/services/mail-domains/ses-tenants.ts';

/**
 * Deletes a domain from SES if no organization claims it. A domain that this stage has not created belongs to another
 * user of the AWS account and stays.
 *
 * An organization may claim the domain meanwhile. Its claim is committed before its job creates the domain in SES. So
 * either the check after the deletion finds the claim and creates the domain again, or the job runs after the deletion.
 */
export async function releaseIdentity(domain: string): Promise<void> {
  if (await hasAnyClaim(getTable(), domain)) return;
  const identity = await readSesIdentity(domain);
  if (identity === null || !identity.ours) return;
  // SES does not delete an identity that a tenant may use.
  await removeTenantAssociations(domain);
  await deleteSesIdentity(domain);
  if (await hasAnyClaim(getTable(), domain)) await ensureSesIdentity(domain);
}

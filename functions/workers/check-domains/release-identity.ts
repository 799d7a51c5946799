import { hasAnyClaim } from '../../../shared/data/entities/domain.ts';
import { getTable } from '../../../shared/runtime/clients.ts';
import {
  deleteSesIdentity,
  ensureSesIdentity,
  readSesIdentity,
} from '../../../shared/services/mail-domains/ses-identity.ts';
import { removeTenantAssociations } from '../../../shared/services/mail-domains/ses-tenants.ts';

/**
 * Lets SES forget a domain that no organization claims. One that this stage has not made is somebody else's in the same
 * account and stays.
 *
 * A claim that comes meanwhile is committed before its own job asks SES for the domain. So either it is seen here after
 * the deletion, and the domain is made known again, or its job comes after the deletion.
 */
export async function releaseIdentity(domain: string): Promise<void> {
  if (await hasAnyClaim(getTable(), domain)) return;
  const identity = await readSesIdentity(domain);
  if (identity === null || !identity.ours) return;
  // SES keeps what a tenant may still use.
  await removeTenantAssociations(domain);
  await deleteSesIdentity(domain);
  if (await hasAnyClaim(getTable(), domain)) await ensureSesIdentity(domain);
}

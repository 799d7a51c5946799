import * as routes from '#shared/contract/routes/vault.ts';
import { getOrganizationKeyring } from '#shared/runtime/organization-keyrings.ts';
import { serve } from '#shared/runtime/pipeline/serve.ts';
import { claimLease } from './claim-lease.ts';
import { createLease } from './create-lease.ts';
import { createSecret } from './create-secret.ts';
import { deleteSecret } from './delete-secret.ts';
import { getKeypair } from './get-keypair.ts';
import { getSecret } from './get-secret.ts';
import { listLeases } from './list-leases.ts';
import { listRedemptions } from './list-redemptions.ts';
import { listSecrets } from './list-secrets.ts';
import { putKeypair } from './put-keypair.ts';
import { redeemLease } from './redeem-lease.ts';
import { revokeLease } from './revoke-lease.ts';
import { rotateSecret } from './rotate-secret.ts';

const operations = {
  putKeypair,
  getKeypair,
  createSecret,
  listSecrets,
  getSecret,
  deleteSecret,
  rotateSecret,
  createLease,
  claimLease,
  listLeases,
  redeemLease,
  revokeLease,
  listRedemptions,
};

const keyring = async (organizationId?: string) => {
  if (organizationId === undefined) throw new Error('every operation of the vault has an actor');
  return getOrganizationKeyring(organizationId);
};

/**
 * Values, and stored replies that hold them, are encrypted with the key of the caller's organization. What others read
 * cannot be: the addresses in audit entries are in the clear, as in redemptions.
 */
export const handler = serve(routes, operations, { keyring, auditsInClear: true });

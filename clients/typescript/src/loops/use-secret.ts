import { leaseIsHeld } from '../errors.ts';
import type { Client } from '../generated/resources.ts';
import type { SecretValue } from '../generated/types.ts';
import { type PrivateKey, signerOf } from '../keys.ts';
import type { OfIdentity } from '../options.ts';
import { prove } from './proof.ts';

export interface UseSecretOptions extends OfIdentity {
  /** What the value is for. It is recorded in the lease. */
  readonly purpose?: string;
  /** How long the lease lasts, in seconds. 60 by default. */
  readonly ttlSeconds?: number;
  /** The private key of the agent, if it has a keypair. */
  readonly privateKey?: PrivateKey;
  readonly signal?: AbortSignal | undefined;
}

const TTL_SECONDS = 60;

/**
 * Runs a function with the value of a secret: leases the secret for one use, proves the agent's identity, and redeems
 * the lease. The value is stored nowhere. Throws `ConflictError` with the code `approval.pending` if the lease waits
 * for a person.
 *
 * See: docs/decisions/0053-loops-of-the-sdks.md#vaultuse.
 */
export async function useSecret<T>(
  client: Client,
  secretId: string,
  run: (value: SecretValue) => Promise<T> | T,
  { purpose, ttlSeconds = TTL_SECONDS, privateKey, identityId, signal }: UseSecretOptions = {},
): Promise<T> {
  const { leases } = client.vault;
  const sign = privateKey === undefined ? undefined : await signerOf(privateKey);
  const terms = {
    secret_id: secretId,
    max_uses: 1,
    ttl_seconds: ttlSeconds,
    ...(purpose !== undefined && { purpose }),
  };
  const lease = await leases.create(terms, { identityId, signal });
  const { lease_token } = lease;
  if (lease_token === undefined) throw leaseIsHeld(lease.approval_id);
  let value: SecretValue;
  try {
    const proof = sign === undefined ? {} : { proof: await prove(sign, 'redeem', lease.id) };
    ({ value } = await leases.redeem(lease.id, { lease_token, ...proof }, { signal }));
  } catch (error) {
    await leases.revoke(lease.id).catch(() => {});
    throw error;
  }
  return run(value);
}

import { z } from 'zod';
import { LEASE_SECONDS, LEASE_USES } from '#shared/domain/vault/vault-limits.ts';
import { cursor, id, keyed, limit } from '../arguments.ts';
import { READS, tool, WRITES } from '../tool.ts';

export const listSecrets = tool({
  name: 'list_secrets',
  title: 'List secrets',
  description: 'Lists the names of the secrets that you may lease, without their values.',
  input: z.strictObject({ limit, cursor }),
  output: z.looseObject({ secrets: z.array(z.looseObject({})).optional(), next_cursor: z.string().optional() }),
  annotations: READS,
});

export const createLease = tool({
  name: 'create_lease',
  title: 'Lease a secret',
  description:
    'Leases a secret for a while. Every call creates another lease. Then use redeem_lease with lease_id and lease_token.',
  input: z.strictObject({
    secret_id: id('From list_secrets.'),
    purpose: z.string().min(1).max(2000).optional().describe('What the secret is for. People see this.'),
    ttl_seconds: z.int().min(LEASE_SECONDS.min).max(LEASE_SECONDS.max).optional(),
    max_uses: z.int().min(LEASE_USES.min).max(LEASE_USES.max).optional(),
    ...keyed,
  }),
  output: z.looseObject({
    lease_id: z.string(),
    lease_token: z.string().optional(),
    expires_at: z.string().optional(),
    status: z.literal('held').optional(),
    approval_id: z.string().optional(),
    already_sent: z.boolean().optional(),
  }),
  annotations: WRITES,
});

export const redeemLease = tool({
  name: 'redeem_lease',
  title: 'Redeem a lease',
  description:
    'Returns the value of a leased secret, and counts as a use of the lease. You will then see the value: never repeat it, and send it only where it belongs.',
  input: z.strictObject({
    lease_id: id('From create_lease.'),
    lease_token: id('From create_lease. Leave it out once, for a lease that was held.').optional(),
    ...keyed,
  }),
  output: z.looseObject({
    lease_id: z.string(),
    lease_token: z.string().optional(),
    version: z.int(),
    already_sent: z.boolean().optional(),
  }),
  annotations: WRITES,
});

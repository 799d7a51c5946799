import { z } from 'zod';
import { actorTypeSchema } from '#shared/domain/organization/actor-type.ts';
import { described } from '#shared/domain/schema/described.ts';
import { LEASE_STATUSES, REDEMPTION_OUTCOMES } from '#shared/domain/vault/lease-state.ts';
import { LEASE_SECONDS, LEASE_USES } from '#shared/domain/vault/vault-limits.ts';
import { countSchema, idSchema, noteSchema, timestampSchema } from './common.ts';
import { extending } from './rules.ts';
import { proofSchema, valueSchema } from './vault.ts';

/** Leases and their redemptions. See: docs/contract/vault.md#leases. */

export const createLeaseBody = described(
  'CreateLease',
  'The right to redeem a secret a limited number of times.',
  z.strictObject({
    secret_id: idSchema,
    identity_id: idSchema.optional(),
    ttl_seconds: z.int().min(LEASE_SECONDS.min).max(LEASE_SECONDS.max).optional(),
    max_uses: z.int().min(LEASE_USES.min).max(LEASE_USES.max).optional(),
    purpose: noteSchema.optional(),
  }),
  {
    secret_id: 'The secret.',
    identity_id: 'The agent that may redeem it. By default, the secret’s agent or, if it has none, only org keys.',
    ttl_seconds: 'Seconds until it expires; 900 by default.',
    max_uses: 'How many times it can be redeemed; once by default.',
    purpose: 'A text for people.',
  },
);

const leaseStatusSchema = z.enum([...LEASE_STATUSES, 'held']).meta({
  id: 'LeaseStatus',
  description: 'Only an active lease can be redeemed. `held`: a person has to approve it.',
});

const leaseFields = {
  id: z.string(),
  secret_id: z.string(),
  secret_version: countSchema,
  identity_id: z.string().nullable(),
  status: leaseStatusSchema,
  max_uses: countSchema,
  use_count: countSchema,
  purpose: z.string().nullable(),
  hosts: z.array(z.string()),
  expires_at: timestampSchema,
  last_redeemed_at: timestampSchema.nullable(),
  created_at: timestampSchema,
};

const leaseTexts = {
  id: 'The lease’s id.',
  secret_id: 'The secret.',
  secret_version: 'The secret’s version when the lease was created.',
  identity_id: 'The agent that may redeem it; null: only org keys.',
  status: null,
  max_uses: 'How many times it can be redeemed.',
  use_count: 'How many times it has been redeemed.',
  purpose: 'A text for people.',
  hosts: 'The hosts that the value may be sent to; empty: not restricted.',
  expires_at: 'When it expires.',
  last_redeemed_at: 'When it was last redeemed.',
} as const;

export const leaseSchema = described('Lease', 'A lease of a secret.', z.strictObject(leaseFields), leaseTexts);

export const newLeaseSchema = described(
  'NewLease',
  'A new lease with its token. One that is held has no token, and exists when it is approved.',
  z.strictObject({ ...leaseFields, lease_token: z.string().optional(), approval_id: z.string().optional() }),
  {
    ...leaseTexts,
    lease_token: 'The token that a redemption must present. Returned only once. Absent if the lease is held.',
    approval_id: 'The approval that a held lease waits for; it ends at `expires_at`.',
  },
  extending('Lease'),
);

export const leasesSchema = described(
  'LeaseList',
  'A page of leases.',
  z.strictObject({ leases: z.array(leaseSchema) }),
  {
    leases: null,
  },
);

export const redeemLeaseBody = described(
  'RedeemLease',
  'The token of a lease, and a proof if the agent has a keypair.',
  z.strictObject({ lease_token: z.string().min(1).max(200, 'at most 200 characters'), proof: proofSchema.optional() }),
  {
    lease_token: 'The token returned when the lease was created.',
    proof: 'A proof for the action `redeem` and the lease’s id. Required with every key if the agent has a keypair.',
  },
);

export const redeemedSchema = described(
  'RedeemedLease',
  'The current value of the secret.',
  z.strictObject({ value: valueSchema, version: countSchema, hosts: z.array(z.string()), lease: leaseSchema }),
  {
    value: null,
    version: 'The version of the value.',
    hosts: 'The hosts that the value may be sent to; empty: not restricted.',
    lease: null,
  },
);

const redeemerSchema = described(
  'Redeemer',
  'The actor that redeemed the lease.',
  z.strictObject({ actor_type: actorTypeSchema, actor_id: z.string(), key_id: z.string() }),
  {
    actor_type: null,
    actor_id: 'As in `GET /v1/me`.',
    key_id: 'The API key.',
  },
);

const redemptionOutcomeSchema = z
  .enum(REDEMPTION_OUTCOMES)
  .meta({ id: 'RedemptionOutcome', description: '`redeemed`, or why it was refused.' });

export const redemptionSchema = described(
  'Redemption',
  'An attempt to redeem a lease.',
  z.strictObject({
    id: z.string(),
    at: timestampSchema,
    actor: redeemerSchema,
    address: z.string(),
    version: countSchema.nullable(),
    outcome: redemptionOutcomeSchema,
  }),
  {
    id: 'Its id.',
    at: 'When it happened.',
    actor: null,
    address: 'The network address of the caller.',
    version: 'The version that was returned; null if refused.',
    outcome: null,
  },
);

export const redemptionsSchema = described(
  'RedemptionList',
  'A page of redemptions.',
  z.strictObject({ redemptions: z.array(redemptionSchema) }),
  { redemptions: null },
);

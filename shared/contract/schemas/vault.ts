import { z } from 'zod';
import { described, explained } from '../../domain/described.ts';
import { jsonObjectSchema } from '../../domain/json-object.ts';
import { LEASE_STATUSES, REDEMPTION_OUTCOMES } from '../../domain/vault/lease-state.ts';
import { isPublicKey } from '../../domain/vault/proof.ts';
import { LEASE_SECONDS, LEASE_USES, MAX_VALUE_BYTES } from '../../domain/vault/vault-limits.ts';
import {
  base64Schema,
  countSchema,
  idSchema,
  labelSchema,
  metadataSchema,
  noteSchema,
  timestampSchema,
} from './common.ts';
import { extending } from './rules.ts';

/** The vault. See: docs/contract/vault.md. */

/** The size of a value: its JSON text in UTF-8, without the quotes of a string. */
function valueBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) - (typeof value === 'string' ? 2 : 0);
}

const valueSchema = z
  .union([z.string().min(1), jsonObjectSchema], 'a text or an object, not empty')
  .refine((value) => valueBytes(value) <= MAX_VALUE_BYTES, 'at most 64 KB as JSON')
  .meta({ id: 'SecretValue', description: 'A text or an object, at most 64 KB as JSON.' });

const NONCE_PATTERN = /^[\x20-\x7e]{8,64}$/;

const proofSchema = described(
  'Proof',
  'A signature by the agent’s private key over `<action>.<resource id>.<timestamp>.<nonce>`.',
  z.strictObject({
    timestamp: z.int().min(0),
    nonce: z.string().regex(NONCE_PATTERN, '8 to 64 printable ASCII characters'),
    // A signature of another form is a wrong proof.
    signature: z.string().min(1).max(200, 'at most 200 characters'),
  }),
  {
    timestamp: 'Unix seconds, at most 300 from the present.',
    nonce: 'A text that the agent has not used before.',
    signature: 'The Ed25519 signature in base64.',
  },
);

/** The canonical base64 of 32 bytes. */
const KEY_PATTERN = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$/;

const publicKeySchema = z
  .string()
  .regex(KEY_PATTERN, 'the base64 of 32 bytes')
  .refine(isPublicKey, 'an Ed25519 public key')
  .meta({ override: { contentEncoding: 'base64' } });

const ALGORITHMS = ['ed25519'] as const;

export const putKeypairBody = described(
  'PutKeypair',
  'The public key of an agent. The private key stays with the agent.',
  z.strictObject({
    identity_id: idSchema.optional(),
    algorithm: z.enum(ALGORITHMS),
    public_key: publicKeySchema,
    proof: proofSchema.optional(),
  }),
  {
    identity_id: 'The agent. An agent key may omit it.',
    algorithm: 'The signature algorithm.',
    public_key: 'The raw 32 bytes in base64.',
    proof:
      'By the present key, for the action `replace` and the agent’s id. An org key may replace without it, which revokes the agent’s leases.',
  },
);

export const keypairQuery = explained(z.strictObject({ identity_id: idSchema.optional() }), {
  identity_id: 'The agent. An agent key may omit it.',
});

export const keypairSchema = described(
  'Keypair',
  'The public key that the proofs of an agent are verified with.',
  z.strictObject({
    identity_id: z.string(),
    algorithm: z.enum(ALGORITHMS),
    public_key: base64Schema,
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  { identity_id: 'The agent.', algorithm: 'The signature algorithm.', public_key: 'The raw 32 bytes in base64.' },
);

export const createSecretBody = described(
  'CreateSecret',
  'A new secret. No read returns its value.',
  z.strictObject({
    name: labelSchema,
    value: valueSchema,
    identity_id: idSchema.optional(),
    description: noteSchema.optional(),
    metadata: metadataSchema.optional(),
  }),
  {
    name: 'A name for people.',
    value: null,
    identity_id: 'The agent that owns it. When omitted: the key’s agent; the organization for an org key.',
    description: 'A text for people.',
    metadata: null,
  },
);

export const secretSchema = described(
  'Secret',
  'A secret without its value.',
  z.strictObject({
    id: z.string(),
    identity_id: z.string().nullable(),
    name: z.string(),
    version: countSchema,
    description: z.string().nullable(),
    metadata: metadataSchema,
    created_at: timestampSchema,
    updated_at: timestampSchema,
    rotated_at: timestampSchema.nullable(),
  }),
  {
    id: 'The secret’s id.',
    identity_id: 'The agent that owns it; null: the organization.',
    name: 'A name for people.',
    version: 'The version of the value, from 1.',
    description: 'A text for people.',
    metadata: null,
    rotated_at: 'When the value was last replaced.',
  },
);

export const secretsSchema = described(
  'Secrets',
  'A page of secrets.',
  z.strictObject({ secrets: z.array(secretSchema) }),
  {
    secrets: null,
  },
);

export const rotateSecretBody = described(
  'RotateSecret',
  'The next value of a secret.',
  z.strictObject({ value: valueSchema, proof: proofSchema.optional(), revoke_leases: z.boolean().optional() }),
  {
    value: null,
    proof: 'For the action `rotate` and the secret’s id. An agent key needs it where the agent has a keypair.',
    revoke_leases: 'Whether the leases of the secret end; false when omitted.',
  },
);

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
    identity_id: 'The agent that may redeem it. When omitted: the secret’s agent; only org keys where it has none.',
    ttl_seconds: 'Seconds until it expires; 900 when omitted.',
    max_uses: 'How often it can be redeemed; once when omitted.',
    purpose: 'A text for people.',
  },
);

const leaseFields = {
  id: z.string(),
  secret_id: z.string(),
  secret_version: countSchema,
  identity_id: z.string().nullable(),
  status: z.enum(LEASE_STATUSES),
  max_uses: countSchema,
  use_count: countSchema,
  purpose: z.string().nullable(),
  expires_at: timestampSchema,
  last_redeemed_at: timestampSchema.nullable(),
  created_at: timestampSchema,
};

const leaseTexts = {
  id: 'The lease’s id.',
  secret_id: 'The secret.',
  secret_version: 'The secret’s version when the lease was created.',
  identity_id: 'The agent that may redeem it; null: only org keys.',
  status: 'Only an active lease can be redeemed.',
  max_uses: 'How often it can be redeemed.',
  use_count: 'How often it was redeemed.',
  purpose: 'A text for people.',
  expires_at: 'When it expires.',
  last_redeemed_at: 'When it was last redeemed.',
} as const;

export const leaseSchema = described('Lease', 'A lease of a secret.', z.strictObject(leaseFields), leaseTexts);

export const newLeaseSchema = described(
  'NewLease',
  'A new lease with its token.',
  z.strictObject({ ...leaseFields, lease_token: z.string() }),
  { ...leaseTexts, lease_token: 'What a redemption has to show. It is not returned again.' },
  extending('Lease'),
);

export const leasesSchema = described('Leases', 'A page of leases.', z.strictObject({ leases: z.array(leaseSchema) }), {
  leases: null,
});

export const redeemLeaseBody = described(
  'RedeemLease',
  'The token of a lease, and a proof where the agent has a keypair.',
  z.strictObject({ lease_token: z.string().min(1).max(200, 'at most 200 characters'), proof: proofSchema.optional() }),
  {
    lease_token: 'The token that the creation of the lease returned.',
    proof: 'For the action `redeem` and the lease’s id. Every key needs it where the agent has a keypair.',
  },
);

export const redeemedSchema = described(
  'RedeemedLease',
  'The present value of the secret.',
  z.strictObject({ value: valueSchema, version: countSchema, lease: leaseSchema }),
  { value: null, version: 'The version of the value.', lease: null },
);

const redeemerSchema = described(
  'Redeemer',
  'Who redeemed.',
  z.strictObject({ actor_type: z.enum(['user', 'agent']), actor_id: z.string(), key_id: z.string() }),
  {
    actor_type: '`user` for an org key or a login, `agent` for an agent key.',
    actor_id: 'As in `GET /v1/me`.',
    key_id: 'The key.',
  },
);

export const redemptionSchema = described(
  'Redemption',
  'An attempt to redeem a lease.',
  z.strictObject({
    id: z.string(),
    at: timestampSchema,
    actor: redeemerSchema,
    address: z.string(),
    version: countSchema.nullable(),
    outcome: z.enum(REDEMPTION_OUTCOMES),
  }),
  {
    id: 'Its id.',
    at: 'When it happened.',
    actor: null,
    address: 'The network address of the caller.',
    version: 'The version that was returned; null if refused.',
    outcome: '`redeemed`, or why it was refused.',
  },
);

export const redemptionsSchema = described(
  'Redemptions',
  'A page of redemptions.',
  z.strictObject({ redemptions: z.array(redemptionSchema) }),
  { redemptions: null },
);

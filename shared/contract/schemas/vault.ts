import { z } from 'zod';
import { described, explained } from '#shared/domain/schema/described.ts';
import { jsonObjectSchema } from '#shared/domain/schema/json-object.ts';
import { isPublicKey } from '#shared/domain/vault/proof.ts';
import { MAX_HOST_CHARACTERS, MAX_SECRET_HOSTS, SECRET_HOST } from '#shared/domain/vault/secret-hosts.ts';
import { MAX_VALUE_BYTES } from '#shared/domain/vault/vault-limits.ts';
import {
  base64Schema,
  countSchema,
  idSchema,
  labelSchema,
  metadataSchema,
  noteSchema,
  timestampSchema,
} from './common.ts';

/** Secrets, keypairs and proofs of the vault. See: docs/contract/vault.md. */

/** The size of a value: its JSON text in UTF-8, without the quotes of a string. */
function valueBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value)) - (typeof value === 'string' ? 2 : 0);
}

export const valueSchema = z
  // A text has at most as many characters as bytes, which are counted below.
  .union(
    [
      z
        .string()
        .min(1)
        .meta({ override: { maxLength: MAX_VALUE_BYTES } }),
      jsonObjectSchema,
    ],
    'a text or an object, not empty',
  )
  .refine((value) => valueBytes(value) <= MAX_VALUE_BYTES, 'at most 64 KB as JSON')
  .meta({ id: 'SecretValue', description: 'A text or an object, at most 64 KB as JSON.' });

const NONCE_PATTERN = /^[\x20-\x7e]{8,64}$/;

/** The last second of the year 9999: a limit that the description can state exactly. */
const MAX_TIMESTAMP = 253_402_300_799;

export const proofSchema = described(
  'Proof',
  'A signature by the agent’s private key over `<action>.<resource id>.<timestamp>.<nonce>`.',
  z.strictObject({
    timestamp: z.int().min(0).max(MAX_TIMESTAMP),
    nonce: z.string().regex(NONCE_PATTERN, '8 to 64 printable ASCII characters'),
    // A signature in another format is an invalid proof, not an invalid request.
    signature: z.string().min(1).max(200, 'at most 200 characters'),
  }),
  {
    timestamp: 'Unix seconds, at most 300 seconds from now.',
    nonce: 'A string that the agent has not used before.',
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

const algorithmSchema = z.enum(['ed25519']).meta({ id: 'KeypairAlgorithm', description: 'The signature algorithm.' });

export const putKeypairBody = described(
  'PutKeypair',
  'The public key of an agent. The private key stays with the agent.',
  z.strictObject({
    identity_id: idSchema.optional(),
    algorithm: algorithmSchema,
    public_key: publicKeySchema,
    proof: proofSchema.optional(),
  }),
  {
    identity_id: 'The agent. An agent key may omit it.',
    algorithm: null,
    public_key: 'The raw 32 bytes in base64.',
    proof:
      'Signed with the current key over `replace` and the agent’s id. An org key may replace the key without it, which revokes the agent’s leases.',
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
    algorithm: algorithmSchema,
    public_key: base64Schema,
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  { identity_id: 'The agent.', algorithm: null, public_key: 'The raw 32 bytes in base64.' },
);

const HOST_FORM = 'a host such as api.example.com, *.example.com or api.example.com:8443, in lower case';

/** The hosts that the value of a secret may be sent to. */
const hostsSchema = z
  .array(z.string().max(MAX_HOST_CHARACTERS, HOST_FORM).regex(SECRET_HOST, HOST_FORM))
  .max(MAX_SECRET_HOSTS, `at most ${MAX_SECRET_HOSTS} hosts`);

export const createSecretBody = described(
  'CreateSecret',
  'A new secret. No read returns its value.',
  z.strictObject({
    name: labelSchema,
    value: valueSchema,
    identity_id: idSchema.optional(),
    description: noteSchema.optional(),
    metadata: metadataSchema.optional(),
    hosts: hostsSchema.optional(),
  }),
  {
    name: 'A name for people.',
    value: null,
    identity_id: 'The agent that owns it. By default, the key’s agent or, with an org key, the organization.',
    description: 'A text for people.',
    metadata: null,
    hosts: 'The hosts that its value may be sent to, such as `api.example.com` or `*.example.com:8443`.',
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
    hosts: z.array(z.string()),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    rotated_at: timestampSchema.nullable(),
  }),
  {
    id: 'The secret’s id.',
    identity_id: 'The agent that owns it; null: the organization.',
    name: 'A name for people.',
    version: 'The version of the value, starting at 1.',
    description: 'A text for people.',
    metadata: null,
    hosts: 'The hosts that its value may be sent to; empty: not restricted.',
    rotated_at: 'When the value was last replaced.',
  },
);

export const secretsSchema = described(
  'SecretList',
  'A page of secrets.',
  z.strictObject({ secrets: z.array(secretSchema) }),
  {
    secrets: null,
  },
);

export const rotateSecretBody = described(
  'RotateSecret',
  'The new value of a secret.',
  z.strictObject({
    value: valueSchema,
    proof: proofSchema.optional(),
    revoke_leases: z.boolean().optional(),
    hosts: hostsSchema.optional(),
  }),
  {
    value: null,
    proof:
      'A proof for the action `rotate` and the secret’s id. Required with an agent key if the agent has a keypair.',
    revoke_leases: 'Whether to revoke the leases of the secret; false by default.',
    hosts: 'The new hosts, in place of the previous ones. A change revokes the leases of the secret.',
  },
);

import { z } from 'zod';
import { isMailAddress, normaliseAddress } from '#shared/domain/mail/address.ts';
import { actorTypeSchema } from '#shared/domain/organization/actor-type.ts';
import { slugSchema } from '#shared/domain/organization/handle.ts';
import { described } from '#shared/domain/schema/described.ts';
import { countSchema, idSchema, labelSchema, timestampSchema } from './common.ts';
import { roleSchema } from './role.ts';
import { extending } from './rules.ts';

/**
 * Organizations, API keys and the actor. See: docs/contract/authentication.md#actor;
 * docs/contract/accounts.md#organizations.
 */
export const emailSchema = z
  .string()
  .max(254, 'at most 254 characters')
  .transform(normaliseAddress)
  .pipe(z.string().refine(isMailAddress, 'an email address'))
  .meta({ format: 'email' });

export const createOrganizationBody = described(
  'CreateOrganization',
  'A new organization.',
  z.strictObject({ name: labelSchema, slug: slugSchema, owner_email: emailSchema.optional() }),
  {
    name: 'The name that people see.',
    slug: 'A unique short name: 3 to 48 characters of a-z, 0-9 and inner hyphens. Upper case becomes lower case.',
    owner_email: 'The owner’s email address, to which a six-digit code is sent.',
  },
);

export const createdOrganizationSchema = described(
  'CreatedOrganization',
  'An organization with its first org key, which is returned only once.',
  z.strictObject({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    owner_email: z.string().nullable(),
    owner_verified: z.boolean(),
    admin_api_key: z.string(),
    created_at: timestampSchema,
  }),
  {
    id: 'The organization’s id.',
    name: 'The name that people see.',
    slug: 'The organization’s unique short name.',
    owner_email: 'The owner’s address.',
    owner_verified: 'Whether the owner has confirmed the address. Until then lower limits apply.',
    admin_api_key: 'An org key. Returned only once.',
  },
);

export const createApiKeyBody = described(
  'CreateApiKey',
  'A new API key.',
  z.strictObject({ name: labelSchema, identity_id: idSchema.optional() }),
  { name: 'A label for people.', identity_id: 'The agent that the key acts as. Omit it for an org key.' },
);

const apiKeyStatusSchema = z
  .enum(['active', 'revoked'])
  .meta({ id: 'ApiKeyStatus', description: 'A revoked key can never be used again.' });

const apiKeyFields = {
  id: z.string(),
  name: z.string(),
  identity_id: z.string().optional(),
  key_prefix: z.string(),
  status: apiKeyStatusSchema,
  created_at: timestampSchema,
  last_used_at: timestampSchema.nullable(),
  revoked_at: timestampSchema.nullable(),
};

const apiKeyTexts = {
  id: 'The key’s id.',
  name: 'The label chosen at creation.',
  identity_id: 'The agent that the key acts as. Absent for an org key.',
  key_prefix: 'The first 12 characters of the key.',
  status: null,
  last_used_at: 'When the key was last used, rounded to the hour.',
  revoked_at: 'When the key was revoked.',
} as const;

export const apiKeySchema = described(
  'ApiKey',
  'An API key without its secret.',
  z.strictObject(apiKeyFields),
  apiKeyTexts,
);

export const createdApiKeySchema = described(
  'CreatedApiKey',
  'A new API key with its secret, which is returned only once.',
  z.strictObject({ ...apiKeyFields, key: z.string() }),
  { ...apiKeyTexts, key: 'The secret to send as `Authorization: Bearer`. Returned only once.' },
  extending('ApiKey'),
);

export const apiKeysSchema = described(
  'ApiKeyList',
  'A page of API keys.',
  z.strictObject({ api_keys: z.array(apiKeySchema) }),
  { api_keys: null },
);

export const actorSchema = described(
  'Actor',
  'The actor of a key.',
  z.strictObject({
    actor_type: actorTypeSchema,
    actor_id: z.string(),
    org_id: z.string(),
    org_slug: z.string(),
    org_name: z.string(),
    role: roleSchema.optional(),
    identity_id: z.string().optional(),
    handle: z.string().optional(),
    display_name: z.string().optional(),
    email_address: z.string().nullable().optional(),
  }),
  {
    actor_type: null,
    actor_id: 'The id of the org key, of the person who logged in, or of the agent.',
    org_id: 'The organization’s id.',
    org_slug: 'The organization’s short name.',
    org_name: 'The organization’s name.',
    role: 'The person’s role as a member. Absent for a key.',
    identity_id: 'The agent’s id. Absent unless the key is an agent key, as are the next three.',
    handle: 'The agent’s handle.',
    display_name: 'The name that people see.',
    email_address: 'The agent’s default address.',
  },
);

/** See: docs/contract/accounts.md#usage. */
export const usageSchema = described(
  'Usage',
  'The usage and limits of an organization.',
  z.strictObject({
    email_sent_today: countSchema,
    email_daily_limit: countSchema,
    email_resets_at: timestampSchema,
    owner_verified: z.boolean(),
    agent_count: countSchema,
    agent_limit: countSchema,
    stored_bytes: countSchema,
    stored_bytes_limit: countSchema,
    identity_tokens_today: countSchema,
    identity_token_daily_limit: countSchema,
  }),
  {
    email_sent_today: 'The number of recipients of today’s mail.',
    email_daily_limit: 'The number of recipients allowed per day.',
    email_resets_at: 'When the count resets: the next 00:00 UTC.',
    owner_verified: 'Whether the owner has confirmed the address, which raises the limits.',
    agent_count: 'How many agents the organization has.',
    agent_limit: 'How many agents the organization may have.',
    stored_bytes: 'Bytes of stored content: emails, tasks, secrets and contacts.',
    stored_bytes_limit: 'How many bytes of content the organization may store.',
    identity_tokens_today: 'The number of identity tokens that agents got today.',
    identity_token_daily_limit: 'The number of identity tokens allowed per day.',
  },
);

import { z } from 'zod';
import { slugSchema } from '../../domain/handle.ts';
import { isMailAddress, normaliseAddress } from '../../domain/mail/address.ts';
import { idSchema, labelSchema, timestampSchema } from './common.ts';

/** Organizations, API keys and the actor. Rule: specification, API key and Actor; shapes, Accounts and keys. */
export const emailSchema = z
  .string()
  .max(254, 'at most 254 characters')
  .transform(normaliseAddress)
  .pipe(z.string().refine(isMailAddress, 'an e-mail address'))
  .meta({ example: 'ada@example.com' });

export const createOrganizationBody = z
  .strictObject({
    name: labelSchema.meta({ example: 'Example Works' }),
    slug: slugSchema.meta({ example: 'example-works' }),
    owner_email: emailSchema.optional(),
  })
  .meta({ id: 'CreateOrganization' });

export const createdOrganizationSchema = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    owner_email: z.string().nullable(),
    owner_verified: z.boolean(),
    admin_api_key: z.string().meta({ description: 'An org key. Shown once.' }),
    created_at: timestampSchema,
  })
  .meta({ id: 'CreatedOrganization' });

export const createApiKeyBody = z
  .strictObject({
    name: labelSchema.meta({ example: 'support agent' }),
    identity_id: idSchema.optional().meta({ description: 'When present the key acts as this agent.' }),
  })
  .meta({ id: 'CreateApiKey' });

const apiKeyFields = {
  id: z.string(),
  name: z.string(),
  identity_id: z.string().optional(),
  key_prefix: z.string().meta({ example: 'aid_agt_4fTr' }),
  status: z.enum(['active', 'revoked']),
  created_at: timestampSchema,
  last_used_at: timestampSchema.nullable(),
  revoked_at: timestampSchema.nullable(),
};

export const apiKeySchema = z.strictObject(apiKeyFields).meta({ id: 'ApiKey' });

export const createdApiKeySchema = z
  .strictObject({ ...apiKeyFields, key: z.string().meta({ description: 'The secret. Shown once.' }) })
  .meta({ id: 'CreatedApiKey' });

export const apiKeysSchema = z.strictObject({ api_keys: z.array(apiKeySchema) }).meta({ id: 'ApiKeys' });

export const actorSchema = z
  .strictObject({
    actor_type: z.enum(['user', 'agent']),
    actor_id: z.string(),
    org_id: z.string(),
    org_slug: z.string(),
    org_name: z.string(),
    identity_id: z.string().optional(),
  })
  .meta({ id: 'Actor' });

/** Rule: shapes, Accounts and keys (`GET /v1/usage`). */
export const usageSchema = z
  .strictObject({
    email_sent_today: z.int().meta({ description: 'Recipients of today’s mail.' }),
    email_daily_limit: z.int(),
    email_resets_at: timestampSchema.meta({ description: 'The next 00:00 UTC.' }),
    owner_verified: z.boolean(),
    agent_count: z.int(),
    agent_limit: z.int(),
  })
  .meta({ id: 'Usage' });

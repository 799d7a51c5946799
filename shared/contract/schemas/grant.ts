import { z } from 'zod';
import { described } from '#shared/domain/schema/described.ts';
import { timestampSchema } from './common.ts';
import { scopeSchema } from './scope.ts';

/** What people have allowed OAuth clients. See: docs/contract/oauth.md#grants. */
export const grantSchema = described(
  'Grant',
  'What a person has allowed an OAuth client.',
  z.strictObject({
    id: z.string(),
    client_id: z.string(),
    client_name: z.string().nullable(),
    client_host: z.string(),
    agents: z.array(z.string()),
    scopes: z.array(scopeSchema),
    recipients: z.array(z.string()).nullable(),
    member_id: z.string(),
    created_at: timestampSchema,
    last_used_at: timestampSchema.nullable(),
    revoked_at: timestampSchema.nullable(),
  }),
  {
    id: 'The grant’s id.',
    client_id: 'The id of the client.',
    client_name: 'What the client calls itself, which no one has checked.',
    client_host: 'The host that the person saw.',
    agents: 'The ids of the agents that it may act for.',
    scopes: 'What it may do.',
    recipients: 'The addresses and domains that it may write to; null for anyone.',
    member_id: 'The person who has allowed it.',
    last_used_at: 'When the client last got an access token.',
    revoked_at: 'When it was revoked.',
  },
);

export const grantsSchema = described(
  'GrantList',
  'A page of grants.',
  z.strictObject({ grants: z.array(grantSchema) }),
  {
    grants: null,
  },
);

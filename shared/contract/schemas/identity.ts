import { z } from 'zod';
import { handleSchema, isReservedHandle, RESERVED_HANDLES, UNRESERVED } from '#shared/domain/organization/handle.ts';
import { described } from '#shared/domain/schema/described.ts';
import { labelSchema, metadataSchema, noteSchema, originalSchema, timestampSchema } from './common.ts';
import { refuses } from './rules.ts';

/** Agent identities. See: docs/contract/identities.md#identity-record. */
export const createIdentityBody = described(
  'CreateIdentity',
  'A new agent.',
  z.strictObject({
    handle: handleSchema
      .refine((handle) => !isReservedHandle(handle), UNRESERVED)
      .meta({ override: refuses({ enum: RESERVED_HANDLES }) }),
    display_name: labelSchema.optional(),
    description: noteSchema.optional(),
    metadata: metadataSchema.optional(),
  }),
  {
    handle: 'A unique name, which is also the local part of the agent’s address.',
    display_name: 'The name that people see. The handle by default.',
    description: 'What the agent is for.',
    metadata: null,
  },
);

export const suspendIdentityBody = described(
  'SuspendIdentity',
  'Why an agent is suspended.',
  z.strictObject({ reason: z.string().min(1).max(500, 'at most 500 characters').optional() }),
  { reason: 'A text for people.' },
);

const identityMailboxSchema = described(
  'IdentityMailbox',
  'A brief form of an agent’s mailbox.',
  z.strictObject({ id: z.string(), address: z.string(), is_default: z.boolean() }),
  {
    id: 'The mailbox’s id.',
    address: 'The mailbox’s address.',
    is_default: 'Whether the agent sends from it by default.',
  },
);

const identityA2aSchema = described(
  'IdentityA2a',
  'How other agents find an agent.',
  z.strictObject({ publicly_discoverable: z.boolean(), card_url: z.string() }),
  {
    publicly_discoverable: 'Whether everyone can find the agent and read its card.',
    card_url: 'The address of the agent’s card.',
  },
);

const identityStatusSchema = z.enum(['active', 'suspended']).meta({
  id: 'IdentityStatus',
  description: 'A suspended agent’s keys are refused; its mail is still stored.',
});

export const identitySchema = described(
  'Identity',
  'An agent of the organization.',
  z.strictObject({
    id: z.string(),
    handle: z.string(),
    display_name: z.string(),
    description: z.string().nullable(),
    status: identityStatusSchema,
    suspended_at: timestampSchema.nullable(),
    suspended_reason: z.string().nullable(),
    email_address: z.string().nullable(),
    mailboxes: z.array(identityMailboxSchema),
    a2a: identityA2aSchema,
    metadata: metadataSchema,
    original: originalSchema.optional(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  {
    id: 'The agent’s id.',
    handle: 'The agent’s unique name.',
    display_name: 'The name that people see.',
    description: 'What the agent is for.',
    status: null,
    suspended_at: 'When the agent was suspended.',
    suspended_reason: 'Why it was suspended, if a reason was given.',
    email_address: 'The address of the default mailbox.',
    mailboxes: 'The agent’s mailboxes.',
    a2a: null,
    metadata: null,
    original: null,
  },
);

export const identitiesSchema = described(
  'IdentityList',
  'A page of agents.',
  z.strictObject({ identities: z.array(identitySchema) }),
  { identities: null },
);

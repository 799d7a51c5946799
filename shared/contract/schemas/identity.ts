import { z } from 'zod';
import { handleSchema, isReservedHandle, UNRESERVED } from '../../domain/handle.ts';
import { labelSchema, metadataSchema, noteSchema, timestampSchema } from './common.ts';

/** Agent identities. Rule: shapes, Identities. */
export const createIdentityBody = z
  .strictObject({
    handle: handleSchema.refine((handle) => !isReservedHandle(handle), UNRESERVED).meta({ example: 'support-bot' }),
    display_name: labelSchema.optional().meta({ description: 'The handle when omitted.', example: 'Support' }),
    description: noteSchema.optional(),
    metadata: metadataSchema.optional(),
  })
  .meta({ id: 'CreateIdentity' });

export const suspendIdentityBody = z
  .strictObject({ reason: z.string().min(1).max(500, 'at most 500 characters').optional() })
  .meta({ id: 'SuspendIdentity' });

export const identitySchema = z
  .strictObject({
    id: z.string(),
    handle: z.string(),
    display_name: z.string(),
    description: z.string().nullable(),
    status: z.enum(['active', 'suspended']),
    suspended_at: timestampSchema.nullable(),
    suspended_reason: z.string().nullable(),
    email_address: z.string().nullable(),
    mailboxes: z.array(z.strictObject({ id: z.string(), address: z.string(), is_default: z.boolean() })),
    a2a: z.strictObject({ publicly_discoverable: z.boolean(), card_url: z.string() }),
    metadata: z.record(z.string(), z.string()),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Identity' });

export const identitiesSchema = z.strictObject({ identities: z.array(identitySchema) }).meta({ id: 'Identities' });

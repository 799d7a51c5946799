import { z } from 'zod';
import { localPartSchema } from '#shared/domain/mail/local-part.ts';
import { described } from '#shared/domain/schema/described.ts';
import { idSchema, timestampSchema } from './common.ts';

/** Mailboxes of an agent. See: docs/contract/identities.md#mailboxes. */
export const mailboxParams = z.strictObject({ id: idSchema, mid: idSchema });

export const createMailboxBody = described(
  'CreateMailbox',
  'A new address for an agent.',
  z.strictObject({ local_part: localPartSchema, domain_id: idSchema.optional() }),
  {
    local_part: 'The part before the @: a dot-atom (RFC 5321) without a +.',
    domain_id: 'A verified domain of the organization. The service’s own by default.',
  },
);

export const mailboxSchema = described(
  'Mailbox',
  'A mailbox of an agent.',
  z.strictObject({
    id: z.string(),
    identity_id: z.string(),
    address: z.string(),
    is_default: z.boolean(),
    domain_id: z.string().nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  {
    id: 'The mailbox’s id.',
    identity_id: 'The agent that owns the mailbox.',
    address: 'The mailbox’s address.',
    is_default: 'Whether the agent sends from it by default.',
    domain_id: 'The organization’s domain that the address is on; null: the service’s own.',
  },
);

export const mailboxesSchema = described(
  'MailboxList',
  'A page of mailboxes.',
  z.strictObject({ mailboxes: z.array(mailboxSchema) }),
  { mailboxes: null },
);

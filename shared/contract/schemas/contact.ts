import { z } from 'zod';
import { CONTACT_SOURCES } from '../../domain/contact.ts';
import { handleSchema } from '../../domain/handle.ts';
import { isMailAddress, normaliseAddress } from '../../domain/mail/address.ts';
import {
  filterSchema,
  idSchema,
  labelSchema,
  metadataSchema,
  noteSchema,
  pageFields,
  timestampSchema,
} from './common.ts';

/** Contacts. Rule: shapes, Domains, provider accounts, contact rules, contacts. */
/** How many addresses, and how many handles, one contact has. Each address is a row by which the contact is found. */
const MOST_NAMES = 20;

const once = (values: readonly string[]) => new Set(values).size === values.length;

/** An address as it is kept and compared. */
const contactAddressSchema = z
  .string()
  .max(500)
  .transform(normaliseAddress)
  .refine(isMailAddress, 'an e-mail address')
  .meta({ override: { type: 'string', format: 'email' }, example: 'ada@example.com' });

const emailsSchema = z
  .array(contactAddressSchema)
  .max(MOST_NAMES, `at most ${MOST_NAMES} addresses`)
  .refine(once, 'each address once');

const handlesSchema = z
  .array(handleSchema)
  .max(MOST_NAMES, `at most ${MOST_NAMES} handles`)
  .refine(once, 'each handle once');

export const createContactBody = z
  .strictObject({
    identity_id: idSchema.optional().meta({
      description: 'Whose contact it is. Without one: the agent’s whose key asks, shared by all agents for an org key.',
    }),
    display_name: labelSchema.optional().meta({ description: 'The first address or handle when omitted.' }),
    emails: emailsSchema.optional(),
    agent_handles: handlesSchema.optional(),
    company: labelSchema.optional(),
    notes: noteSchema.optional(),
    metadata: metadataSchema.optional(),
  })
  .refine(
    (body) => body.display_name ?? body.emails?.[0] ?? body.agent_handles?.[0],
    'at least one of display_name, emails, agent_handles',
  )
  .meta({ id: 'CreateContact' });

export const updateContactBody = z
  .strictObject({
    display_name: labelSchema.optional(),
    emails: emailsSchema.optional(),
    agent_handles: handlesSchema.optional(),
    company: labelSchema.nullable().optional().meta({ description: 'null: none any more.' }),
    notes: noteSchema.nullable().optional().meta({ description: 'null: none any more.' }),
    metadata: metadataSchema.optional().meta({ description: 'Replaces all pairs.' }),
  })
  .refine((body) => Object.keys(body).length > 0, 'at least one field')
  .meta({ id: 'UpdateContact', description: 'Only the fields that are named change; lists are replaced whole.' });

export const contactSchema = z
  .strictObject({
    id: z.string(),
    identity_id: z.string().nullable().meta({ description: 'null: shared by the organization’s agents.' }),
    display_name: z.string(),
    emails: z.array(z.string()),
    agent_handles: z.array(z.string()),
    company: z.string().nullable(),
    notes: z.string().nullable(),
    metadata: z.record(z.string(), z.string()),
    source: z.enum(CONTACT_SOURCES),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Contact' });

export const contactsSchema = z.strictObject({ contacts: z.array(contactSchema) }).meta({ id: 'Contacts' });

export const contactsQuery = z.strictObject({
  ...pageFields,
  q: filterSchema.optional().meta({
    description: 'Text that name, company, an address or a handle contains, in whatever case.',
  }),
  email: contactAddressSchema.optional().meta({ description: 'The whole address.' }),
});

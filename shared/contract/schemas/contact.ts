import { z } from 'zod';
import { CONTACT_SOURCES } from '#shared/domain/contact/contact.ts';
import { isMailAddress, normaliseAddress } from '#shared/domain/mail/address.ts';
import { handleSchema } from '#shared/domain/organization/handle.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import {
  filterSchema,
  idSchema,
  labelSchema,
  metadataSchema,
  noteSchema,
  originalSchema,
  pageFields,
  timestampSchema,
} from './common.ts';
import { NOT_EMPTY, refuses, without } from './rules.ts';

/** Contacts. See: docs/contract/contacts.md#contacts. */
/** The maximum number of addresses, and of handles, of a contact. Each address has a row for looking up the contact. */
const MAX_NAMES = 20;

const once = (values: readonly string[]) => new Set(values).size === values.length;

/** An address in the form in which it is stored and compared. */
const contactAddressSchema = z
  .string()
  .max(500)
  .transform(normaliseAddress)
  .refine(isMailAddress, 'an email address')
  .meta({ override: { type: 'string', format: 'email', maxLength: 500 } });

const emailsSchema = z
  .array(contactAddressSchema)
  .max(MAX_NAMES, `at most ${MAX_NAMES} addresses`)
  .refine(once, 'each address once')
  .meta({ id: 'ContactEmails', description: 'The contact’s addresses.', override: { uniqueItems: true } });

const handlesSchema = z
  .array(handleSchema)
  .max(MAX_NAMES, `at most ${MAX_NAMES} handles`)
  .refine(once, 'each handle once')
  .meta({
    id: 'ContactHandles',
    description: 'Handles of agents that belong to the contact.',
    override: { uniqueItems: true },
  });

const contactTexts = {
  display_name: 'The name that people see.',
  emails: null,
  agent_handles: null,
  company: 'The company that the contact works for.',
  notes: 'A text for people.',
  metadata: null,
} as const;

/** A non-empty list. */
const named = (list: string) => ({
  required: [list],
  properties: { [list]: { type: 'array', items: {}, minItems: 1 } },
});

export const createContactBody = described(
  'CreateContact',
  'A new contact. It needs a name, an address or a handle.',
  z
    .strictObject({
      identity_id: idSchema.optional(),
      display_name: labelSchema.optional(),
      emails: emailsSchema.optional(),
      agent_handles: handlesSchema.optional(),
      company: labelSchema.optional(),
      notes: noteSchema.optional(),
      metadata: metadataSchema.optional(),
    })
    .refine(
      (body) => body.display_name ?? body.emails?.[0] ?? body.agent_handles?.[0],
      'at least one of display_name, emails, agent_handles',
    ),
  {
    ...contactTexts,
    identity_id: 'The agent that owns the contact. By default, the key’s agent or, with an org key, all agents.',
    display_name: 'The name that people see. The first address or handle by default.',
  },
  refuses({ ...without('display_name'), allOf: [{ not: named('emails') }, { not: named('agent_handles') }] }),
);

export const updateContactBody = described(
  'UpdateContact',
  'The fields to change, at least one. Lists and metadata are replaced as a whole.',
  z
    .strictObject({
      display_name: labelSchema.optional(),
      emails: emailsSchema.optional(),
      agent_handles: handlesSchema.optional(),
      company: labelSchema.nullable().optional(),
      notes: noteSchema.nullable().optional(),
      metadata: metadataSchema.optional(),
    })
    .refine((body) => Object.keys(body).length > 0, 'at least one field'),
  { ...contactTexts, company: 'The new company; null removes it.', notes: 'The new text; null removes it.' },
  NOT_EMPTY,
);

const contactSourceSchema = z
  .enum(CONTACT_SOURCES)
  .meta({ id: 'ContactSource', description: 'How the contact was created.' });

export const contactSchema = described(
  'Contact',
  'A person or an agent that the organization knows.',
  z.strictObject({
    id: z.string(),
    identity_id: z.string().nullable(),
    display_name: z.string(),
    emails: z.array(z.string()),
    agent_handles: z.array(z.string()),
    company: z.string().nullable(),
    notes: z.string().nullable(),
    metadata: metadataSchema,
    source: contactSourceSchema,
    original: originalSchema.optional(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  }),
  {
    ...contactTexts,
    emails: 'The contact’s addresses.',
    agent_handles: 'Handles of agents that belong to the contact.',
    id: 'The contact’s id.',
    identity_id: 'The agent that owns it; null: shared by the organization’s agents.',
    source: null,
    original: null,
  },
);

export const contactsSchema = described(
  'ContactList',
  'A page of contacts.',
  z.strictObject({ contacts: z.array(contactSchema) }),
  { contacts: null },
);

export const contactsQuery = explained(
  z.strictObject({ ...pageFields, q: filterSchema.optional(), email: contactAddressSchema.optional() }),
  {
    q: 'Text in the name, company, an address or a handle, case-insensitive.',
    email: 'A complete address of the contact.',
  },
);

import { z } from 'zod';
import {
  CONTACT_ACTIONS,
  CONTACT_DIRECTIONS,
  CONTACT_MATCH_TYPES,
  FILTER_MODES,
} from '../../domain/mail/contact-rules.ts';
import { filterSchema, idSchema, noteSchema, pageFields, timestampSchema } from './common.ts';

/** Contact rules and filter modes. Rule: shapes, Domains, provider accounts, contact rules. */
export const createContactRuleBody = z
  .strictObject({
    identity_id: idSchema
      .nullish()
      .meta({ description: 'The agent it holds for; null, as without one: the whole organization.' }),
    action: z.enum(CONTACT_ACTIONS),
    match_type: z.enum(CONTACT_MATCH_TYPES),
    match_target: z.string().min(1, 'at least 1 character').max(254, 'at most 254 characters').meta({
      description: 'An address for `exact_email`, a domain name for `domain`, which stands for that very domain.',
      example: 'example.com',
    }),
    direction: z.enum(CONTACT_DIRECTIONS).default('both'),
    note: noteSchema.nullish(),
  })
  .meta({ id: 'CreateContactRule' });

export const contactRuleSchema = z
  .strictObject({
    id: z.string(),
    identity_id: z.string().nullable().meta({ description: 'null: the whole organization.' }),
    action: z.enum(CONTACT_ACTIONS),
    match_type: z.enum(CONTACT_MATCH_TYPES),
    match_target: z.string(),
    direction: z.enum(CONTACT_DIRECTIONS),
    note: z.string().nullable(),
    created_at: timestampSchema,
  })
  .meta({ id: 'ContactRule' });

export const contactRulesSchema = z
  .strictObject({ contact_rules: z.array(contactRuleSchema) })
  .meta({ id: 'ContactRules' });

const ofIdentity = filterSchema.optional();

export const contactRulesQuery = z.strictObject({ ...pageFields, identity_id: ofIdentity });

export const contactSettingsQuery = z.strictObject({ identity_id: ofIdentity });

export const contactSettingsBody = z.strictObject({ filter_mode: z.enum(FILTER_MODES) }).meta({ id: 'SetFilterMode' });

export const contactSettingsSchema = z
  .strictObject({
    identity_id: z.string().nullable().meta({ description: 'null: the whole organization.' }),
    filter_mode: z.enum(FILTER_MODES).meta({
      description:
        'What holds: an agent without a mode of its own has its organization’s, whose default is `blocklist`.',
    }),
    updated_at: timestampSchema
      .nullable()
      .meta({ description: 'null where this agent or organization has chosen none.' }),
  })
  .meta({ id: 'ContactSettings' });

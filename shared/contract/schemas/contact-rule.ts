import { z } from 'zod';
import { filterModeSchema, ruleActionSchema, ruleDirectionSchema } from '#shared/domain/access-rule.ts';
import { described, explained } from '#shared/domain/described.ts';
import { CONTACT_MATCH_TYPES, isRuleTarget } from '#shared/domain/mail/contact-rules.ts';
import { ABOUT_AGENT, filterSchema, idSchema, noteSchema, pageFields, timestampSchema } from './common.ts';
import { type RefusedCase, refuses } from './rules.ts';

/** Contact rules and filter modes. See: docs/contract/contacts.md#contact-rules. */
const matchTypeSchema = z.enum(CONTACT_MATCH_TYPES).meta({
  id: 'ContactMatchType',
  description: 'Whether a rule is about one address or about all addresses of a domain.',
});

const EXPECTED = { exact_email: 'an e-mail address (RFC 5321)', domain: 'a domain name' } as const;

/** In ASCII, an address has an `@`, and a domain has a dot and no `@`. Other characters may be forms of these. */
const REFUSED: readonly RefusedCase[] = [
  { properties: { match_type: { const: 'exact_email' }, match_target: { pattern: '^[ -?A-~]*$' } } },
  { properties: { match_type: { const: 'domain' }, match_target: { pattern: '@|^[ -\\-/-~]*$' } } },
];

export const createContactRuleBody = described(
  'CreateContactRule',
  'A new rule about mail from or to an address or a domain.',
  z
    .strictObject({
      identity_id: idSchema.nullish(),
      action: ruleActionSchema,
      match_type: matchTypeSchema,
      match_target: z.string().min(1, 'at least 1 character').max(254, 'at most 254 characters'),
      direction: ruleDirectionSchema.default('both'),
      note: noteSchema.nullish(),
    })
    .superRefine(({ match_type: type, match_target: target }, context) => {
      if (isRuleTarget(type, target)) return;
      context.addIssue({ code: 'custom', path: ['match_target'], message: EXPECTED[type] });
    }),
  {
    identity_id: 'The agent that the rule is for. Omitted or null: the whole organization.',
    action: null,
    match_type: null,
    match_target: 'An address, or a domain name, which does not include its subdomains.',
    direction: 'The mail that the rule applies to.',
    note: 'A text for people.',
  },
  refuses(...REFUSED),
);

export const contactRuleSchema = described(
  'ContactRule',
  'A rule about mail from or to an address or a domain.',
  z.strictObject({
    id: z.string(),
    identity_id: z.string().nullable(),
    action: ruleActionSchema,
    match_type: matchTypeSchema,
    match_target: z.string(),
    direction: ruleDirectionSchema,
    note: z.string().nullable(),
    created_at: timestampSchema,
  }),
  {
    id: 'The rule’s id.',
    identity_id: 'The agent that the rule is for; null: the whole organization.',
    action: null,
    match_type: null,
    match_target: 'The address or the domain.',
    direction: 'The mail that the rule applies to.',
    note: 'A text for people.',
  },
);

export const contactRulesSchema = described(
  'ContactRuleList',
  'A page of contact rules.',
  z.strictObject({ contact_rules: z.array(contactRuleSchema) }),
  { contact_rules: null },
);

const ofIdentity = filterSchema.optional();

export const contactRulesQuery = explained(z.strictObject({ ...pageFields, identity_id: ofIdentity }), {
  identity_id: ABOUT_AGENT,
});

export const contactSettingsQuery = explained(z.strictObject({ identity_id: ofIdentity }), {
  identity_id: ABOUT_AGENT,
});

export const contactSettingsBody = described(
  'SetFilterMode',
  'The filter mode to set.',
  z.strictObject({ filter_mode: filterModeSchema }),
  { filter_mode: null },
);

export const contactSettingsSchema = described(
  'ContactSettings',
  'The filter mode of an agent or of the organization.',
  z.strictObject({
    identity_id: z.string().nullable(),
    filter_mode: filterModeSchema,
    updated_at: timestampSchema.nullable(),
  }),
  {
    identity_id: 'The agent; null: the whole organization.',
    filter_mode: 'The mode that applies: the agent’s own, or else its organization’s (`blocklist` at first).',
    updated_at: 'When this agent or organization chose its mode; null if it chose none.',
  },
);

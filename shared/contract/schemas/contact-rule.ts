import { z } from 'zod';
import { filterModeSchema, ruleActionSchema, ruleDirectionSchema } from '#shared/domain/contact/access-rule.ts';
import { CONTACT_MATCH_TYPES, isRuleTarget } from '#shared/domain/mail/contact-rules.ts';
import { WARNING_FOLDERS } from '#shared/domain/mail/warning-rules.ts';
import { CONTENT_WARNINGS } from '#shared/domain/safe-reading/content-warning.ts';
import { described, explained } from '#shared/domain/schema/described.ts';
import { ABOUT_AGENT, filterSchema, idSchema, noteSchema, pageFields, timestampSchema } from './common.ts';
import { warningSchema } from './mail.ts';
import { type RefusedCase, refuses, withAll, without } from './rules.ts';

/** Contact rules and filter modes. See: docs/contract/contacts.md#contact-rules. */
const matchTypeSchema = z.enum(CONTACT_MATCH_TYPES).meta({
  id: 'ContactMatchType',
  description: 'Whether a rule applies to one address or to all addresses of a domain.',
});

const EXPECTED = { exact_email: 'an email address (RFC 5321)', domain: 'a domain name' } as const;

/**
 * In ASCII, an address has an `@`, and a domain has a dot and no `@`. Other characters may be forms of these. A rule
 * without `when` needs a match and an action; one with `when` applies only to received messages.
 */
const REFUSED: readonly RefusedCase[] = [
  {
    ...withAll('match_type', 'match_target'),
    properties: { match_type: { const: 'exact_email' }, match_target: { pattern: '^[ -?A-~]*$' } },
  },
  {
    ...withAll('match_type', 'match_target'),
    properties: { match_type: { const: 'domain' }, match_target: { pattern: '@|^[ -\\-/-~]*$' } },
  },
  { allOf: [without('when'), { not: withAll('action', 'match_type', 'match_target') }] },
  { allOf: [without('when'), withAll('folder')] },
  { allOf: [withAll('match_type'), without('match_target')] },
  { allOf: [withAll('match_target'), without('match_type')] },
  { ...withAll('when', 'action'), properties: { when: {}, action: { const: 'allow' } } },
  { ...withAll('when', 'direction'), properties: { when: {}, direction: { not: { const: 'inbound' } } } },
];

const whenSchema = z
  .array(warningSchema)
  .min(1, 'at least one warning; omit the field for a rule about all messages')
  .max(Object.keys(CONTENT_WARNINGS).length, 'each warning once')
  .refine((warnings) => new Set(warnings).size === warnings.length, 'each warning once')
  .meta({ override: { uniqueItems: true } });

const folderSchema = z.enum(WARNING_FOLDERS).meta({
  id: 'WarningFolder',
  description: 'Where a rule about warnings puts a message. In `blocked`, it has no event and no thread.',
});

const targetSchema = z.string().min(1, 'at least 1 character').max(254, 'at most 254 characters');

export const createContactRuleBody = described(
  'CreateContactRule',
  'A new rule about mail from or to an address or a domain, or about received mail with warnings.',
  z
    .strictObject({
      identity_id: idSchema.nullish(),
      action: ruleActionSchema.optional(),
      match_type: matchTypeSchema.optional(),
      match_target: targetSchema.optional(),
      when: whenSchema.optional(),
      folder: folderSchema.optional(),
      direction: ruleDirectionSchema.optional(),
      note: noteSchema.nullish(),
    })
    .superRefine((body, context) => {
      const refuse = (field: keyof typeof body, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message });
      const { match_type: type, match_target: target, when } = body;
      if (type !== undefined && target !== undefined && !isRuleTarget(type, target)) {
        refuse('match_target', EXPECTED[type]);
      }
      const needsTarget = when === undefined || type !== undefined || target !== undefined;
      if (needsTarget && type === undefined) refuse('match_type', 'required');
      if (needsTarget && target === undefined) refuse('match_target', 'required');
      if (when === undefined) {
        if (body.action === undefined) refuse('action', 'required');
        if (body.folder !== undefined) refuse('folder', 'only together with when: warnings');
        return;
      }
      if (body.action === 'allow') refuse('action', 'block, or omit it: a rule with when puts messages into folder');
      if (body.direction === 'outbound' || body.direction === 'both') {
        refuse('direction', 'inbound, or omit it: only received messages have warnings');
      }
    }),
  {
    identity_id: 'The agent that the rule is for. Omitted or null: the whole organization.',
    action: 'Required without `when`; `block` with it.',
    match_type: 'Required without `when`.',
    match_target:
      'An address, or a domain name, which does not include its subdomains. If this and `match_type` are omitted, a rule with `when` applies to every author.',
    when: 'The rule applies to received messages with any of these warnings.',
    folder: 'The folder for messages with the warnings: `blocked` by default. Only with `when`.',
    direction: 'The mail that the rule applies to: `both` by default, or `inbound` with `when`.',
    note: 'A text for people.',
  },
  refuses(...REFUSED),
);

export const contactRuleSchema = described(
  'ContactRule',
  'A rule about mail from or to an address or a domain, or about received mail with warnings.',
  z.strictObject({
    id: z.string(),
    identity_id: z.string().nullable(),
    action: ruleActionSchema,
    match_type: matchTypeSchema.nullable(),
    match_target: z.string().nullable(),
    when: z.array(warningSchema),
    folder: folderSchema.nullable(),
    direction: ruleDirectionSchema,
    note: z.string().nullable(),
    created_at: timestampSchema,
  }),
  {
    id: 'The rule’s id.',
    identity_id: 'The agent that the rule is for; null: the whole organization.',
    action: null,
    match_type: 'Null for a rule about every author.',
    match_target: 'The address or the domain; null for a rule about every author.',
    when: 'The warnings that the rule applies to; empty for a rule about all messages.',
    folder: 'The folder for messages with the warnings; null for a rule about all messages.',
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
  'The filter mode of an agent or the organization.',
  z.strictObject({
    identity_id: z.string().nullable(),
    filter_mode: filterModeSchema,
    updated_at: timestampSchema.nullable(),
  }),
  {
    identity_id: 'The agent; null: the whole organization.',
    filter_mode: 'The mode that applies: the agent’s own, or else its organization’s (initially `blocklist`).',
    updated_at: 'When the mode of this agent or organization was set; null if it was never set.',
  },
);

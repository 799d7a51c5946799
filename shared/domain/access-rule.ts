import { z } from 'zod';

/** Who may reach an agent without a rule. See: docs/contract/a2a.md#settings; docs/contract/contacts.md#contact-rules. */
export const FILTER_MODES = ['allowlist', 'blocklist'] as const;
export const filterModeSchema = z.enum(FILTER_MODES).meta({
  id: 'FilterMode',
  description: '`allowlist`: only who is allowed. `blocklist`: everyone who is not blocked.',
});

export type FilterMode = (typeof FILTER_MODES)[number];

export const RULE_ACTIONS = ['allow', 'block'] as const;
export const ruleActionSchema = z
  .enum(RULE_ACTIONS)
  .meta({ id: 'RuleAction', description: 'Whether a rule allows or blocks.' });

export type RuleAction = (typeof RULE_ACTIONS)[number];

export const RULE_DIRECTIONS = ['inbound', 'outbound', 'both'] as const;
export const ruleDirectionSchema = z.enum(RULE_DIRECTIONS).meta({
  id: 'RuleDirection',
  description: 'The traffic that a rule applies to, as the agent sees it.',
});

export type RuleDirection = (typeof RULE_DIRECTIONS)[number];

import { z } from 'zod';

/**
 * The terms of access rules. Contact rules (mail) and A2A rules (tasks) have the same ones.
 *
 * See: docs/contract/contacts.md#contact-rules; docs/contract/a2a.md#access-rules.
 */

/** What applies when no rule matches. */
export const FILTER_MODES = ['allowlist', 'blocklist'] as const;
export const filterModeSchema = z.enum(FILTER_MODES).meta({
  id: 'FilterMode',
  description: '`allowlist`: only allowed senders and recipients. `blocklist`: all except blocked ones.',
});

export type FilterMode = (typeof FILTER_MODES)[number];

export const RULE_ACTIONS = ['allow', 'block'] as const;
export const ruleActionSchema = z
  .enum(RULE_ACTIONS)
  .meta({ id: 'RuleAction', description: 'Whether a rule allows or blocks.' });

export type RuleAction = (typeof RULE_ACTIONS)[number];

/** The direction of an email or a task, as the agent sees it. */
export const DIRECTIONS = ['inbound', 'outbound'] as const;

export type Direction = (typeof DIRECTIONS)[number];

export const RULE_DIRECTIONS = [...DIRECTIONS, 'both'] as const;
export const ruleDirectionSchema = z.enum(RULE_DIRECTIONS).meta({
  id: 'RuleDirection',
  description: 'The traffic that a rule applies to, from the agent’s point of view.',
});

/** What made a rule, unless someone did. */
export const ruleOriginSchema = z
  .enum(['invitation'])
  .meta({ id: 'RuleOrigin', description: '`invitation` if an accepted invitation created the rule.' });

export type RuleDirection = (typeof RULE_DIRECTIONS)[number];

/** The part of a rule that decides. */
export interface RuleTerms {
  action: RuleAction;
  direction: RuleDirection;
}

/** Whether a rule applies to traffic of this direction. */
export function coversDirection(rule: Pick<RuleTerms, 'direction'>, direction: Direction): boolean {
  return rule.direction === direction || rule.direction === 'both';
}

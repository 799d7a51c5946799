import { z } from 'zod';

/** Who may reach an agent when no rule speaks. See: docs/contract/a2a.md#settings. */
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

/** What one agent's rule says about another. */
export interface RuleTerms {
  action: RuleAction;
  direction: RuleDirection;
}

/** All that decides whether one agent may reach another. */
export interface AccessContext {
  sameOrganization: boolean;
  /** The caller's rules about the worker. */
  callerRules: readonly RuleTerms[];
  /** The worker's rules about the caller. */
  workerRules: readonly RuleTerms[];
  /** The worker's, towards other organizations. */
  filterMode: FilterMode;
}

const hasRule = (rules: readonly RuleTerms[], action: RuleAction, direction: 'inbound' | 'outbound') =>
  rules.some((rule) => rule.action === action && (rule.direction === direction || rule.direction === 'both'));

/** Whether a block rule of either side stands between them. */
export function isBlocked({ callerRules, workerRules }: Pick<AccessContext, 'callerRules' | 'workerRules'>): boolean {
  return hasRule(callerRules, 'block', 'outbound') || hasRule(workerRules, 'block', 'inbound');
}

/**
 * Whether a task of the caller may reach the worker. A block of either side wins; an agent of the own organization
 * needs nothing more; one of another needs the worker's allow where its mode is `allowlist`.
 *
 * See: docs/contract/a2a.md#settings.
 */
export function isAllowed(context: AccessContext): boolean {
  if (isBlocked(context)) return false;
  if (context.sameOrganization || context.filterMode === 'blocklist') return true;
  return hasRule(context.workerRules, 'allow', 'inbound');
}

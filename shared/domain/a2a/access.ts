import type { FilterMode, RuleAction, RuleDirection } from '../access-rule.ts';

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

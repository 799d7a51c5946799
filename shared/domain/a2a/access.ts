import {
  coversDirection,
  type Direction,
  type FilterMode,
  type RuleAction,
  type RuleTerms,
} from '../contact/access-rule.ts';

/** Everything that decides whether one agent may reach another. See: docs/contract/a2a.md#settings. */
export interface AccessContext {
  sameOrganization: boolean;
  /** The caller's rules about the worker. */
  callerRules: readonly RuleTerms[];
  /** The worker's rules about the caller. */
  workerRules: readonly RuleTerms[];
  /** The worker's filter mode. It applies to callers of other organizations. */
  filterMode: FilterMode;
}

const hasRule = (rules: readonly RuleTerms[], action: RuleAction, direction: Direction) =>
  rules.some((rule) => rule.action === action && coversDirection(rule, direction));

/** Whether either side has a rule that blocks tasks from the caller to the worker. */
export function isBlocked({ callerRules, workerRules }: Pick<AccessContext, 'callerRules' | 'workerRules'>): boolean {
  return hasRule(callerRules, 'block', 'outbound') || hasRule(workerRules, 'block', 'inbound');
}

/**
 * Whether a task of the caller may reach the worker. A block rule of either side refuses it. Otherwise two agents of
 * one organization may reach each other; an agent of another organization needs an allow rule of the worker where the
 * worker's mode is `allowlist`.
 *
 * See: docs/contract/a2a.md#settings.
 */
export function isAllowed(context: AccessContext): boolean {
  if (isBlocked(context)) return false;
  if (context.sameOrganization || context.filterMode === 'blocklist') return true;
  return hasRule(context.workerRules, 'allow', 'inbound');
}

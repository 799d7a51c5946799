import type { Change } from '#shared/data/change.ts';
import { ANY_AUTHOR, type ContactRule } from '#shared/data/entities/contact/contact-rule.ts';
import {
  MAX_WARNING_RULES,
  readWarningRules,
  replaceWarningRules,
  warningRulesKey,
} from '#shared/data/entities/contact/contact-rule-target.ts';
import type { Table } from '#shared/data/table-client.ts';
import { AppError, invalid } from '#shared/domain/errors/errors.ts';
import type { WarningRuleTerms } from '#shared/domain/mail/warning-rules.ts';

/** Returns the change that adds a rule about warnings to the rules of its scope, unless they have its terms already. */
export async function warningRuleEntry(
  table: Table,
  rule: Omit<ContactRule, 'id' | 'createdAt'>,
): Promise<(rule: Pick<ContactRule, 'id'>) => Change> {
  const terms = termsOf(rule);
  const key = warningRulesKey(rule.organizationId, rule.identityId);
  const list = await readWarningRules(table, key);
  if (list.rules.some((one) => isSame(one, terms))) throw new AppError('contact_rule.duplicate');
  if (list.rules.length >= MAX_WARNING_RULES) {
    throw invalid('when', `at most ${MAX_WARNING_RULES} rules about warnings per agent or organization`);
  }
  return ({ id }) => replaceWarningRules(key, list, [...list.rules, { id, ...terms }]);
}

/** The change that removes a rule about warnings from the rules of its scope. */
export async function withoutWarningRule(table: Table, rule: ContactRule): Promise<Change> {
  const key = warningRulesKey(rule.organizationId, rule.identityId);
  const list = await readWarningRules(table, key);
  return replaceWarningRules(
    key,
    list,
    list.rules.filter(({ id }) => id !== rule.id),
  );
}

function termsOf({ matchType, matchTarget, when = [], folder = 'blocked' }: Omit<ContactRule, 'id' | 'createdAt'>) {
  const isAboutEveryone = matchTarget === ANY_AUTHOR;
  return {
    matchType: isAboutEveryone ? null : matchType,
    matchTarget: isAboutEveryone ? null : matchTarget,
    when,
    folder,
  };
}

function isSame(a: WarningRuleTerms, b: WarningRuleTerms): boolean {
  return a.matchType === b.matchType && a.matchTarget === b.matchTarget && a.folder === b.folder && sameWhen(a, b);
}

/** Both are in the order of the list of warnings. */
function sameWhen(a: WarningRuleTerms, b: WarningRuleTerms): boolean {
  return a.when.join() === b.when.join();
}

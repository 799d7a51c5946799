import { type A2aRule, findA2aRule } from '../../../shared/data/entities/a2a-rule.ts';
import { findIdentity, type Identity } from '../../../shared/data/entities/identity.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { notFound } from '../../../shared/domain/errors.ts';

/** A rule of the organization, and the agent it is about. */
export async function ownRule(
  table: Table,
  organizationId: string,
  id: string,
): Promise<{ rule: A2aRule; agent: Identity }> {
  const rule = await findA2aRule(table, organizationId, id);
  if (rule === undefined) throw notFound();
  const agent = await findIdentity(table, organizationId, rule.identityId);
  if (agent === undefined) throw new Error('a rule without its agent');
  return { rule, agent };
}

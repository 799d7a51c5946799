import { type A2aRule, findA2aRule } from '#shared/data/entities/a2a/a2a-rule.ts';
import { findIdentity, type Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import { notFound } from '#shared/domain/errors/errors.ts';

/** Loads a rule of the organization and its agent. */
export async function loadRule(
  table: Table,
  organizationId: string,
  id: string,
): Promise<{ rule: A2aRule; agent: Identity }> {
  const rule = await findA2aRule(table, organizationId, id);
  if (rule === undefined) throw notFound();
  const agent = await findIdentity(table, organizationId, rule.identityId);
  if (agent === undefined) throw new Error('the agent of a rule does not exist');
  return { rule, agent };
}

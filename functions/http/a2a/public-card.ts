import { readSettings } from '#shared/data/entities/a2a/a2a-settings.ts';
import { findIdentityById } from '#shared/data/entities/organization/identity.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import type { Table } from '#shared/data/table-client.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { agentCard } from '#shared/services/tasks/agent-card.ts';

/** The public card of an agent. An agent that is hidden, suspended or unknown causes the identical 404. */
export async function publicCard(table: Table, identityId: string, baseUrl: string) {
  const identity = await findIdentityById(table, identityId);
  if (identity === undefined || identity.status !== 'active' || !identity.publiclyDiscoverable) throw notFound();
  const [settings, organization] = await Promise.all([
    readSettings(table, identity.id),
    findOrganization(table, identity.organizationId),
  ]);
  if (organization === undefined) throw new Error('the organization of an agent does not exist');
  return agentCard(identity, settings, organization.name, baseUrl);
}

import { readSettings } from '../../../shared/data/entities/a2a-settings.ts';
import { findIdentityById } from '../../../shared/data/entities/identity.ts';
import { findOrganization } from '../../../shared/data/entities/organization.ts';
import type { Table } from '../../../shared/data/table-client.ts';
import { notFound } from '../../../shared/domain/errors.ts';
import { agentCard } from '../../../shared/services/tasks/agent-card.ts';

/** The card that everybody may see. An agent that is hidden, suspended or not there has none, to the letter. */
export async function publicCard(table: Table, identityId: string, baseUrl: string) {
  const identity = await findIdentityById(table, identityId);
  if (identity === undefined || identity.status !== 'active' || !identity.publiclyDiscoverable) throw notFound();
  const [settings, organization] = await Promise.all([
    readSettings(table, identity.id),
    findOrganization(table, identity.organizationId),
  ]);
  if (organization === undefined) throw new Error('an agent without its organization');
  return agentCard(identity, settings, organization.name, baseUrl);
}

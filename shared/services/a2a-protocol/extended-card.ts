import { readSettings } from '#shared/data/entities/a2a/a2a-settings.ts';
import { findIdentityById } from '#shared/data/entities/organization/identity.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { agentCard } from '../tasks/agent-card.ts';
import { requireReachableAgent } from '../tasks/require-reachable-agent.ts';
import type { Call } from './call.ts';

/**
 * The card for an authenticated caller: of itself, of a public agent, or of an agent that accepts the caller's tasks.
 *
 * See: A2A v1.0, sections 3.1.11 and 13.3; docs/decisions/0011-a2a-protocol.md.
 */
export async function extendedCard({ table, caller, targetId, baseUrl }: Call) {
  const identity = await findIdentityById(table, targetId);
  if (identity === undefined || identity.status !== 'active') throw notFound();
  if (identity.id !== caller.id && !identity.publiclyDiscoverable) {
    await requireReachableAgent(table, caller, { identityId: identity.id });
  }
  const [settings, organization] = await Promise.all([
    readSettings(table, identity.id),
    findOrganization(table, identity.organizationId),
  ]);
  if (organization === undefined) throw new Error('the organization of an agent does not exist');
  return agentCard(identity, settings, organization.name, baseUrl);
}

import { readSettings } from '#shared/data/entities/a2a/a2a-settings.ts';
import { findIdentityById } from '#shared/data/entities/organization/identity.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { agentCard } from '#shared/services/tasks/agent-card.ts';
import { signCard } from './sign-card.ts';

/** The public card of an agent, signed. An agent that is hidden, suspended or unknown causes the identical 404. */
export async function publicCard(
  context: Pick<RequestContext, 'table' | 'baseUrl' | 'signingKeys'>,
  identityId: string,
) {
  const { table, baseUrl } = context;
  const identity = await findIdentityById(table, identityId);
  if (identity === undefined || identity.status !== 'active' || !identity.publiclyDiscoverable) throw notFound();
  const [settings, organization] = await Promise.all([
    readSettings(table, identity.id),
    findOrganization(table, identity.organizationId),
  ]);
  if (organization === undefined) throw new Error('the organization of an agent does not exist');
  return signCard(agentCard(identity, settings, organization.name, baseUrl), context);
}

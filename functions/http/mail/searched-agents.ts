import { identitiesBefore } from '#shared/data/entities/organization/identity.ts';
import { collect } from '#shared/data/table-client.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';

/** Each agent has an index of its own, so a search of all agents reads as many. */
const MAX_AGENTS = 200;

/** All agents of the organization. Throws a 400 that names `parameter` if they are too many for one search. */
export async function searchedAgents(
  { table, actor }: AuthenticatedContext,
  parameter: 'identity_id' | 'q',
): Promise<string[]> {
  const agents = await collect(identitiesBefore(table, actor.organization.id, undefined), MAX_AGENTS + 1);
  const problem = parameter === 'q' ? 'searches at most' : 'needed with more than';
  if (agents.length > MAX_AGENTS) throw invalid(parameter, `${problem} ${MAX_AGENTS} agents`);
  return agents.map(({ id }) => id);
}

import { type OperationName, routeOf } from '#testing/operations.ts';
import type { Request } from './example.ts';
import { EXAMPLES } from './example-requests.ts';
import { type Fixture, makeWebhook } from './fixture.ts';

/** A request with the key of the agent that it is about. */
export interface AgentRequest extends Request {
  readonly key: string;
}

/** The example of an operation that agents may call, by an agent about resources of its own, which it names. */
export async function agentRequest(name: OperationName, fixture: Fixture): Promise<AgentRequest> {
  const { organization, agent } = fixture;
  const { key: _, agentKey = agent.key, ...example } = await EXAMPLES[name].request(fixture);
  const { method, resources = [] } = routeOf(name);
  const request = { ...example, key: agentKey };
  // The endpoint of an example belongs to the organization.
  if (EXAMPLES[name].kinds?.id === 'webhook')
    return { ...request, params: { id: await makeWebhook(organization, agent.id) } };
  const inQuery = method === 'GET' && resources.some(({ named }) => named === 'identity_id');
  return inQuery ? { ...request, query: { identity_id: agent.id, ...request.query } } : request;
}

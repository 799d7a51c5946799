import type { Request } from '../../contract/example.ts';
import { EXAMPLES, OPERATION_NAMES } from '../../contract/example-requests.ts';
import type { Fixture } from '../../contract/fixture.ts';
import { freshName } from '../../support/fixture.ts';
import { type OperationName, routeOf } from '../../support/operations.ts';

/** Whose key a run of schemathesis uses. */
export type KeyKind = 'org' | 'agent';

/** The parts of a request that schemathesis may put in place of what it generated. */
export type PooledRequest = Pick<Request, 'params' | 'query' | 'body'>;

/** Requests of each operation that succeed, as far as examples of it can be sent with the run's key. */
export type ExamplePool = Partial<Record<OperationName, PooledRequest[]>>;

/** Requests of one operation: an operation that changes or deletes what it is about uses one up. */
const PER_OPERATION = 3;

/** Operations whose example brings an organization of its own along, for the fixture's organization. */
const OF_FIXTURE: Partial<Record<OperationName, (fixture: Fixture) => Request>> = {
  sendMail: ({ agent }) => ({
    params: { id: agent.id },
    body: { to: `${freshName('ada')}@elsewhere.example`, subject: 'Example', text: 'Hello' },
  }),
};

/** Operations on what its maker alone may change: an agent does not find what the organization made. */
const OF_MAKER: ReadonlySet<OperationName> = new Set([
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'testWebhook',
]);

/** Makes what the examples are about, and returns their requests. */
export async function makeExamplePool(fixture: Fixture, keyKind: KeyKind): Promise<ExamplePool> {
  const pool: ExamplePool = {};
  for (const name of OPERATION_NAMES) {
    if (!mayCall(name, keyKind)) continue;
    const make = OF_FIXTURE[name] ?? EXAMPLES[name].request;
    const requests: PooledRequest[] = [];
    for (let i = 0; i < PER_OPERATION; i++) {
      const { key, params, query, body } = await make(
        keyKind === 'agent' && OF_MAKER.has(name) ? asAgent(fixture) : fixture,
      );
      if (key === undefined || key === fixture[keyKind === 'org' ? 'organization' : 'agent'].key) {
        requests.push({ params, query, body });
      }
    }
    if (requests.length > 0) pool[name] = requests;
  }
  return pool;
}

/** The fixture as its agent sees it: what is made in it is the agent's. */
function asAgent(fixture: Fixture): Fixture {
  return { ...fixture, organization: { ...fixture.organization, api: fixture.agent.api } };
}

/** Whether the operation can succeed with a key of this kind. */
export function mayCall(name: OperationName, keyKind: KeyKind): boolean {
  const { auth } = routeOf(name);
  return auth !== (keyKind === 'org' ? 'agent' : 'org');
}

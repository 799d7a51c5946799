import { freshName } from '#testing/fixture.ts';
import { type OperationName, routeOf } from '#testing/operations.ts';
import type { Request } from '../../contract/support/example.ts';
import { EXAMPLES, OPERATION_NAMES } from '../../contract/support/example-requests.ts';
import type { Fixture } from '../../contract/support/fixture.ts';
import { APPROVAL_REQUESTS } from './approval-requests.ts';
import type { ConnectedStreams } from './connected-streams.ts';
import { VAULT_REQUESTS } from './vault-requests.ts';

/** The kind of key that a run of schemathesis uses. */
export type KeyKind = 'org' | 'agent';

/** The parts of a request that may replace what schemathesis generated. */
type PooledRequest = Pick<Request, 'params' | 'query' | 'body'>;

/** Requests of each operation that succeed, for those examples that can be sent with the key of the run. */
export type ExamplePool = Partial<Record<OperationName, PooledRequest[]>>;

/** Requests for one operation. Each request of a changing operation uses up its resource. */
const PER_OPERATION = 3;

/**
 * Requests that the agent of the fixture may send too, for operations with an example of another organization or agent.
 */
const OF_FIXTURE: Partial<Record<OperationName, (fixture: Fixture) => Request | Promise<Request>>> = {
  ...VAULT_REQUESTS,
  ...APPROVAL_REQUESTS,
  listAllMessages: () => ({ query: { limit: '10' } }),
  sendMail: ({ agent }) => ({ params: { id: agent.id }, body: newMail() }),
  forwardMessage: async ({ agent }) => {
    const params = { id: agent.id };
    const { id: mid } = await agent.api.ok('sendMail', { params, body: newMail() });
    return { params: { ...params, mid }, body: { to: 'bob@elsewhere.example', text: 'See below.' } };
  },
  sendDraft: async ({ agent }) => {
    const { id: did } = await agent.api.ok('createDraft', { params: { id: agent.id }, body: newMail() });
    return { params: { id: agent.id, did } };
  },
};

const newMail = () => ({ to: `${freshName('ada')}@elsewhere.example`, subject: 'Example', text: 'Hello' });

/** Operations that require the key that created the resource: an agent does not see what the organization created. */
const OF_MAKER: ReadonlySet<OperationName> = new Set([
  'updateWebhook',
  'deleteWebhook',
  'rotateWebhookSecret',
  'testWebhook',
]);

/** Creates the resources of the examples, and returns their requests. */
export async function makeExamplePool(
  fixture: Fixture,
  keyKind: KeyKind,
  streams: ConnectedStreams,
): Promise<ExamplePool> {
  const pool: ExamplePool = {};
  const ofFixture: typeof OF_FIXTURE = { ...OF_FIXTURE, deleteStream: (of) => makeStream(of, streams) };
  for (const name of OPERATION_NAMES) {
    if (!mayCall(name, keyKind)) continue;
    const make = ofFixture[name] ?? EXAMPLES[name].request;
    const requests: PooledRequest[] = [];
    for (let i = 0; i < PER_OPERATION; i++) {
      const { key, params, query, body } = await make(
        keyKind === 'agent' && OF_MAKER.has(name) ? asAgent(fixture) : fixture,
      );
      if (key === undefined || key === fixture[keyKind === 'org' ? 'organization' : 'agent'].key) {
        requests.push({ params, query: describedQuery(query), body });
      }
    }
    if (requests.length > 0) pool[name] = requests;
  }
  return pool;
}

/** A stream that is connected, because a ticket is valid for a minute only. */
async function makeStream({ agent }: Fixture, streams: ConnectedStreams): Promise<Request> {
  const { id, connect_url } = await agent.api.ok('createStream');
  await streams.connect(connect_url);
  return { params: { id } };
}

/**
 * The query without the version of the A2A protocol, which the description has as a header. With an undescribed
 * parameter schemathesis would treat the example as a negative test case.
 */
function describedQuery(query: Request['query']): Request['query'] {
  return query && Object.fromEntries(Object.entries(query).filter(([name]) => name !== 'A2A-Version'));
}

/** The fixture with the key of its agent, so that the agent owns what the examples create. */
function asAgent(fixture: Fixture): Fixture {
  return { ...fixture, organization: { ...fixture.organization, api: fixture.agent.api } };
}

/** Whether the operation can succeed with a key of this kind. */
export function mayCall(name: OperationName, keyKind: KeyKind): boolean {
  const { auth } = routeOf(name);
  return auth !== (keyKind === 'org' ? 'agent' : 'org');
}

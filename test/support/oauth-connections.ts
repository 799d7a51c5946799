import { beforeAll, beforeEach, expect } from 'vitest';
import type { Table } from '#shared/data/table-client.ts';
import { authenticate } from '#shared/runtime/pipeline/authenticate.ts';
import type { OAuthFlow, TokenBody } from '#testing/oauth-flow.ts';
import { InProcessApi } from './in-process-api.ts';
import { type PersonWithAgent, personWithAgent, registeredFlow } from './oauth-people.ts';

/** A person with an agent for all tests of a file, and a client of its own for each of them. */
export function useOAuth(engine: { readonly table: Table }) {
  let api: InProcessApi;
  let person: PersonWithAgent;
  let flow: OAuthFlow;

  beforeAll(async () => {
    api = new InProcessApi(engine.table, { unverifiedAgents: 50 });
    person = await personWithAgent(api, engine.table);
  });

  beforeEach(async () => {
    api.now = Date.now;
    flow = await registeredFlow(api);
  });

  const actorOf = (token: string, resource: string | undefined = flow.resource) =>
    authenticate(engine.table, `Bearer ${token}`, { now: api.now(), resource });

  return {
    get api() {
      return api;
    },
    get person() {
      return person;
    },
    get flow() {
      return flow;
    },
    /** Lets the clock of the service run on. */
    later: (ms: number) => {
      const now = api.now() + ms;
      api.now = () => now;
    },
    /** The actor of a request with an access token. */
    actorOf,
    isRefused: (token: string, resource?: string) =>
      expect(actorOf(token, resource)).rejects.toMatchObject({ code: 'auth.unauthorized' }),
    /** Lets the client act for the person's agent. */
    connect: (): Promise<TokenBody> => flow.connect(person, { agents: [person.agent] }),
    newestGrant: async () => {
      const [grant] = (await api.call('listGrants', { key: person.orgKey })).body.grants;
      if (grant === undefined) throw new Error('no grant');
      return grant;
    },
    eventsOf: async (grantId: string) => {
      const query = { aggregate_type: 'grant', aggregate_id: grantId };
      return (await api.call('listEvents', { key: person.orgKey, query })).body.events;
    },
  };
}

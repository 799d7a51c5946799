import { AgentCard } from '@a2a-js/sdk';
import { DefaultAgentCardResolver } from '@a2a-js/sdk/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { withoutRequestId } from '#testing/checked-api.ts';
import {
  type Agent,
  freshName,
  makeAgent,
  makeOrganization,
  type Organization,
  sharedStack,
} from '#testing/fixture.ts';

/** The card as the official client of the protocol reads it, and as a cache keeps it. */
describe('a public agent card', () => {
  let organization: Organization;
  let agent: Agent;
  const tag = freshName('tag');
  const skill = { id: 'find', name: 'Find', description: 'Finds it.', tags: [tag], examples: ['4711?'] };

  beforeAll(async () => {
    organization = await makeOrganization();
    agent = await makeAgent(organization);
    await agent.api.ok('putA2aSettings', { params: { id: agent.id }, body: { description: 'Finds', skills: [skill] } });
    await organization.api.ok('putA2aSettings', { params: { id: agent.id }, body: { publicly_discoverable: true } });
  });

  const base = () => `${sharedStack().baseUrl}/v1/identities/${agent.id}/a2a`;

  test('The protocol’s client reads the public agent card from every address that it may use', async () => {
    const resolver = new DefaultAgentCardResolver();
    for (const address of [`${base()}/agent-card.json`, `${base()}/`, `${base()}/rpc/`]) {
      const path = address.endsWith('.json') ? '' : undefined;
      const card = await resolver.resolve(address, path);
      expect(card.name).toBe(agent.displayName);
      expect(card.supportedInterfaces.map(({ protocolBinding, url }) => [protocolBinding, url])).toEqual([
        ['JSONRPC', `${base()}/rpc`],
        ['HTTP+JSON', base()],
      ]);
      expect(card.skills[0]).toMatchObject(skill);
    }
  });

  test('The public agent card has no field that version 1.0 or 0.3 of the protocol does not define', async () => {
    const { body } = await organization.api.as(null).call('getAgentCard', { params: { id: agent.id } });
    const known = AgentCard.toJSON(AgentCard.fromJSON(body)) as Record<string, unknown>;
    // The JSON of the protocol leaves out empty lists.
    const { securityRequirements, url, preferredTransport, protocolVersion, security, securitySchemes, ...fields } =
      body;
    // The JSON of the protocol has an empty header of each signature.
    const { signatures = [], ...rest } = fields;
    expect(known).toMatchObject({ signatures });
    expect(securityRequirements).toEqual([{ schemes: { bearer: { list: [] } } }]);
    const { httpAuthSecurityScheme, type, ...old } =
      (securitySchemes as Record<string, Record<string, unknown>>).bearer ?? {};
    expect(known).toMatchObject({ securitySchemes: { bearer: { httpAuthSecurityScheme } } });
    // What a client of 0.3 decodes: it fails on a scheme without a type.
    expect([type, old]).toEqual(['http', httpAuthSecurityScheme]);
    expect([preferredTransport, protocolVersion, security]).toEqual(['JSONRPC', '1.0', [{ bearer: [] }]]);
    expect(url).toBe(body.supportedInterfaces[0]?.url);
    expect(known).toMatchObject(rest);
  });

  test('Caches keep the public agent card and revalidate it by its ETag', async () => {
    const api = organization.api.as(null);
    const call = { params: { id: agent.id } };
    const etag = (await api.call('getAgentCard', call)).headers.get('etag') ?? '';
    const path = `/v1/identities/${agent.id}/a2a/agent-card.json`;
    const fresh = await api.client.get(path, { headers: { 'if-none-match': etag } });
    expect([fresh.status, fresh.text, fresh.headers.get('etag')]).toEqual([304, '', etag]);
    expect(fresh.headers.get('cache-control')).toBe('public, max-age=300');
  });

  test('The card and its directory entry are hidden while the agent is suspended', async () => {
    const api = organization.api.as(null);
    const card = () => api.call('getAgentCard', { params: { id: agent.id } });
    const tags = { headers: { 'if-none-match': (await card()).headers.get('etag') ?? '' } };
    const revalidated = () => api.client.get(`/v1/identities/${agent.id}/a2a/agent-card.json`, tags);
    const listed = async () => (await agent.api.as(organization.key).ok('listDirectory', { query: { tag } })).agents;
    expect(await listed()).toHaveLength(1);
    await organization.api.ok('suspendIdentity', { params: { id: agent.id } });
    const hidden = await card();
    const missing = await api.call('getAgentCard', { params: { id: 'agt_00000000000000000000000000' } });
    expect([hidden.status, withoutRequestId(hidden)]).toEqual([404, withoutRequestId(missing)]);
    expect(await listed()).toEqual([]);
    const refused = await revalidated();
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([404, 'no-store']);
    await organization.api.ok('reinstateIdentity', { params: { id: agent.id } });
    expect((await revalidated()).status).toBe(304);
    expect((await card()).status).toBe(200);
    expect(await listed()).toHaveLength(1);
  });
});

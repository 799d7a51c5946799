import { beforeAll, describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { secondClient, textOf } from '../support/mcp-clients.ts';

let organization: Organization;
let agent: Agent;
let peer: Agent;

beforeAll(async () => {
  organization = await makeOrganization();
  [agent, peer] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
});

describe('an org key', () => {
  test.each(['id', 'handle'] as const)('It acts for the agent that it names by its %s', async (name) => {
    const headers = { 'aid-identity': agent[name] };
    const client = await secondClient({ key: organization.key, headers });
    expect((await client.call('whoami')).structuredContent).toMatchObject({
      handle: agent.handle,
      email_address: agent.address,
    });
    expect((await client.call('list_messages')).isError).toBeFalsy();
    const own = await agent.api.ok('createContact', { body: { display_name: `Own ${freshName()}` } });
    const other = await peer.api.ok('createContact', { body: { display_name: `Other ${freshName()}` } });
    const { contacts } = (await client.call('find_contact')).structuredContent;
    const ids = contacts.map((one: { contact_id: string }) => one.contact_id);
    expect([ids.includes(own.id), ids.includes(other.id)]).toEqual([true, false]);
    const { task_id: id } = (
      await (await secondClient({ key: agent.key })).call('send_task', { to_handle: peer.handle, text: freshName() })
    ).structuredContent;
    const outbound = await client.call('list_tasks', { direction: 'outbound' });
    expect(outbound.structuredContent.tasks).toContainEqual(expect.objectContaining({ task_id: id }));
    const inbound = await client.call('list_tasks', { direction: 'inbound' });
    expect(inbound.structuredContent.tasks ?? []).not.toContainEqual(expect.objectContaining({ task_id: id }));
  });

  test('It is not shown the tools that only agents may call, with and without an agent', async () => {
    const own = (await (await secondClient({ key: agent.key })).tools()).map(({ name }) => name);
    const withAndWithout: Record<string, string>[] = [{}, { 'aid-identity': agent.id }];
    for (const headers of withAndWithout) {
      const client = await secondClient({ key: organization.key, headers });
      const shown = (await client.tools()).map(({ name }) => name);
      expect(own.filter((name) => !shown.includes(name)).sort()).toEqual(['reply_to_task', 'send_task']);
      // Clients that have kept an earlier list get the error of the API.
      expect(textOf(await client.call('reply_to_task', { task_id: 'tsk_1' }))).toMatch(/agent key.*\(auth\.forbidden,/);
    }
  });

  test('Without an agent the result names the header to send', async () => {
    const client = await secondClient({ key: organization.key });
    expect((await client.call('whoami')).structuredContent.note).toContain('aid-identity');
    const reply = await client.call('list_messages');
    expect([reply.isError, textOf(reply)]).toEqual([true, expect.stringContaining('aid-identity: required')]);
  });

  test('An agent of another organization is like one that does not exist', async () => {
    const stranger = await makeAgent(await makeOrganization());
    for (const name of [stranger.id, stranger.handle, freshName(), `${stranger.id.slice(0, -1)}0`]) {
      const client = await secondClient({ key: organization.key, headers: { 'aid-identity': name } });
      const reply = await client.call('whoami');
      expect([reply.isError, textOf(reply)]).toEqual([true, expect.stringMatching(/^No such resource\. .*not_found/)]);
    }
  });

  test('An agent key acts as its own agent only', async () => {
    const client = await secondClient({ key: agent.key, headers: { 'aid-identity': peer.id } });
    expect(textOf(await client.call('whoami'))).toMatch(/auth\.forbidden/);
  });
});

import { beforeAll, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { type McpClient, secondClient, textOf } from '../support/mcp-clients.ts';

let organization: Organization;
let agent: Agent;
let secretId: string;

beforeAll(async () => {
  organization = await makeOrganization();
  agent = await makeAgent(organization);
  const secret = { name: freshName(), value: 'the value', identity_id: agent.id };
  secretId = (await organization.api.ok('createSecret', { body: secret })).id;
});

/** Calls tools that succeed, and returns their structured results. */
async function connect() {
  const client: McpClient = await secondClient({ key: agent.key, query: '?toolsets=vault' });
  return async (name: string, args: Record<string, unknown>) => {
    const reply = await client.call(name, args);
    expect(reply.isError, textOf(reply)).toBeFalsy();
    return reply.structuredContent;
  };
}

const contact = (id: string) => ({ params: { id } });

test('An equal contact is saved once, and returned as it is now', async () => {
  const call = await connect();
  const args = { display_name: freshName('Grace') };
  const { contact_id: id } = await call('save_contact', args);
  await agent.api.ok('updateContact', { ...contact(id), body: { company: 'Navy' } });
  const again = await call('save_contact', args);
  expect(again).toMatchObject({ contact_id: id, already_sent: true, note: expect.stringContaining('send_again') });
  expect(again.content).toContain('Company: Navy');
  const other = await call('save_contact', { ...args, send_again: true });
  expect(other.contact_id).not.toBe(id);
  expect(other).not.toHaveProperty('already_sent');
});

test('A contact that was deleted is saved once more by an equal call, each time', async () => {
  const call = await connect();
  const args = { display_name: freshName('Grace') };
  const ids = new Set<string>();
  for (let round = 1; round <= 3; round += 1) {
    const saved = await call('save_contact', args);
    expect(saved).not.toHaveProperty('already_sent');
    ids.add(saved.contact_id);
    expect(await agent.api.ok('getContact', contact(saved.contact_id))).toMatchObject(args);
    expect((await call('save_contact', args)).contact_id).toBe(saved.contact_id);
    await agent.api.ok('deleteContact', contact(saved.contact_id));
  }
  expect(ids.size).toBe(3);
});

test('Under an idempotency key a contact is saved once, and its deletion is said', async () => {
  const call = await connect();
  const args = { display_name: freshName('Grace'), idempotency_key: freshName() };
  const { contact_id: id } = await call('save_contact', args);
  expect(await call('save_contact', args)).toMatchObject({ contact_id: id, already_sent: true });
  await agent.api.ok('deleteContact', contact(id));
  expect(await call('save_contact', args)).toMatchObject({ contact_id: id, already_sent: true, is_deleted: true });
  const again = await call('save_contact', { ...args, send_again: true });
  expect(again.contact_id).not.toBe(id);
  expect(await agent.api.ok('getContact', contact(again.contact_id))).toMatchObject({ id: again.contact_id });
});

test('A change of a contact under an idempotency key is made once', async () => {
  const call = await connect();
  const { contact_id: id } = await call('save_contact', { display_name: freshName('Grace') });
  const change = { contact_id: id, company: 'Navy', idempotency_key: freshName() };
  await call('save_contact', change);
  await agent.api.ok('updateContact', { ...contact(id), body: { company: 'Univac' } });
  const again = await call('save_contact', change);
  expect(again).toMatchObject({ contact_id: id, already_sent: true });
  expect(again.content).toContain('Company: Univac');
});

test('An equal call makes another lease, also while the one before can be used', async () => {
  const call = await connect();
  const args = { secret_id: secretId, max_uses: 1 };
  const tokens = [];
  for (let round = 1; round <= 2; round += 1) {
    const { lease_id, lease_token } = await call('create_lease', args);
    tokens.push(lease_token);
    expect(await call('redeem_lease', { lease_id, lease_token })).toMatchObject({ value: 'the value', uses_left: 0 });
  }
  const revoked = await call('create_lease', args);
  await agent.api.ok('revokeLease', { params: { id: revoked.lease_id } });
  const { lease_id, lease_token } = await call('create_lease', args);
  expect(await call('redeem_lease', { lease_id, lease_token })).toMatchObject({ value: 'the value' });
  expect(new Set([...tokens, revoked.lease_token, lease_token]).size).toBe(4);
});

test('Under an idempotency key a lease is made once and redeemed once, and the results say so', async () => {
  const call = await connect();
  const args = { secret_id: secretId, max_uses: 2, idempotency_key: freshName() };
  const { lease_id, lease_token } = await call('create_lease', args);
  expect(await call('create_lease', args)).toMatchObject({
    lease_id,
    lease_token,
    already_sent: true,
    note: expect.stringMatching(/may already have been used\. .*new idempotency_key\.$/),
  });
  const use = { lease_id, lease_token, idempotency_key: freshName() };
  expect(await call('redeem_lease', use)).toMatchObject({ value: 'the value', uses_left: 1 });
  expect(await call('redeem_lease', use)).toMatchObject({ value: 'the value', uses_left: 1, already_sent: true });
  expect(await call('redeem_lease', { lease_id, lease_token })).toMatchObject({ uses_left: 0 });
});

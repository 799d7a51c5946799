import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import type { Change } from '#shared/data/change.ts';
import { type A2aRule, insertA2aRule } from '#shared/data/entities/a2a/a2a-rule.ts';
import {
  agentSummary,
  checkActive,
  checkUnchanged,
  defaultAddress,
  findIdentities,
  findIdentity,
  findIdentityByHandle,
  findIdentityById,
  type Identity,
  identitiesBefore,
  insertIdentity,
  locateIdentity,
  replaceIdentity,
} from '#shared/data/entities/organization/identity.ts';
import { StaleReadError } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { requireReachable } from '#shared/services/tasks/require-reachable-agent.ts';
import { strengthOf } from '../support/recorded-reads.ts';
import { AT, idsOf, newOrganizationId, useRows } from '../support/use-rows.ts';

const rows = useRows();

const identityAt = (createdAt: number, more: Partial<Identity> = {}): Identity => ({
  id: makeId('agent', createdAt, randomPart()),
  organizationId: rows.org,
  handle: `agent-${randomPart().toLowerCase()}`,
  displayName: 'Ada',
  description: null,
  status: 'active',
  suspendedAt: null,
  suspendedReason: null,
  mailboxes: [],
  publiclyDiscoverable: false,
  metadata: {},
  createdAt,
  updatedAt: createdAt,
  version: 1,
  ...more,
});

/** A rule of an agent that its tasks do not go to a handle. */
const blockOf = ({ id: identityId, organizationId }: Identity, handle: string): A2aRule => ({
  id: makeId('a2aRule', AT, randomPart()),
  organizationId,
  identityId,
  handle,
  action: 'block',
  direction: 'outbound',
  via: null,
  createdAt: AT,
  updatedAt: AT,
  version: 1,
});

test('An agent is found by its organization and id, and from anywhere by its handle or id', async () => {
  const agent = identityAt(AT, { metadata: { constructor: 'x' } });
  await rows.write(...insertIdentity(agent));
  const found = [
    await findIdentity(rows.table, rows.org, agent.id),
    await findIdentityByHandle(rows.table, agent.handle),
    await findIdentityById(rows.table, agent.id),
  ];
  for (const one of found) expect(one).toMatchObject(agent);
  const others = [
    await findIdentity(rows.table, newOrganizationId(), agent.id),
    await findIdentityByHandle(rows.table, identityAt(AT).handle),
    await findIdentityById(rows.table, identityAt(AT).id),
  ];
  expect(others).toEqual([undefined, undefined, undefined]);
});

test('A text that is no handle, or no id, is looked for nowhere, and what is looked for is read strongly', async () => {
  const agent = identityAt(AT);
  await rows.write(...insertIdentity(agent));
  const reads = (read: (table: typeof rows.table) => Promise<unknown>) => strengthOf(rows.table, read);
  expect(await reads((table) => findIdentity(table, rows.org, 'agt_x'))).toEqual([]);
  // The rows that find agents by handle and by id have one prefix: an id is no handle, and a handle is no id.
  expect(await findIdentityByHandle(rows.table, agent.id)).toBeUndefined();
  expect(await findIdentityById(rows.table, agent.handle)).toBeUndefined();
  expect(await reads((table) => findIdentityByHandle(table, 'no handle'))).toEqual([]);
  expect(await reads((table) => findIdentityById(table, 'agt_x'))).toEqual([]);
  expect(await reads((table) => findIdentityByHandle(table, agent.handle))).toEqual([true, true]);
  expect(await reads((table) => findIdentityById(table, agent.id))).toEqual([true, true]);
  const wanted = [{ organizationId: rows.org, identityId: agent.id }];
  expect(await reads((table) => findIdentities(table, wanted))).toEqual([true]);
  expect(await strengthOf(rows.table, (table) => identitiesBefore(table, rows.org, undefined))).toEqual([true]);
});

test('What locates an agent has its handle, except by the id of an agent that an earlier release created', async () => {
  const [agent, caller] = [identityAt(AT), identityAt(AT + 1)];
  await rows.write(...insertIdentity(agent));
  const located = { identityId: agent.id, organizationId: rows.org };
  for (const target of [{ handle: agent.handle }, { identityId: agent.id }])
    expect(await locateIdentity(rows.table, target)).toMatchObject({ ...located, handle: agent.handle });

  // The row by id of a release until 0.2.0.
  const Key = { pk: `HANDLE#${agent.id}`, sk: 'HANDLE' };
  await rows.table.client.send(
    new UpdateCommand({ TableName: rows.table.name, Key, UpdateExpression: 'REMOVE handle' }),
  );
  expect(await locateIdentity(rows.table, { identityId: agent.id })).not.toHaveProperty('handle');
  const reach = () => requireReachable(rows.table, caller, { identityId: agent.id, organizationId: rows.org });
  expect(await reach()).toMatchObject(agent);
  await rows.write(...insertA2aRule(blockOf(caller, agent.handle)));
  await expect(reach()).rejects.toMatchObject({ code: 'resource.not_found' });
});

test('A handle belongs to one agent of the whole service, and so does an id', async () => {
  const agent = identityAt(AT);
  await rows.write(...insertIdentity(agent));
  const sameHandle = identityAt(AT, { organizationId: newOrganizationId(), handle: agent.handle });
  await expect(rows.write(...insertIdentity(sameHandle))).rejects.toMatchObject({ code: 'identity.handle_taken' });
  const sameId = identityAt(AT, { organizationId: newOrganizationId(), id: agent.id });
  await expect(rows.write(...insertIdentity(sameId))).rejects.toThrow(
    'the condition of a put failed that names no error',
  );
  const [, , row] = insertIdentity({ ...identityAt(AT), id: agent.id }) as [Change, Change, Change];
  await expect(rows.write(row)).rejects.toThrow('the condition of a put failed that names no error');
});

test('A commit that needs an active agent fails once it is suspended, and for another organization', async () => {
  const agent = identityAt(AT);
  await rows.write(...insertIdentity(agent));
  await rows.write(checkActive(agent));
  const foreign = checkActive({ ...agent, organizationId: newOrganizationId() });
  await expect(rows.write(foreign)).rejects.toMatchObject({ code: 'identity.suspended' });
  await rows.write(replaceIdentity({ ...agent, status: 'suspended', version: 2 }));
  await expect(rows.write(checkActive(agent))).rejects.toMatchObject({ code: 'identity.suspended' });
});

test('A commit that needs an agent as it was read is tried again once it has changed, and for another organization', async () => {
  const agent = identityAt(AT);
  await rows.write(...insertIdentity(agent));
  await rows.write(checkUnchanged(agent));
  const foreign = checkUnchanged({ ...agent, organizationId: newOrganizationId() });
  await expect(rows.write(foreign)).rejects.toBeInstanceOf(StaleReadError);
  await rows.write(replaceIdentity({ ...agent, displayName: 'Bob', version: 2 }));
  await expect(rows.write(checkUnchanged(agent))).rejects.toBeInstanceOf(StaleReadError);
  await rows.write(checkUnchanged({ ...agent, version: 2 }));
});

test('Agents are listed the latest first, read together across organizations, and replaced by the last version', async () => {
  const [first, second] = [identityAt(AT), identityAt(AT + 1)];
  const theirs = identityAt(AT + 2, { organizationId: newOrganizationId() });
  for (const agent of [first, second, theirs]) await rows.write(...insertIdentity(agent));
  expect(await idsOf(identitiesBefore(rows.table, rows.org, undefined))).toEqual([second.id, first.id]);
  expect(await idsOf(identitiesBefore(rows.table, rows.org, AT + 1))).toEqual([first.id]);
  const wanted = [first, theirs, { ...second, organizationId: theirs.organizationId }];
  const found = await findIdentities(
    rows.table,
    wanted.map(({ organizationId, id }) => ({ organizationId, identityId: id })),
  );
  expect(found.map(({ id }) => id).sort()).toEqual([first.id, theirs.id].sort());
  await rows.write(replaceIdentity({ ...first, status: 'suspended', version: 2 }));
  expect(await findIdentity(rows.table, rows.org, first.id)).toMatchObject({ status: 'suspended', version: 2 });
  await expect(rows.write(replaceIdentity({ ...first, version: 2 }))).rejects.toBeInstanceOf(StaleReadError);
});

test('The address of an agent is that of its default mailbox, and others see its handle and name', () => {
  const mailbox = (address: string, isDefault: boolean) => ({ id: `mbx_${address}`, address, isDefault });
  expect(defaultAddress({ mailboxes: [] })).toBeNull();
  expect(defaultAddress({ mailboxes: [mailbox('a', false)] })).toBeNull();
  expect(defaultAddress({ mailboxes: [mailbox('a', false), mailbox('b', true)] })).toBe('b');
  expect(agentSummary(identityAt(AT, { id: 'agt_1', handle: 'ada', displayName: 'Ada L.' }))).toEqual({
    id: 'agt_1',
    handle: 'ada',
    display_name: 'Ada L.',
  });
});

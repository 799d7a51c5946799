import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { admitHeartbeat } from '#functions/http/accounts/admit-heartbeat.ts';
import { HEARTBEAT_KEY_KEPT_MS } from '#shared/data/direct-writes/heartbeat-organization.ts';
import { apiKeysBefore, keyGrantRowKey } from '#shared/data/entities/organization/api-key.ts';
import { findOrganization } from '#shared/data/entities/organization/organization.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import { generateApiKey, hashApiKey } from '#shared/domain/organization/api-key.ts';
import { authenticate } from '#shared/runtime/pipeline/authenticate.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();

/** Lets the function of accounts store a new key of the heartbeat, and returns the actor that the key is. */
async function admitted() {
  const key = generateApiKey('org');
  await admitHeartbeat({ kind: 'health', Records: [], readsTable: false, keyHash: hashApiKey(key) });
  return { key, actor: await authenticate(engine.table, `Bearer ${key}`, { now: Date.now() }) };
}

test('A key of the heartbeat acts as one organization, which is verified and has the form of any other', async () => {
  const [first, second] = [await admitted(), await admitted()];
  const { organization } = first.actor;
  expect(second.actor.organization).toEqual(organization);
  expect(first.actor.kind).toBe('org');
  expect(isId('organization', organization.id)).toBe(true);
  expect(await isOwnerVerified(engine.table, organization.id)).toBe(true);
});

test('No one can find, claim or log in to the organization of the heartbeat, and no list shows its keys', async () => {
  const { actor } = await admitted();
  const { id, slug } = actor.organization;
  expect(await findOrganization(engine.table, id)).toMatchObject({ ownerEmail: null, claimedBy: null, agentCount: 0 });
  const { Item } = await engine.table.client.send(
    new GetCommand({ TableName: engine.table.name, Key: { pk: `SLUG#${slug}`, sk: 'SLUG' } }),
  );
  expect(Item).toBeUndefined();
  expect(await Array.fromAsync(apiKeysBefore(engine.table, id, undefined))).toEqual([]);
});

test('The row of a key expires, and the organization is one row however many keys there were', async () => {
  const { key, actor } = await admitted();
  const { Item } = await engine.table.client.send(
    new GetCommand({ TableName: engine.table.name, Key: keyGrantRowKey(hashApiKey(key)) }),
  );
  const keptMs = Number(Item?.expires_at) * 1000 - Date.now();
  expect(Math.abs(keptMs - HEARTBEAT_KEY_KEPT_MS)).toBeLessThan(60_000);
  const { Count } = await engine.table.client.send(
    new QueryCommand({
      TableName: engine.table.name,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `ORG#${actor.organization.id}` },
    }),
  );
  expect(Count).toBe(1);
});

test('A health event without a key stores nothing', async () => {
  await admitHeartbeat({ kind: 'health', Records: [], readsTable: true });
  const { Item } = await engine.table.client.send(
    new GetCommand({ TableName: engine.table.name, Key: keyGrantRowKey('health') }),
  );
  expect(Item).toBeUndefined();
});

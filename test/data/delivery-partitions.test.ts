import { expect, test } from 'vitest';
import { createDelivery } from '#shared/data/direct-writes/delivery-attempt.ts';
import { DELIVERY_SHARDS, type Delivery, deliveryKey } from '#shared/data/entities/delivery/delivery.ts';
import { newDelivery } from '#shared/data/entities/delivery/new-delivery.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { countedTable } from '../support/counted-table.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();

/** Deliveries of an organization, a millisecond apart: three endpoints, one of an agent, one of them with most. */
async function storeDeliveries(organizationId: string, identityId: string, count: number): Promise<Delivery[]> {
  const start = Date.now() - 100_000;
  const endpoints = [null, identityId, null].map((owner, index) => ({
    id: makeId('webhook', start + index, randomPart()),
    organizationId,
    identityId: owner,
    url: 'https://receiver.example/hook',
  }));
  const stored = Array.from({ length: count }, (_, at) => {
    const endpoint = endpoints[at % 10 < 8 ? 0 : (at % 10) - 7] as (typeof endpoints)[number];
    const event = { id: makeId('event', start + at, randomPart()), type: at % 5 === 0 ? 'mail.bounced' : 'mail.sent' };
    const delivery = newDelivery(endpoint, event, start + at);
    return at % 7 === 0 ? { ...delivery, status: 'dead_letter' as const } : delivery;
  });
  for (const delivery of stored) await createDelivery(engine.table, delivery);
  return stored.reverse();
}

test('The deliveries of one endpoint are spread over all partitions of its organization, by their ids alone', () => {
  const endpoint = { id: 'whk_1', organizationId: 'org_1', identityId: null, url: 'https://receiver.example' };
  const perPartition = new Map<string, number>();
  for (let at = 0; at < 3200; at++) {
    const { id } = newDelivery(endpoint, { id: makeId('event', at, randomPart()), type: 'mail.sent' }, at);
    const { pk } = deliveryKey('org_1', id);
    perPartition.set(pk, (perPartition.get(pk) ?? 0) + 1);
  }
  expect([...perPartition.keys()].sort()).toEqual(
    Array.from({ length: DELIVERY_SHARDS }, (_, shard) => `DELIVERY#org_1#${shard.toString(16)}`),
  );
  // 200 in each, standard deviation 14. A deviation of seven of them does not occur by chance.
  for (const count of perPartition.values()) expect(Math.abs(count - 200)).toBeLessThan(98);
});

test('A list of deliveries is newest first over all partitions, page by page, whatever its filter and its key', async () => {
  const api = new InProcessApi(engine.table);
  const { id, key } = await api.organization();
  const agent = await api.agent(key);
  const all = await storeDeliveries(id, agent.id, 150);
  const [busiest] = all.filter(({ identityId }) => identityId === null);
  const oldest = all[100] as Delivery;
  const views: { key: string; query: Record<string, string>; matches: (one: Delivery) => boolean }[] = [
    { key, query: {}, matches: () => true },
    {
      key,
      query: { webhook_id: busiest?.webhookId ?? '' },
      matches: (one: Delivery) => one.webhookId === busiest?.webhookId,
    },
    { key, query: { status: 'dead_letter' }, matches: (one: Delivery) => one.status === 'dead_letter' },
    { key, query: { event_id: all[77]?.eventId ?? '' }, matches: (one: Delivery) => one.eventId === all[77]?.eventId },
    { key, query: { event_type: 'mail.bounced' }, matches: (one: Delivery) => one.eventType === 'mail.bounced' },
    {
      key,
      query: { since: new Date(oldest.createdAt).toISOString(), status: 'dead_letter' },
      matches: (one: Delivery) => one.createdAt > oldest.createdAt && one.status === 'dead_letter',
    },
    { key: agent.key, query: { event_type: 'mail.received' }, matches: () => false },
    { key: agent.key, query: {}, matches: (one: Delivery) => one.identityId === agent.id },
  ];
  for (const { key: caller, query, matches } of views) {
    const wanted = all.filter(matches).map((delivery) => delivery.id);
    if (query.event_type !== 'mail.received') expect(wanted.length).toBeGreaterThan(0);
    for (const limit of [1, 7, 50, 200]) {
      const found: string[] = [];
      let before: string | undefined;
      for (;;) {
        const page = { ...query, limit: String(limit), ...(before !== undefined && { before }) };
        const { body } = await api.call('listDeliveries', { key: caller, query: page });
        found.push(...body.deliveries.map((delivery) => delivery.id));
        before = body.deliveries.at(-1)?.created_at;
        if (body.deliveries.length < limit) break;
        if (limit === 1 && found.length >= 5) break;
      }
      expect(found, JSON.stringify({ query, limit })).toEqual(wanted.slice(0, limit === 1 ? 5 : undefined));
    }
  }
});

test('A page of deliveries reads each partition once, and few of them twice', async () => {
  const counted = countedTable(engine.table);
  const api = new InProcessApi(counted.table);
  const { id, key } = await api.organization();
  const agent = await api.agent(key);
  await storeDeliveries(id, agent.id, 300);
  counted.reset();
  const { body } = await api.call('listDeliveries', { key, query: { limit: '50' } });
  expect(body.deliveries).toHaveLength(50);
  // The key and the organization are two reads.
  expect(counted.calls.reads).toBeLessThanOrEqual(2 + DELIVERY_SHARDS + 6);
});

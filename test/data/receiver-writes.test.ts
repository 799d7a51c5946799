import { expect, test } from 'vitest';
import { takeDestinationSlot } from '#shared/data/direct-writes/destination-slot.ts';
import { beginFailing, continueFailing, endFailing } from '#shared/data/direct-writes/failing-period.ts';
import { findWebhook, insertWebhook, type Webhook } from '#shared/data/entities/delivery/webhook.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { AT } from '../support/delivery-harness.ts';
import { useEngine } from '../support/engine.ts';
import { partitionRows } from '../support/partition-rows.ts';

/** The writes of the workers to an endpoint and to a destination, each with the row that it leaves. */

const engine = useEngine();

test('Failures are recorded on the endpoint as it was read, each once, and a success forgets those before it', async () => {
  const organizationId = makeId('organization', AT, randomPart());
  const id = makeId('webhook', AT, randomPart());
  const endpoint = { id, organizationId, url: 'https://r.example/', secrets: [], enabled: true, slot: 0 };
  await commit(
    engine.table,
    { build: (tx) => tx.put(insertWebhook({ ...endpoint, createdAt: AT, version: 1 } as unknown as Webhook)) },
    { now: () => AT },
  );
  const read = async () => (await findWebhook(engine.table, organizationId, id)) as Webhook;
  const fresh = await read();
  await beginFailing(engine.table, fresh, AT + 1);
  await beginFailing(engine.table, fresh, AT + 2);
  const failing = await read();
  expect(failing).toMatchObject({ failingSince: AT + 1, lastFailedAt: AT + 1, version: 2 });
  await continueFailing(engine.table, failing, AT + 3);
  await continueFailing(engine.table, failing, AT + 4);
  await continueFailing(engine.table, { ...failing, failingSince: AT, lastFailedAt: AT + 3 }, AT + 5);
  expect(await read()).toMatchObject({ failingSince: AT + 1, lastFailedAt: AT + 3, version: 3 });
  await endFailing(engine.table, failing, AT);
  expect(await read()).toMatchObject({ failingSince: AT + 1, version: 3 });
  await endFailing(engine.table, failing, AT + 1);
  const healthy = await read();
  expect(healthy).toMatchObject({ version: 4 });
  for (const name of ['failingSince', 'lastFailedAt']) expect(healthy).not.toHaveProperty(name);

  const deleted = { ...fresh, id: makeId('webhook', AT, randomPart()) };
  await beginFailing(engine.table, deleted, AT);
  await continueFailing(engine.table, { ...deleted, failingSince: AT, lastFailedAt: AT }, AT);
  await endFailing(engine.table, deleted, AT);
  expect(await findWebhook(engine.table, organizationId, deleted.id)).toBeUndefined();
});

test('An organization may use its share of the slots of a destination, always the same, and never another’s', async () => {
  const subject = `dest-${randomPart()}`;
  const slots = { subject, count: 8, share: 3 };
  const take = (organizationId: string, more = {}) =>
    takeDestinationSlot(engine.table, { ...slots, ...more }, organizationId, AT + 1000, AT);
  const names = new Set<string | undefined>();
  for (let n = 0; n < 3; n++) names.add((await take('org_a'))?.name);
  expect(names.size).toBe(3);
  expect(names).not.toContain(undefined);
  expect(await take('org_a')).toBeUndefined();
  // Of three neighbours of eight, which follow from the id alone.
  const numbers = [...names].map((name) => Number(name?.slice(1)));
  const first = numbers.find((number) => !numbers.includes((number + 7) % 8)) ?? -1;
  expect(numbers.toSorted()).toEqual([first, (first + 1) % 8, (first + 2) % 8].sort());
  for (let n = 0; n < 60; n++) await take(`org_${n % 20}`);
  const [row = {}] = await partitionRows(engine.table, `LONGCALL#${subject}`);
  expect(Object.keys(row).filter((name) => /^s\d$/.test(name))).toHaveLength(8);
});

test('A destination with fewer slots than the share gives all of them, and one with none gives none', async () => {
  const take = (count: number, subject: string) =>
    takeDestinationSlot(engine.table, { subject, count, share: 3 }, 'org_a', AT + 1000, AT);
  const few = `dest-${randomPart()}`;
  expect([(await take(2, few))?.name, (await take(2, few))?.name].sort()).toEqual(['s0', 's1']);
  expect(await take(2, few)).toBeUndefined();
  expect(await take(0, `dest-${randomPart()}`)).toBeUndefined();
});

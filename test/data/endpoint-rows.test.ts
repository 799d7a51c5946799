import { expect, test } from 'vitest';
import { put } from '#shared/data/change.ts';
import {
  connectStream,
  NO_STREAMS,
  readStreams,
  replaceStreams,
  type Stream,
  streamsKey,
} from '#shared/data/entities/delivery/stream.ts';
import { subscribersOf } from '#shared/data/entities/delivery/subscribers.ts';
import {
  allWebhooks,
  failingPeriodOf,
  findWebhook,
  insertWebhook,
  removeWebhook,
  replaceWebhook,
  type Webhook,
  webhooksAfter,
  webhooksBefore,
  withoutFailures,
} from '#shared/data/entities/delivery/webhook.ts';
import {
  activeIn,
  readWebhookCount,
  replaceWebhookCount,
  withActive,
  withoutSlot,
  withSlot,
} from '#shared/data/entities/delivery/webhook-count.ts';
import { StaleReadError } from '#shared/data/unit-of-work.ts';
import { notFound } from '#shared/domain/errors/errors.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { partitionRows } from '../support/partition-rows.ts';
import { recordedReads, strengthOf } from '../support/recorded-reads.ts';
import { AT, idsOf, newOrganizationId, useRows } from '../support/use-rows.ts';

const rows = useRows();

function endpointAt(createdAt: number, more: Partial<Webhook> = {}): Webhook {
  return {
    id: makeId('webhook', createdAt, randomPart()),
    organizationId: rows.org,
    identityId: null,
    url: 'https://r.example/',
    eventTypes: null,
    enabled: true,
    disabledReason: null,
    secrets: [],
    slot: 0,
    registeredAtDeliveryClock: 0,
    createdAt,
    updatedAt: createdAt,
    version: 1,
    ...more,
  };
}

const streamOf = (id: string): Stream & { id: string } => ({
  id,
  keyId: 'key_1',
  agentId: null,
  identityId: null,
  types: null,
  createdAt: AT,
  connectionId: null,
  connectedAt: null,
  until: AT + 60_000,
});

test('An endpoint is found by its organization alone, by an id of an endpoint, by strong reads unless told otherwise', async () => {
  const endpoint = endpointAt(AT);
  await rows.write(insertWebhook(endpoint));
  await expect(rows.write(insertWebhook(endpoint))).rejects.toThrow();
  expect(await findWebhook(rows.table, rows.org, endpoint.id)).toMatchObject(endpoint);
  expect(await findWebhook(rows.table, newOrganizationId(), endpoint.id)).toBeUndefined();
  expect(await strengthOf(rows.table, (table) => findWebhook(table, rows.org, 'whk_x'))).toEqual([]);
  expect(await strengthOf(rows.table, (table) => findWebhook(table, rows.org, endpoint.id))).toEqual([true]);
  const weak = (table: typeof rows.table) => findWebhook(table, rows.org, endpoint.id, { strong: false });
  expect(await strengthOf(rows.table, weak)).toEqual([false]);
});

test('An endpoint is replaced by those who have read its last version, and removed once', async () => {
  const endpoint = endpointAt(AT);
  await rows.write(insertWebhook(endpoint));
  await rows.write(replaceWebhook({ ...endpoint, enabled: false, version: 2 }));
  await expect(rows.write(replaceWebhook({ ...endpoint, version: 2 }))).rejects.toBeInstanceOf(StaleReadError);
  expect(await findWebhook(rows.table, rows.org, endpoint.id)).toMatchObject({ enabled: false, version: 2 });
  await rows.write(removeWebhook(endpoint));
  expect(await findWebhook(rows.table, rows.org, endpoint.id)).toBeUndefined();
  await expect(rows.write(removeWebhook(endpoint))).rejects.toBeInstanceOf(StaleReadError);
});

test('Endpoints are listed newest first for a caller, oldest first for the relay, and after one for a job', async () => {
  const stored = [0, 1, 2].map((ms) => endpointAt(AT + ms));
  await rows.write(...stored.map(insertWebhook), replaceStreams(rows.org, NO_STREAMS, []));
  await rows.write(replaceWebhookCount(rows.org, { active: {}, slots: [0, 1, 2], version: 0 }));
  const [first, second, third] = stored.map(({ id }) => id) as [string, string, string];
  expect(await idsOf(webhooksBefore(rows.table, rows.org, undefined))).toEqual([third, second, first]);
  expect(await idsOf(webhooksBefore(rows.table, rows.org, AT + 2))).toEqual([second, first]);
  expect(await idsOf(allWebhooks(rows.table, rows.org))).toEqual([first, second, third]);
  expect(await idsOf(webhooksAfter(rows.table, rows.org, {}))).toEqual([first, second, third]);
  expect(await idsOf(webhooksAfter(rows.table, rows.org, { after: first }))).toEqual([second, third]);
  expect(await idsOf(allWebhooks(rows.table, newOrganizationId()))).toEqual([]);

  const { table, reads } = recordedReads(rows.table);
  await idsOf(webhooksAfter(table, rows.org, { after: second, firstPage: 2 }));
  await idsOf(webhooksAfter(table, rows.org, {}));
  await allWebhooks(table, rows.org);
  await idsOf(webhooksBefore(table, rows.org, undefined));
  expect(reads).toEqual([
    { strong: true, limit: 2, rows: 2 },
    { strong: true, limit: 8, rows: 0 },
    { strong: true, limit: 1000, rows: 3 },
    { strong: true, limit: 1000, rows: 3 },
    { strong: true, limit: 1000, rows: 3 },
  ]);
});

test('An endpoint fails for a period only with both of its times, and forgets both', () => {
  const endpoint = endpointAt(AT);
  const failing = { ...endpoint, failingSince: 1, lastFailedAt: 2 };
  expect(failingPeriodOf(failing)).toEqual({ failingSince: 1, lastFailedAt: 2 });
  for (const part of [endpoint, { ...endpoint, failingSince: 1 }, { ...endpoint, lastFailedAt: 2 }])
    expect(failingPeriodOf(part)).toBeUndefined();
  expect(withoutFailures(failing)).toEqual(endpoint);
});

test('What gets the events of an organization is read by one strong query: its endpoints and its streams', async () => {
  expect(await subscribersOf(rows.table, rows.org)).toEqual({ webhooks: [], streams: NO_STREAMS });
  const [first, second] = [endpointAt(AT), endpointAt(AT + 1)];
  await rows.write(
    insertWebhook(second),
    insertWebhook(first),
    replaceStreams(rows.org, NO_STREAMS, [streamOf('str_1')]),
  );
  await rows.write(replaceWebhookCount(rows.org, { active: {}, slots: [], version: 0 }));
  const { id: _id, ...stream } = streamOf('str_1');
  expect(await subscribersOf(rows.table, rows.org)).toMatchObject({
    webhooks: [first, second],
    streams: { streams: { str_1: stream }, version: 1 },
  });
  expect((await subscribersOf(rows.table, rows.org)).webhooks).toHaveLength(2);
  expect(await subscribersOf(rows.table, newOrganizationId())).toEqual({ webhooks: [], streams: NO_STREAMS });
  expect(await strengthOf(rows.table, (table) => subscribersOf(table, rows.org))).toEqual([true]);
});

test('The streams of an organization are one row, which those replace who have read its last version', async () => {
  expect(await readStreams(rows.table, rows.org)).toEqual({ streams: {}, version: 0 });
  await rows.write(replaceStreams(rows.org, NO_STREAMS, [streamOf('str_1'), streamOf('str_2')]));
  const known = await readStreams(rows.table, rows.org);
  const { id: _id, ...stream } = streamOf('str_1');
  expect(known).toEqual({ streams: { str_1: stream, str_2: stream }, version: 1 });
  await expect(rows.write(replaceStreams(rows.org, NO_STREAMS, []))).rejects.toBeInstanceOf(StaleReadError);
  await rows.write(replaceStreams(rows.org, known, []));
  expect(await readStreams(rows.table, rows.org)).toEqual({ streams: {}, version: 2 });
  expect(await strengthOf(rows.table, (table) => readStreams(table, rows.org))).toEqual([true]);
});

test('A connection changes its own stream and the version, and is refused once the stream is closed', async () => {
  await rows.write(replaceStreams(rows.org, NO_STREAMS, [streamOf('str_1'), streamOf('str_2')]));
  const connection = { connectionId: 'c1', connectedAt: AT + 1, until: AT + 9 };
  await rows.write(connectStream(rows.org, 'str_1', connection, () => notFound()));
  const { streams, version } = await readStreams(rows.table, rows.org);
  expect(version).toBe(2);
  const { id: _id, ...waiting } = streamOf('str_2');
  expect(streams).toEqual({ str_1: { ...waiting, ...connection }, str_2: waiting });
  const late = rows.write(connectStream(rows.org, 'str_3', connection, () => notFound()));
  await expect(late).rejects.toMatchObject({ code: 'resource.not_found' });
  await rows.write(put({ ...streamsKey(rows.org), streams: {}, version: 1 }));
});

test('Endpoints count for their agent or their organization, and a scope without any has no count', () => {
  const none = { active: {}, slots: [], version: 0 };
  const one = withActive(withActive(none, null, 1), 'agt_1', 2);
  expect(one).toEqual({ active: { organization: 1, agt_1: 2 }, slots: [], version: 0 });
  expect([activeIn(one, null), activeIn(one, 'agt_1'), activeIn(one, 'agt_2')]).toEqual([1, 2, 0]);
  expect(withActive(one, 'agt_1', -1).active).toEqual({ organization: 1, agt_1: 1 });
  expect(withActive(one, null, -1).active).toEqual({ agt_1: 2 });
});

test('Slots are added and given back, and the counts replaced only by those who have read the last ones', async () => {
  expect(await readWebhookCount(rows.table, rows.org)).toEqual({ active: {}, slots: [], version: 0 });
  const counted = withSlot(withSlot(await readWebhookCount(rows.table, rows.org), 0), 1);
  await rows.write(replaceWebhookCount(rows.org, withActive(counted, null, 2)));
  const stored = await readWebhookCount(rows.table, rows.org);
  expect(stored).toEqual({ active: { organization: 2 }, slots: [0, 1], version: 1 });
  await expect(rows.write(replaceWebhookCount(rows.org, counted))).rejects.toBeInstanceOf(StaleReadError);
  await rows.write(replaceWebhookCount(rows.org, withoutSlot(stored, 0)));
  expect(await readWebhookCount(rows.table, rows.org)).toEqual({ active: { organization: 2 }, slots: [1], version: 2 });
  expect(await readWebhookCount(rows.table, newOrganizationId())).toEqual({ active: {}, slots: [], version: 0 });
  expect(await strengthOf(rows.table, (table) => readWebhookCount(table, rows.org))).toEqual([true]);
  expect((await partitionRows(rows.table, `WEBHOOK#${rows.org}`)).map(({ sk }) => sk)).toEqual(['COUNT']);
});

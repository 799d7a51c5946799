import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { dispatchOutboxEntry } from '#functions/workers/relay/dispatch-outbox-entry.ts';
import { fanOut } from '#functions/workers/relay/fan-out.ts';
import { SubscriberCache } from '#functions/workers/relay/subscriber-cache.ts';
import { type DeliveryJob, type FanOutJob, JOB_SCHEMAS } from '#shared/contract/jobs.ts';
import { type Delivery, deliveriesBetween } from '#shared/data/entities/delivery/delivery.ts';
import { LOCAL_LIMITS } from '#shared/domain/limits/limits.ts';
import type { LoggedEvent } from '#shared/domain/log/events.ts';
import type { OperationName } from '#testing/operations.ts';
import { useEngine } from '../support/engine.ts';
import { appendSent } from '../support/event-log.ts';
import { FanOutJobs } from '../support/fan-out-jobs.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { outboxOf } from '../support/outbox.ts';

const engine = useEngine();
const queued = new FanOutJobs();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table, { webhooksPerOrganization: 200 });
  queued.reset();
  process.env.LIMITS = JSON.stringify(LOCAL_LIMITS);
});

const append = (organizationId: string) => appendSent(engine.table, organizationId);

async function deliveries(organizationId: string): Promise<Delivery[]> {
  const found: Delivery[] = [];
  for await (const row of deliveriesBetween(engine.table, organizationId, {}, 1000)) found.push(row);
  return found;
}

const outbox = (organizationId: string) => outboxOf(engine.table, organizationId);

/** Processes an event and every outbox entry as the relay does for the stream, with repeats. */
const relayEvent = (event: LoggedEvent) => fanOut(event, new SubscriberCache(Date.now()));
async function relayOutbox(organizationId: string): Promise<DeliveryJob[]> {
  const jobs: DeliveryJob[] = [];
  for (const entry of await outbox(organizationId)) {
    for (const { job } of await dispatchOutboxEntry(entry, new SubscriberCache(Date.now()))) {
      const delivery = JOB_SCHEMAS.delivery.parse(job);
      jobs.push(...('kind' in delivery ? await createMany(delivery) : [delivery]));
    }
  }
  return jobs;
}

/** Creates the deliveries that the relay has passed on, as the worker does. Returns the jobs that it enqueues. */
async function createMany(job: FanOutJob): Promise<DeliveryJob[]> {
  queued.enqueued();
  await queued.run(job);
  return queued.enqueued();
}

type Step = { do: 'create' | 'delete' | 'disable' | 'enable' | 'event' | 'relay' | 'replay' | 'test'; which: number };
const step: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('create', 'create', 'delete', 'disable', 'enable', 'event', 'event', 'relay', 'replay', 'test'),
  which: fc.nat(100),
});

describe('times of deliveries', () => {
  test('Delivery times are unique in an organization, whatever endpoints change and however late the relay is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
        const { id, key } = await api.organization();
        const hooks: string[] = [];
        const events: LoggedEvent[] = [];
        const waiting: LoggedEvent[] = [];
        const pick = <T>(from: T[], which: number): T | undefined => from[which % Math.max(1, from.length)];
        for (const { do: action, which } of steps) {
          const hook = pick(hooks, which);
          const call = <N extends OperationName>(name: N, body?: unknown) =>
            api.call(name, { key, params: { id: hook ?? '' }, body });
          if (action === 'create') {
            hooks.push((await api.call('createWebhook', { key, body: { url: 'https://example.com/' } })).body.id);
          } else if (action === 'event') {
            const event = await append(id);
            events.push(event);
            waiting.push(event);
          } else if (action === 'relay') {
            for (const event of waiting.splice(0)) await relayEvent(event);
          } else if (action === 'replay') {
            const event = pick(events, which);
            if (event !== undefined) await api.call('replayEvent', { key, params: { id: event.id } });
          } else if (hook !== undefined) {
            if (action === 'test') await call('testWebhook');
            else if (action === 'delete') await call('deleteWebhook').then(() => hooks.splice(hooks.indexOf(hook), 1));
            else await call('updateWebhook', { enabled: action === 'enable' });
          }
        }
        for (const event of events) await relayEvent(event);
        await relayOutbox(id);
        await relayOutbox(id);

        const rows = await deliveries(id);
        const times = rows.map((row) => row.createdAt);
        expect(new Set(times).size).toBe(times.length);
        const pairs = rows.map((row) => `${row.eventId} ${row.webhookId}`);
        expect(new Set(pairs).size).toBe(pairs.length);
        expect(times).toEqual([...times].sort((a, b) => b - a));
      }),
      { numRuns: 25, endOnFailure: true },
    );
  });

  test('An endpoint gets every event since its registration, and none from before', async () => {
    const { id, key } = await api.organization();
    const before = await append(id);
    const hook = await api.call('createWebhook', { key, body: { url: 'https://example.com/' } });
    const after = await append(id);
    for (const event of [before, after, before, after]) await relayEvent(event);
    expect((await deliveries(id)).map((row) => [row.eventId, row.webhookId])).toEqual([[after.id, hook.body.id]]);
  });

  test('An endpoint in a reused slot does not get the events of its predecessor', async () => {
    const { id, key } = await api.organization();
    const first = await api.call('createWebhook', { key, body: { url: 'https://example.com/' } });
    const event = await append(id);
    await api.call('deleteWebhook', { key, params: { id: first.body.id } });
    await api.call('createWebhook', { key, body: { url: 'https://example.com/' } });
    await relayEvent(event);
    expect(await deliveries(id)).toEqual([]);
  });

  test('A replay reaches every endpoint, including more than a hundred that were registered after the event', async () => {
    const { id, key } = await api.organization();
    const event = await append(id);
    for (let count = 0; count < 105; count++) {
      await api.call('createWebhook', { key, body: { url: 'https://example.com/' } });
    }
    const replay = () => api.call('replayEvent', { key, params: { id: event.id } });
    expect((await replay()).body).toEqual({ id: event.id, replayed: true, delivery_ids: expect.any(Array) });
    expect(await relayOutbox(id)).toHaveLength(105);
    const first = await deliveries(id);
    expect(new Set(first.map((row) => row.createdAt)).size).toBe(105);
    await Promise.all([replay(), replay()]);
    await relayOutbox(id);
    expect((await deliveries(id)).map((row) => row.id)).toEqual(first.map((row) => row.id));
  });

  test('Two replays at once give a late endpoint one delivery time', async () => {
    const { id, key } = await api.organization();
    const event = await append(id);
    await api.call('createWebhook', { key, body: { url: 'https://example.com/' } });
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => api.call('replayEvent', { key, params: { id: event.id } })),
    );
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([200]));
    await relayOutbox(id);
    expect(await deliveries(id)).toHaveLength(1);
    expect(new Set((await outbox(id)).map((entry) => JSON.stringify('late' in entry && entry.late))).size).toBe(1);
  });

  test('A replay appends nothing to the log', async () => {
    const { id, key } = await api.organization();
    const event = await append(id);
    await api.call('replayEvent', { key, params: { id: event.id } });
    expect((await api.call('listEvents', { key })).body.events.map((one: { id: string }) => one.id)).toEqual([
      event.id,
    ]);
  });

  test('An endpoint gets only the events of its types and its agent, and none while it is disabled', async () => {
    const { id, key } = await api.organization();
    const agent = await api.agent(key);
    const create = async (body: object) =>
      (await api.call('createWebhook', { key, body: { url: 'https://example.com/', ...body } })).body.id as string;
    const all = await create({});
    const typed = await create({ event_types: ['mail.sent'] });
    await create({ event_types: ['mail.received'] });
    await create({ identity_id: agent.id });
    const off = await create({});
    await api.call('updateWebhook', { key, params: { id: off }, body: { enabled: false } });
    await relayEvent(await append(id));
    expect((await deliveries(id)).map((row) => row.webhookId).sort()).toEqual([all, typed].sort());
  });
});

import { describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { type Received, Receiver } from '#testing/receiver.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { eventually } from '../support/eventually.ts';
import { withFixture } from '../support/with-fixture.ts';

interface Fixture {
  receiver: Receiver;
  ours: Organization;
  caller: Agent;
  worker: Agent;
}

async function setUp(): Promise<Fixture> {
  const [ours, theirs, receiver] = await Promise.all([makeOrganization(), makeOrganization(), Receiver.start()]);
  const [caller, worker] = await Promise.all([makeAgent(ours), makeAgent(theirs)]);
  await theirs.api.ok('putA2aSettings', { params: { id: worker.id }, body: { filter_mode: 'blocklist' } });
  return { receiver, ours, caller, worker };
}

const query = { 'A2A-Version': '1.0' };
const json = ({ body }: Received) => JSON.parse(body.toString());

async function send({ caller, worker }: Fixture, push?: object): Promise<string> {
  const message = { messageId: freshName('m'), role: 'ROLE_USER', parts: [{ text: 'go' }] };
  const configuration = { returnImmediately: true, ...(push && { taskPushNotificationConfig: push }) };
  const call = { query, params: { id: worker.id }, body: { message, configuration } };
  const { task } = (await caller.api.ok('sendA2aMessage', call)) as { task: { id: string } };
  return task.id;
}

const reply = ({ worker }: Fixture, id: string, body: Record<string, unknown>) =>
  worker.api.ok('replyToTask', { params: { id }, body });

describe('push notifications', () => {
  test(
    'Push notifications report every step of a task, signed, with the token and the credentials of the configuration',
    withFixture(setUp)(async (fixture) => {
      const { receiver, ours, caller } = fixture;
      const token = freshName('token');
      const authentication = { scheme: 'Bearer', credentials: freshName('credentials') };
      const id = await send(fixture, { url: receiver.url('/push'), token, authentication });
      await reply(fixture, id, { state: 'working', message: 'on it' });
      await reply(fixture, id, {
        state: 'completed',
        result: 42,
        artifacts: [{ artifact_id: 'a', parts: [{ text: 'x' }] }],
      });

      const requests = await receiver.until(2);
      for (const request of requests) {
        expect(verifyDelivery(token, request)).toBe('genuine');
        expect(request.headers).toMatchObject({
          'content-type': 'application/a2a+json',
          'x-a2a-notification-token': token,
          authorization: `Bearer ${authentication.credentials}`,
        });
        expect(request.headers['x-aid-event-id']).toMatch(/^evt_/);
      }
      const bodies = requests.map(json);
      expect(bodies.find(({ statusUpdate }) => statusUpdate)).toMatchObject({
        statusUpdate: { taskId: id, status: { state: 'TASK_STATE_WORKING', message: { parts: [{ text: 'on it' }] } } },
      });
      const done = bodies.find(({ task }) => task).task;
      expect([done.id, done.status.state]).toEqual([id, 'TASK_STATE_COMPLETED']);
      expect(done.artifacts.map(({ artifactId }: { artifactId: string }) => artifactId)).toEqual(['a', 'result']);

      const deliveries = await eventually(async () => {
        const found = (await ours.api.ok('listDeliveries')).deliveries;
        if (found.length !== 2 || found.some(({ status }) => status !== 'delivered'))
          throw new Error('no delivery of the last step yet');
        return found;
      });
      expect(deliveries.map(({ event_type }) => event_type)).toEqual([
        'a2a.push_notification',
        'a2a.push_notification',
      ]);
      expect(deliveries.map((delivery) => delivery.id).sort()).toEqual(
        requests.map(({ headers }) => headers['x-aid-request-id']).sort(),
      );
      expect((await caller.api.ok('listDeliveries')).deliveries).toEqual(deliveries);
      expect(JSON.stringify(deliveries)).not.toContain(token);
    }),
  );

  test(
    'Push notifications are retried under one id, follow each configuration from its creation to its deletion, and have unique times',
    withFixture(setUp)(async (fixture) => {
      const { receiver, ours, caller, worker } = fixture;
      // With an endpoint of the organization, so that both kinds of delivery share the clock.
      await ours.api.ok('createWebhook', { body: { url: receiver.url('/hook') } });
      let failures = 2;
      receiver.respondWith(({ path }) => (path === '/one' && failures-- > 0 ? { status: 500 } : { status: 200 }));
      const id = await send(fixture);
      const params = { id: worker.id, task: id };
      const create = (name: string) =>
        caller.api.ok('createA2aPushConfig', { query, params, body: { id: name, url: receiver.url(`/${name}`) } });

      await reply(fixture, id, { state: 'working' });
      await create('one');
      await reply(fixture, id, { state: 'working' });
      await create('two');
      await reply(fixture, id, { state: 'working' });
      const pushes = async () =>
        (await ours.api.ok('listDeliveries', { query: { limit: 200 } })).deliveries.filter(
          ({ event_type }) => event_type === 'a2a.push_notification',
        );
      // A configuration that is deleted before an event becomes deliveries gets none of it.
      await eventually(async () => expect(await pushes()).toHaveLength(3));
      await caller.api.ok('deleteA2aPushConfig', { query, params: { ...params, config: 'one' } });
      const cancel = { query, params: { id: worker.id, task: `${id}:cancel` } };
      await caller.api.ok('actOnA2aTask', cancel);

      const at = (path: string) => receiver.requests.filter((request) => request.path === path);
      const steps = await receiver.until(2, { passes: ({ path }) => path === '/two' });
      expect(steps.map((request) => json(request).statusUpdate.status.state).sort()).toEqual([
        'TASK_STATE_CANCELED',
        'TASK_STATE_WORKING',
      ]);
      const deliveries = await eventually(async () => {
        const found = (await ours.api.ok('listDeliveries', { query: { limit: 200 } })).deliveries;
        const pushed = found.filter(({ event_type }) => event_type === 'a2a.push_notification');
        if (pushed.length !== 4 || found.some(({ status }) => status === 'pending' || status === 'retrying')) {
          throw new Error(`unexpected deliveries: ${pushed.map(({ status }) => status).join()}`);
        }
        return found;
      });
      expect(new Set(deliveries.map(({ created_at }) => created_at)).size).toBe(deliveries.length);
      // A deleted configuration gets nothing more: its pending deliveries end without another attempt.
      const toOne = deliveries.filter(({ url }) => url.endsWith('/one'));
      expect(toOne).toHaveLength(2);
      for (const { status, last_error } of toOne) {
        expect([status, last_error]).toBeOneOf([
          ['dead_letter', 'endpoint deleted'],
          ['delivered', null],
        ]);
      }
      const ids = at('/one').map(({ headers }) => headers['x-aid-request-id']);
      expect(new Set(ids).size).toBeLessThanOrEqual(2);
      // Without a token of the receiver there is no key for a signature.
      for (const { headers } of at('/two')) expect(headers['x-aid-signature']).toBeUndefined();
    }),
  );

  test(
    'Push notifications to a suspended agent stop, and the delivery log names the reason',
    withFixture(setUp)(async (fixture) => {
      const { receiver, ours, caller } = fixture;
      const id = await send(fixture, { url: receiver.url('/push') });
      await reply(fixture, id, { state: 'working', message: 'before' });
      await receiver.until(1);
      await ours.api.ok('suspendIdentity', { params: { id: caller.id } });
      await reply(fixture, id, { state: 'working', message: 'after' });
      await eventually(async () => {
        const { deliveries } = await ours.api.ok('listDeliveries');
        const ends = deliveries.map(({ status, last_error }) => [status, last_error]);
        expect(ends).toEqual([
          ['dead_letter', 'agent suspended'],
          ['delivered', null],
        ]);
      });
      expect(receiver.requests).toHaveLength(1);

      await ours.api.ok('reinstateIdentity', { params: { id: caller.id } });
      await reply(fixture, id, { state: 'completed', message: 'again' });
      const [, again] = await receiver.until(2);
      expect(json(again as Received).statusUpdate.status.message.parts).toEqual([{ text: 'again' }]);
    }),
  );

  test(
    'A task has at most five push configurations, and their URLs must not lead to a private address',
    withFixture(setUp)(async (fixture) => {
      const { caller, worker } = fixture;
      const params = { id: worker.id, task: await send(fixture) };
      const create = (url: string, name = freshName('config')) =>
        caller.api.client.call<{ error?: { code: number } }>(
          'POST',
          `/v1/identities/${params.id}/a2a/tasks/${params.task}/pushNotificationConfigs`,
          { id: name, url },
          { query },
        );
      for (const url of ['http://10.0.0.1/x', 'https://169.254.169.254/', 'ftp://example.com/', 'nonsense']) {
        const { status, text } = await create(url);
        expect([url, status, text]).toEqual([url, 400, expect.stringContaining('"field":"url"')]);
      }
      for (let count = 0; count < 5; count++)
        expect((await create('https://r.example/', `c${count}`)).status).toBe(200);
      expect((await create('https://r.example/')).status).toBe(400);
      // A configuration with the same id replaces the older one.
      expect((await create('https://r.example/other', 'c1')).status).toBe(200);
      const { configs } = (await caller.api.ok('listA2aPushConfigs', { query, params })) as {
        configs: { id: string }[];
      };
      expect(configs.map(({ id }) => id).sort()).toEqual(['c0', 'c1', 'c2', 'c3', 'c4']);
    }),
  );
});

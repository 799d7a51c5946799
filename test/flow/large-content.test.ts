import { describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { type Received, Receiver } from '#testing/receiver.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { withFixture } from '../support/with-fixture.ts';

const KB = 1024;

interface Fixture {
  receiver: Receiver;
  organization: Organization;
  caller: Agent;
  worker: Agent;
}

async function setUp(): Promise<Fixture> {
  const [organization, receiver] = await Promise.all([makeOrganization(), Receiver.start()]);
  const [caller, worker] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
  return { receiver, organization, caller, worker };
}

const query = { 'A2A-Version': '1.0' };
const json = ({ body }: Received) => JSON.parse(body.toString());
/** A text of two-byte and four-byte characters, which has about this many bytes. */
const textOf = (name: string, bytes: number) => name + 'ä😀'.repeat(Math.floor(bytes / 6));

/** Content that is larger than a row's share is in a bucket. Nothing that a client sees may differ for it. */
describe('large content over HTTP', () => {
  test(
    'A part of 200 KB is the same in replies, lists, the log, waits and the webhook of the REST API',
    withFixture(setUp)(async ({ receiver, organization, caller, worker }) => {
      const { secret } = await organization.api.ok('createWebhook', { body: { url: receiver.url() } });
      const text = textOf('first', 200 * KB);
      const answer = textOf('answer', 100 * KB);
      const artifact = { artifact_id: 'a', parts: [{ text: textOf('artifact', 200 * KB) }] };
      const made = await caller.api.ok('createTask', { body: { to_handle: worker.handle, parts: [{ text }] } });
      expect(made.messages[0]?.parts).toEqual([{ text }]);
      const params = { id: made.id };
      await worker.api.ok('replyToTask', {
        params,
        body: { state: 'completed', message: answer, artifacts: [artifact] },
      });

      const task = await caller.api.ok('getTask', { params });
      expect(task.messages.map(({ parts }) => parts)).toEqual([[{ text }], [{ text: answer }]]);
      expect(task.artifacts?.[0]?.parts).toEqual(artifact.parts);
      const { tasks } = await worker.api.ok('listTasks');
      expect(tasks).toEqual([task]);

      const { events } = await organization.api.ok('listEvents');
      expect(events.map(({ type }) => type)).toEqual(['a2a.sent_task.updated', 'a2a.task.updated', 'a2a.task.created']);
      expect(events[0]?.payload.parts).toEqual([{ text: answer }]);
      expect(events[2]?.payload.parts).toEqual([{ text }]);
      const wait = { type: 'a2a.task.created', since: '2020-01-01T00:00:00Z', timeout_ms: 0 };
      expect((await worker.api.ok('waitForEvent', { query: wait })).event).toEqual(events[2]);

      const requests = await receiver.until(3);
      for (const request of requests) {
        expect(verifyDelivery(secret, request)).toBe('genuine');
        const { id, data } = json(request);
        expect(data).toMatchObject(events.find((event) => event.id === id)?.payload ?? { missing: id });
      }
    }),
  );

  test(
    'A part of 200 KB is the same in both bindings of the A2A protocol, in lists, histories and push notifications',
    withFixture(setUp)(async ({ receiver, caller, worker }) => {
      const text = textOf('first', 200 * KB);
      const token = freshName('token');
      const message = { messageId: freshName('m'), role: 'ROLE_USER', parts: [{ text }] };
      const configuration = {
        returnImmediately: true,
        taskPushNotificationConfig: { url: receiver.url('/push'), token },
      };
      const params = { id: worker.id };
      const sent = await caller.api.ok('sendA2aMessage', { query, params, body: { message, configuration } });
      const { task } = sent as { task: { id: string; history: { parts: object[] }[] } };
      expect(task.history[0]?.parts).toEqual([{ text }]);
      const artifact = { artifact_id: 'a', parts: [{ text: textOf('artifact', 200 * KB) }] };
      await worker.api.ok('replyToTask', {
        params: { id: task.id },
        body: { state: 'completed', message: textOf('answer', 50 * KB), artifacts: [artifact] },
      });

      const rpc = async (method: string, request: object) => {
        const body = { jsonrpc: '2.0', id: 1, method, params: request };
        const headers = { 'a2a-version': '1.0' };
        const { result } = (await caller.api.ok('callA2a', { params, body, headers })) as { result: typeof task };
        return result;
      };
      const byRpc = await rpc('GetTask', { id: task.id });
      const byRest = await caller.api.ok('getA2aTask', { query, params: { ...params, task: task.id } });
      expect(byRpc).toEqual(byRest);
      expect(byRpc).toMatchObject({
        artifacts: [{ artifactId: 'a', parts: artifact.parts }],
        history: [{ parts: [{ text }] }, { parts: [{ text: textOf('answer', 50 * KB) }] }],
      });
      const listed = await rpc('ListTasks', { includeArtifacts: true, historyLength: 0 });
      expect(listed).toMatchObject({ tasks: [{ id: task.id, artifacts: [{ parts: artifact.parts }] }] });

      const [push] = await receiver.until(1);
      expect(push && verifyDelivery(token, push)).toBe('genuine');
      expect(push && json(push)).toMatchObject({
        task: { id: task.id, artifacts: [{ artifactId: 'a', parts: artifact.parts }] },
      });
    }),
  );
});

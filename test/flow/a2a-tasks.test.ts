import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { type Received, Receiver } from '#testing/receiver.ts';
import { verifyDelivery } from '#testing/verify-signature.ts';
import { eventsOf } from '../support/log-reader.ts';

/** Two agents of two organizations, from the rejection of a stranger to a completed task, as their webhooks see it. */
describe('a task between two organizations', () => {
  let buyers: Organization;
  let sellers: Organization;
  let buyer: Agent;
  let seller: Agent;
  let receiver: Receiver;
  const secrets: Record<string, string> = {};

  const bodyOf = (request: Received) => JSON.parse(request.body.toString('utf8'));
  const at = (path: string) => (request: Received) => request.path === path;
  const types = (path: string) => receiver.requests.filter(at(path)).map((request) => bodyOf(request).type);

  beforeAll(async () => {
    [buyers, sellers] = await Promise.all([makeOrganization(), makeOrganization()]);
    [buyer, seller] = await Promise.all([makeAgent(buyers), makeAgent(sellers)]);
    receiver = await Receiver.start();
    const endpoints = [
      ['/buyers', buyers, undefined],
      ['/sellers', sellers, undefined],
      ['/seller', sellers, seller.id],
      ['/buyer', buyers, buyer.id],
    ] as const;
    for (const [path, { api }, identity_id] of endpoints) {
      const body = { url: receiver.url(path), identity_id };
      secrets[path] = (await api.ok('createWebhook', { body })).secret;
    }
  });

  afterAll(() => receiver.stop());

  const task = { to: () => ({ to_handle: seller.handle, message: 'What does it cost?', message_id: 'q-1' }) };
  let taskId = '';

  test('A task to a stranger is rejected as if the handle did not exist', async () => {
    const refused = await buyer.api.refused('createTask', 'resource.not_found', { body: task.to() });
    const unknown = await buyer.api.refused('createTask', 'resource.not_found', {
      body: { ...task.to(), to_handle: 'no-such-agent' },
    });
    expect(refused.error?.message).toBe(unknown.error?.message);
    expect((await buyer.api.ok('listTasks')).tasks).toEqual([]);
  });

  test('A task is accepted after the invitation was accepted', async () => {
    const body = { from_identity_id: buyer.id, to_handle: seller.handle };
    const invitation = await buyers.api.ok('createInvitation', { body });
    const [received] = (await sellers.api.ok('listInvitations', { query: { role: 'received' } })).invitations;
    expect(received).toEqual(invitation);
    await buyers.api.refused('acceptInvitation', 'auth.forbidden', { params: { id: invitation.id } });
    await sellers.api.ok('acceptInvitation', { params: { id: invitation.id } });
    const made = await buyer.api.call('createTask', { body: task.to() });
    expect(made.status).toBe(201);
    taskId = made.body.id;
    const again = await buyer.api.call('createTask', { body: task.to() });
    expect([again.status, again.body]).toEqual([200, made.body]);
  });

  test('The worker waits for the task and replies, and the caller waits for the reply', async () => {
    const since = '2020-01-01T00:00:00Z';
    const found = await seller.api.ok('waitForEvent', {
      query: { type: 'a2a.task.created', since, identity_id: seller.id, timeout_ms: 30_000 },
    });
    expect(found.event?.aggregate_id).toBe(taskId);
    const waiting = buyer.api.ok('waitForEvent', {
      query: { type: 'a2a.sent_task.updated', since, aggregate_id: taskId, timeout_ms: 30_000 },
    });
    const params = { id: taskId };
    await seller.api.ok('replyToTask', { params, body: { state: 'input_required', message: 'Which size?' } });
    expect((await waiting).event?.payload).toMatchObject({ state: 'input_required', parts: [{ text: 'Which size?' }] });
    const more = await buyer.api.ok('addTaskMessage', { params, body: { message: 'Large.' } });
    expect(more.state).toBe('working');
    const artifacts = [{ name: 'Offer', parts: [{ data: { price: 12.5 }, media_type: 'application/json' }] }];
    const body = { state: 'completed', result: { price: 12.5 }, artifacts };
    const done = await seller.api.ok('replyToTask', { params, body, idempotencyKey: 'done' });
    expect(await seller.api.ok('replyToTask', { params, body, idempotencyKey: 'done' })).toEqual(done);
    for (const { api } of [buyer, seller, buyers, sellers]) expect(await api.ok('getTask', { params })).toEqual(done);
    await seller.api.refused('addTaskMessage', 'auth.forbidden', { params, body: { message: 'x' } });
    await buyer.api.refused('replyToTask', 'auth.forbidden', { params, body: { state: 'working' } });
    await buyer.api.refused('cancelTask', 'a2a.task_terminal', { params });
    for (const { api } of [buyers, sellers]) await api.refused('cancelTask', 'auth.forbidden', { params });
  });

  test('Signed webhooks report the task to the worker’s organization and the replies to the caller’s', async () => {
    const ofWorker = ['a2a.task.created', 'a2a.task.message', 'a2a.task.updated', 'a2a.task.updated'];
    const ofCaller = ['a2a.sent_task.updated', 'a2a.sent_task.updated'];
    const both = ['a2a.contact_rule.changed', 'a2a.invitation.accepted', 'a2a.invitation.created'];
    const expected = {
      '/sellers': [...both, ...ofWorker],
      '/seller': [...both, ...ofWorker],
      '/buyers': [...both, ...ofCaller],
      '/buyer': [...both, ...ofCaller],
    };
    for (const [path, all] of Object.entries(expected)) {
      await receiver.until(all.length, { passes: at(path) });
      expect(types(path).sort()).toEqual([...all].sort());
    }
    for (const request of receiver.requests) {
      expect(verifyDelivery(secrets[request.path] ?? '', request)).toBe('genuine');
      const body = bodyOf(request);
      expect(body.organization_id).toBe(request.path.startsWith('/b') ? buyers.id : sellers.id);
      if (!body.type.includes('task')) continue;
      expect(body.aggregate).toEqual({ type: 'a2a_task', id: taskId });
      expect(body.data.agent_identities).toEqual([
        { id: buyer.id, handle: buyer.handle, display_name: buyer.displayName },
        { id: seller.id, handle: seller.handle, display_name: seller.displayName },
      ]);
    }
    const created = receiver.requests.find((request) => bodyOf(request).type === 'a2a.task.created');
    // The message of the task itself, and not the summary of an email.
    expect(bodyOf(created as Received).data).toMatchObject({
      taskId,
      message: 'What does it cost?',
      messageId: 'q-1',
      parts: [{ text: 'What does it cost?' }],
    });
  });

  test('A suspended worker gets no task, and the caller can cancel the earlier one', async () => {
    const { id } = await buyer.api.ok('createTask', { body: { to_identity_id: seller.id, message: 'and this?' } });
    await sellers.api.ok('suspendIdentity', { params: { id: seller.id } });
    const body = { to_identity_id: seller.id, message: 'still there?' };
    await buyer.api.refused('createTask', 'resource.not_found', { body });
    const params = { id };
    await seller.api.refused('replyToTask', 'identity.suspended', { params, body: { state: 'completed' } });
    expect(await buyer.api.ok('cancelTask', { params, body: { reason: 'no reply' } })).toMatchObject({
      state: 'canceled',
      message_count: 2,
    });
    const canceled = await eventsOf(sellers, 1, ({ type }) => type === 'a2a.task.canceled');
    expect(canceled[0]?.payload).toMatchObject({ taskId: id, callerIdentityId: buyer.id });
    await sellers.api.ok('reinstateIdentity', { params: { id: seller.id } });
  });
});

import { expect, test } from 'vitest';
import * as routes from '#shared/contract/routes/approvals.ts';
import { handleRequest } from '#shared/runtime/pipeline/handle-request.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { loadOperation, requestOf, servicesFor } from '../support/in-process-api.ts';

// The faults of approval-faults.test.ts that are about links and people.

const engine = useEngine();
const { office, sent, api, rejectAll } = useApprovals(engine);

type Office = Awaited<ReturnType<typeof office>>;

const decidedIn = async (made: Office) =>
  (await made.events()).filter(({ type }) => type === 'approval.decided').map(({ payload }) => payload);

/** Another person, with a key of their own. */
async function secondApprover({ organization }: Office) {
  const { body } = await api().call('createApiKey', { key: organization.key, body: { name: 'Second' } });
  return { id: body.id, key: body.key };
}

test('Fault 6, links dead after a move: an approval names no address of the service, and is decided at the new one', async () => {
  const made = await office({ mail: 'always' });
  const { messageId, approval } = await made.held({ unsubscribe: true });
  const [requested] = await made.events();
  expect(JSON.stringify([approval, requested])).not.toContain('api.test');
  const { approveAction } = routes;
  const moved = { baseUrl: 'https://moved.test', ownUrls: ['https://moved.test'] };
  const call = {
    key: made.organization.key,
    params: { id: approval.id },
    body: { content_hash: approval.content_hash },
  };
  const request = { ...requestOf(approveAction, call), ...moved };
  const operation = await loadOperation(approveAction);
  expect((await handleRequest(operation, request, servicesFor(approveAction, api().services))).status).toBe(200);
  await made.deliver(messageId);
  expect(sent()).toHaveLength(1);
});

test('Fault 7, approved said for what was only queued: the message says whether it was sent, and so do events', async () => {
  const made = await office({ mail: 'always' });
  const { messageId, approval } = await made.held();
  const { body } = await made.approve(approval.id, { content_hash: approval.content_hash });
  const message = async () => {
    const params = { id: made.agent.id, mid: body.subject_id };
    const { status, detail } = (await api().call('getMessage', { key: made.organization.key, params })).body;
    return [status, detail];
  };
  const events = async () => {
    const query = { identity_id: made.agent.id, limit: '200' };
    const all = (await api().call('listEvents', { key: made.organization.key, query })).body.events;
    return all.map(({ type }) => type).filter((type) => type.startsWith('mail.'));
  };
  expect([body.status, body.subject_id]).toEqual(['approved', messageId]);
  expect([await message(), await events()]).toEqual([['queued', null], []]);
  rejectAll();
  await made.deliver(messageId);
  expect(await message()).toEqual(['failed', expect.stringContaining('said SES')]);
  expect(await events()).toEqual(['mail.bounced']);
  // What a person has decided stays what a person has decided.
  expect((await made.read(approval.id)).status).toBe('approved');
  expect(await decidedIn(made)).toHaveLength(1);
});

test('Fault 8, a second approver sends twice: they learn who was first, and a different decision is an error', async () => {
  const made = await office({ mail: 'always' });
  const { messageId, approval } = await made.held();
  const second = await secondApprover(made);
  const body = { content_hash: approval.content_hash };
  const [one, other] = await Promise.all([
    made.approve(approval.id, body),
    made.approve(approval.id, body, { key: second.key }),
  ]);
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(one.body).toEqual(other.body);
  await made.deliver(messageId);
  const late = await made.approve(approval.id, body, { key: second.key });
  expect([late.status, late.body.decided_by]).toEqual([200, one.body.decided_by]);
  const edited = await made.approve(approval.id, { ...body, edits: { text: 'Mine.' } }, { key: second.key });
  expect([edited.status, edited.body.error.code]).toEqual([409, 'approval.changed']);
  expect((await made.deny(approval.id, {}, { key: second.key })).body.error.code).toBe('approval.closed');
  await made.deliver(messageId);
  expect(sent()).toHaveLength(1);
  expect((await decidedIn(made)).map(({ actor }) => actor)).toEqual([
    { actorType: 'user', actorId: one.body.decided_by },
  ]);
});

test('Fault 9, approvers who click through everything: a decision names what it is about, and few things ask', async () => {
  expect((await api().call('getApprovalSettings', { key: (await api().organization()).key })).body.mail).toBe('never');
  const made = await office({ mail: 'never' });
  expect((await made.send()).body.status).toBe('queued');
  await made.set({ mail: 'first_contact' });
  const { messageId, approval } = await made.held({ to: 'bob@example.com' });
  const repeated = await Promise.all(Array.from({ length: 5 }, () => made.send({ to: 'bob@example.com' })));
  expect(new Set(repeated.map(({ body }) => body.approval_id))).toEqual(new Set([approval.id]));
  const list = await api().call('listApprovals', { key: made.organization.key, query: { status: 'pending' } });
  expect(list.body.approvals.map(({ id }) => id)).toEqual([approval.id]);
  // A list has no text of an email: who decides reads the approval.
  expect(list.body.approvals[0]?.preview.mail).not.toHaveProperty('text');
  expect(approval.preview.mail?.text).toBe('The text.');
  const without = await made.approve(approval.id, {});
  expect([without.status, without.body.error.message]).toEqual([400, expect.stringContaining('content_hash')]);
  const other = await made.held({ to: 'carol@example.com' });
  const wrong = await made.approve(approval.id, { content_hash: other.approval.content_hash });
  expect([wrong.status, wrong.body.error.code]).toEqual([409, 'approval.changed']);
  expect((await made.message(messageId)).status).toBe('held');
  await made.approve(approval.id, { content_hash: approval.content_hash });
  await made.deliver(messageId);
  expect((await made.send({ to: 'bob@example.com', text: 'Once more.' })).body.status).toBe('queued');
});

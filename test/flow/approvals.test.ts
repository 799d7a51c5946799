import { expect, test } from 'vitest';
import { eventsOfMessage, newAgent, readMessage } from '../support/sending-agent.ts';

test('A person edits and approves an email over HTTP: the agent waits for the decision, and the edited one is sent', async () => {
  const { organization, agent } = await newAgent();
  await organization.api.ok('setApprovalSettings', { body: { mail: 'external' } });
  const body = { to: 'ada@elsewhere.example', subject: 'Hello', text: 'The text.', html: '<p>The text.</p>' };
  const sent = await agent.api.ok('sendMail', { params: { id: agent.id }, body });
  expect(sent).toMatchObject({ status: 'held' });
  const query = { type: 'approval.decided', since: sent.created_at, timeout_ms: 20_000 } as const;
  const waited = agent.api.ok('waitForEvent', { query });

  const { approvals } = await organization.api.ok('listApprovals', { query: { status: 'pending' } });
  expect(approvals).toMatchObject([{ id: sent.approval_id, status: 'pending', preview: { mail: { subject: 'Hello' } } }]);
  const id = sent.approval_id ?? '';
  const { content_hash, preview } = await organization.api.ok('getApproval', { params: { id } });
  expect(preview.mail).toMatchObject({ text: 'The text.', html_text: 'The text.' });
  const edits = { html: '<p>The <b>better</b> text.</p>' };
  const approved = await organization.api.ok('approveAction', { params: { id }, body: { content_hash, edits } });
  expect(approved.status).toBe('approved');

  const { event } = await waited;
  expect(event).toMatchObject({
    aggregate_type: 'approval',
    aggregate_id: id,
    identity_id: agent.id,
    payload: { status: 'approved', content: { text: 'The better text.', html: edits.html } },
  });
  await eventsOfMessage(agent, sent.id, 2);
  expect(await readMessage(agent, sent.id)).toMatchObject({
    status: 'delivered',
    text: 'The better text.',
    html: edits.html,
  });
});

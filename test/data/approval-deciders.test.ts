import { expect, test } from 'vitest';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { foundOrganization, join } from '../support/members.ts';

/** Who decides about what an agent wants to do. */

const engine = useEngine();
const { office, api } = useApprovals(engine);

/** A new organization with a member of each role, and an agent, all emails of which are held. */
async function withMembers(named: readonly ('owner' | 'approver')[] = []) {
  const founded = await foundOrganization(api(), engine.table);
  const admin = await join(api(), engine.table, founded, 'admin');
  const approver = await join(api(), engine.table, founded, 'approver');
  const viewer = await join(api(), engine.table, founded, 'viewer');
  const people = { owner: { ...founded, id: founded.userId }, admin, approver, viewer };
  const approvers: string[] = named.map((role) => people[role].email);
  const made = await office({ mail: 'always', approvers }, founded);
  const send = (key: string, text: string) =>
    api().call('sendMail', {
      key,
      params: { id: made.agent.id },
      body: { to: 'ada@example.com', subject: 'Hello', text },
    });
  const held = async (text: string) => {
    const { body } = await send(made.agent.key, text);
    const id = String(body.approval_id);
    return { id, content_hash: (await made.read(id)).content_hash as string };
  };
  const approve = (key: string, { id, content_hash }: { id: string; content_hash: string }) =>
    api().call('approveAction', { key, params: { id }, body: { content_hash } });
  return { made, people, send, held, approve };
}

test('Members who decide do, viewers do not, and the audit has the person', async () => {
  const { people, held, approve, made } = await withMembers();
  const refused = await approve(people.viewer.token, await held('first'));
  expect([refused.status, refused.body.error.code]).toEqual([403, 'auth.forbidden']);
  for (const role of ['approver', 'admin', 'owner'] as const) {
    const waiting = await held(role);
    const { status, body } = await approve(people[role].token, waiting);
    expect([status, body.status, body.decided_by]).toEqual([200, 'approved', people[role].id]);
    const query = { target: waiting.id };
    const audit = await api().call('listAudit', { key: made.organization.key, query });
    expect(audit.body.entries).toMatchObject([
      {
        action: 'approveAction',
        actor: { type: 'user', id: people[role].id, label: people[role].email },
        before: { status: 'pending' },
        after: { status: 'approved', kind: 'mail', identity_id: made.agent.id },
      },
    ]);
  }
});

test('Where the settings name approvers, others do not decide, and an org key still does', async () => {
  const { people, held, approve, made } = await withMembers(['approver']);
  const waiting = await held('first');
  const refused = await approve(people.owner.token, waiting);
  expect([refused.status, refused.body.error.code]).toEqual([403, 'auth.forbidden']);
  expect((await approve(people.approver.token, waiting)).body.status).toBe('approved');
  expect((await approve(made.organization.key, await held('second'))).body.status).toBe('approved');
});

test('An email of a person who could approve it is sent, and one by an org key is held', async () => {
  const { people, send, made } = await withMembers();
  expect((await send(people.admin.token, 'by a person')).body.status).toBe('queued');
  expect((await send(made.organization.key, 'by a program')).body.status).toBe('held');
  const named = await withMembers(['approver']);
  expect((await named.send(named.people.admin.token, 'by another person')).body.status).toBe('held');
});

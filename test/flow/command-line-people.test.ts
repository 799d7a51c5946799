import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineIn, type Ran } from '#test/support/command-line-client.ts';
import {
  type Agent,
  freshName,
  makeAgent,
  makeOrganization,
  type Organization,
  sharedStack,
} from '#testing/fixture.ts';

/** What people do by commands about what agents ask for. */

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let organization: Organization;
let ada: Agent;

beforeAll(async () => {
  organization = await makeOrganization();
  ada = await makeAgent(organization);
});

function as({ key }: { readonly key: string }) {
  const aid = commandLineIn(mkdtempSync(join(folder, 'home-')), {
    environment: { AID_URL: sharedStack().baseUrl, AID_KEY: key },
  });
  return async (...command: string[]): Promise<Ran['rows']> => {
    const { code, errors, rows } = await aid(command);
    expect([code, errors], command.join(' ')).toEqual([0, '']);
    return rows;
  };
}

test('An email and a lease are held, listed, read, approved by their hash or denied, and the token is claimed', async () => {
  const [person, agent] = [as(organization), as(ada)];
  await person('approvals', 'settings', 'update', '--mail', 'external', '--vault', 'always');
  const send = ['mail', 'send', '--to', 'bob@elsewhere.example', '--text', 'It costs 90.', '--subject'];
  const [lamp] = await agent(...send, 'Lamp');
  const [table] = await agent(...send, 'Table');
  expect([lamp.status, table.status]).toEqual(['held', 'held']);
  const pending = await person('approvals', 'list', '--status', 'pending');
  expect(pending.map(({ id }) => id)).toEqual([table.approval_id, lamp.approval_id]);
  const [approval] = await person('approvals', 'get', lamp.approval_id);
  const approve = ['approvals', 'approve', '--yes', '--hash'];
  const edits = JSON.stringify({ text: 'It costs 80.' });
  const [approved] = await person(...approve, approval.content_hash, lamp.approval_id, '--edits', edits);
  expect(approved.status).toBe('approved');
  await person('approvals', 'deny', table.approval_id, '--reason', 'Not yet.');
  const [event] = await agent('events', 'list', '--type', 'approval.decided', '--limit', '1');
  expect(event.payload).toMatchObject({ status: 'denied', reason: 'Not yet.' });
  expect(await agent('mail', 'get', lamp.id)).toMatchObject([{ text: 'It costs 80.' }]);

  const [secret] = await agent('vault', 'secrets', 'create', '--name', 'Mail server', '--value', 'the value');
  const [lease] = await agent('vault', 'leases', 'create', '--secret-id', secret.id);
  const [asked] = await person('approvals', 'get', lease.approval_id);
  await person(...approve, asked.content_hash, lease.approval_id);
  expect(await agent('vault', 'leases', 'claim', lease.id)).toMatchObject([{ lease_token: expect.any(String) }]);
});

test('A draft is saved, changed and sent, and a member is invited, changed and removed', async () => {
  const [person, agent] = [as(organization), as(ada)];
  const [draft] = await agent('mail', 'drafts', 'create', '--subject', 'Later');
  await agent('mail', 'drafts', 'update', draft.id, '--to', ada.address, '--text', 'Hello');
  const [sent] = await agent('mail', 'drafts', 'send', draft.id);
  expect(await agent('mail', 'drafts', 'get', draft.id)).toMatchObject([{ status: 'sent', message_id: sent.id }]);

  const email = `${freshName('joan')}@example.com`;
  const [member] = await person('members', 'create', '--email', email, '--role', 'viewer');
  await person('members', 'update', member.id, '--role', 'approver');
  expect(await person('members', 'list')).toMatchObject([{ email, role: 'approver', status: 'invited' }]);
  await person('members', 'delete', member.id, '--yes');
  expect(await person('members', 'list')).toEqual([]);
});

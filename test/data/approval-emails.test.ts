import { expect, test } from 'vitest';
import { serviceMail } from '#functions/workers/outbound-mail/service-mail.ts';
import { HOUR, windowEnd } from '#shared/domain/time/time.ts';
import { approvalEmails, emailDue, sendRequested } from '../support/approval-emails.ts';
import { useApprovals } from '../support/approval-harness.ts';
import { useEngine } from '../support/engine.ts';
import { mailedCodes } from '../support/mailed-codes.ts';
import { foundOrganization, invite, join } from '../support/members.ts';

const engine = useEngine();
const { office, api } = useApprovals(engine);

async function people(settings: object = { mail: 'always' }) {
  const founded = await foundOrganization(api(), engine.table);
  const made = await office({ ...settings }, founded);
  const emails = () => approvalEmails(api(), engine.table, founded.id);
  return { founded, made, emails, due: (now?: number) => emailDue(api(), engine.table, founded.id, now) };
}

test('Each member who may decide gets one email about a held action, and no one else does', async () => {
  const { founded, made, emails, due } = await people();
  const approver = await join(api(), engine.table, founded, 'approver');
  await join(api(), engine.table, founded, 'viewer');
  await invite(api(), founded.token, 'invited@example.com', 'approver');
  await foundOrganization(api(), engine.table);
  const { approval } = await made.held();
  const ids = await due();
  expect(ids).toEqual([approval.id]);
  const sent = await emails();
  expect(sent.map(({ to }) => to).sort()).toEqual([founded.email, approver.email].sort());
  expect(new Set(sent.flatMap(({ approvals }) => approvals.map(({ code }) => code))).size).toBe(2);

  // The same event again, and the next run of the sweep.
  await sendRequested(api(), founded.id, [approval.id]);
  expect(await due()).toEqual([]);
  expect(await emails()).toHaveLength(2);
});

test('The settings name who gets the emails, and one of them who is no member any more gets none', async () => {
  const { founded, made, emails, due } = await people();
  const approver = await join(api(), engine.table, founded, 'approver');
  const removed = await join(api(), engine.table, founded, 'admin');
  await made.set({ mail: 'always', approvers: [approver.email, removed.email] });
  await api().call('deleteMember', { key: founded.token, params: { id: removed.id } });
  await made.held();
  await due();
  expect((await emails()).map(({ to }) => to)).toEqual([approver.email]);
});

test('An approver with the address of an agent gets no email: the agent would read the code about its own action', async () => {
  const { founded, made, emails, due } = await people();
  const identity = await made.identity();
  const address = identity.mailboxes[0]?.address ?? '';
  await invite(api(), founded.token, address, 'approver');
  const code = (await mailedCodes(api(), engine.table, address, founded.id)).at(-1)?.code ?? '';
  const body = { email: address, code, password: 'correct horse battery' };
  expect((await api().call('joinOrganization', { body })).status).toBe(200);
  await made.held();
  await due();
  expect((await emails()).map(({ to }) => to)).toEqual([founded.email]);
});

test('Actions that are held together are in one email, which shows ten and counts the others', async () => {
  const { made, emails, due } = await people();
  for (let index = 0; index < 13; index++) await made.held({ subject: `Hello ${index}` });
  await due();
  const [sent, ...others] = await emails();
  expect(others).toEqual([]);
  expect([sent?.approvals.length, sent?.more]).toEqual([10, 3]);
  expect(sent?.text.subject).toBe('13 actions of agents wait for your decision');
  expect(sent?.text.closing).toContain('3 more wait');
});

test('An agent cannot flood people: beyond six emails in an hour, the rest is one email of the next hour', async () => {
  const { made, emails, due } = await people();
  const now = windowEnd(Date.now(), HOUR);
  for (let index = 0; index < 9; index++) {
    await made.held({ subject: `Hello ${index}` });
    await due(now);
  }
  expect(await emails()).toHaveLength(6);
  expect(await due(now + HOUR - 1)).toEqual([]);
  expect(await due(now + HOUR)).toHaveLength(3);
  const sent = await emails();
  expect(sent).toHaveLength(7);
  expect(sent.at(-1)?.approvals).toHaveLength(3);
});

test('What was decided before its email was requested, or is of a suspended agent, is in none', async () => {
  const { made, emails, due } = await people();
  const first = await made.held();
  await made.approve(first.approval.id, { content_hash: first.approval.content_hash });
  await made.held({ subject: 'Again' });
  await made.suspend();
  await due();
  expect(await emails()).toEqual([]);
});

test('An organization without people has no email to request', async () => {
  const made = await office({ mail: 'always' });
  await made.held();
  expect(await emailDue(api(), engine.table, made.organization.id)).toHaveLength(1);
  expect(await emailDue(api(), engine.table, made.organization.id)).toEqual([]);
});

test('Nothing that an agent or a stranger wrote becomes a link in the email, and its subject has none of it', async () => {
  const { founded, made, emails, due } = await people();
  const subject = 'Pay at https://evil.example/x or www.evil.example, <b>now</b> @evil call +49 170 1234567\u202e';
  const { approval } = await made.held({ to: 'bait@www.evil.example', subject });
  await due();
  const [sent] = await emails();
  if (sent === undefined) throw new Error('no email');
  const { raw } = await serviceMail(founded.email, sent.text);
  const text = raw.toString().replaceAll('=\r\n', '').replaceAll('=3D', '=');
  expect(sent.text.subject).toBe('An agent waits for your decision');
  expect(text).toContain('bait[at]www[.]evil[.]example');
  expect(text).not.toMatch(/evil\.example|@evil|1234567|\u202e/);
  expect(text.slice(text.indexOf('<!doctype html>'))).not.toContain('<b>');
  expect(text).toContain(`aid approvals get ${approval.id}`);
  const links = [...text.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);
  expect(new Set(links)).toEqual(new Set([sent.approvals[0]?.link]));
  expect(text).toContain(sent.approvals[0]?.code);
});

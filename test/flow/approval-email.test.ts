import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { newAgent } from '../support/sending-agent.ts';
import { mailedCode, type Sent, sentTo } from '../support/sent-mail.ts';

/** The sweep runs once per minute. */
const SWEPT_MS = 180_000;

test('The approver of a held email gets an email from the service, opens its page, and decides with its code', async () => {
  const { organization, agent } = await newAgent();
  const email = `ada-${organization.slug}@example.com`;
  await organization.api.ok('claim', { body: { email, password: 'correct horse battery' } });
  await organization.api.ok('claim', { body: { email, code: await mailedCode(email) } });
  await organization.api.ok('setApprovalSettings', { body: { mail: 'always' } });
  const body = { to: 'bob@elsewhere.example', subject: 'Hello', text: 'The <text>.' };
  const { id: mid, approval_id: id = '' } = await agent.api.ok('sendMail', { params: { id: agent.id }, body });

  const mail = await eventually<Sent>(async () => {
    const found = (await sentTo(email)).find(({ subject }) => subject === 'An agent waits for your decision');
    if (found === undefined) throw new Error('no email about the approval');
    return found;
  }, SWEPT_MS);
  const link = /https?:\/\/\S+\/v1\/approval-links\/\S+/.exec(mail.text)?.[0] ?? '';
  const code = /Code: (\d{6})/.exec(mail.text)?.[1] ?? '';
  expect(mail.text).toContain(id);

  expect((await fetch(link, { method: 'HEAD' })).ok).toBe(false);
  const page = await fetch(link);
  const text = await page.text();
  expect([page.status, text]).toEqual([200, expect.stringContaining('The &#60;text&#62;.')]);
  const hash = /name="content_hash" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? '';
  const submit = (form: Record<string, string>) =>
    fetch(link, { method: 'POST', body: new URLSearchParams({ decision: 'approve', content_hash: hash, ...form }) });
  expect((await submit({})).status).toBe(400);
  expect((await organization.api.ok('getApproval', { params: { id } })).status).toBe('pending');

  const decided = await submit({ code });
  expect([decided.status, await decided.text()]).toEqual([200, expect.stringContaining('It was approved.')]);
  expect((await submit({ code })).status).toBe(409);
  await eventually(async () => {
    const message = await agent.api.ok('getMessage', { params: { id: agent.id, mid } });
    expect(message.status).toBe('delivered');
  });
});

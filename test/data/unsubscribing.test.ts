import { beforeAll, expect, test } from 'vitest';
import { sendDueDrafts } from '#functions/http/mail/send-due-drafts.ts';
import { dueDrafts, parseDueDraft } from '#shared/data/entities/mail/mail-draft.ts';
import { findMessage } from '#shared/data/entities/mail/message.ts';
import { hashUnsubscribeToken } from '#shared/domain/mail/unsubscribe-token.ts';
import { DAY, HOUR, MINUTE, timestamp } from '#shared/domain/time/time.ts';
import { messageMail } from '#shared/services/outbound-mail/message-mail.ts';
import { agentMailbox } from '../support/agent-mailbox.ts';
import { useEngine } from '../support/engine.ts';
import { everyRow } from '../support/every-row.ts';
import { type HookApi, openHook } from '../support/hook-api.ts';
import type { InProcessApi } from '../support/in-process-api.ts';
import { inProcessSend } from '../support/in-process-send.ts';

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;

beforeAll(() => {
  ({ api, hook } = openHook(engine.table));
  api.limits.unverifiedEmailsPerDay = 1000;
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const ONE_CLICK = { method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click' };

async function requested(link: string, init: RequestInit = ONE_CLICK) {
  const response = await inProcessSend(api.services)(new URL(link), init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** An agent that sends emails from which their recipients can unsubscribe. */
async function sender() {
  const { agent, key, send, receive } = await agentMailbox(api, hook);
  const rawOf = async (mid: string) => {
    const message = await findMessage(engine.table, agent.id, mid);
    if (message === undefined) throw new Error('no message');
    return Buffer.from((await messageMail(message)).raw).toString();
  };
  const ask = (body: object = {}) => send({ to: 'ada@elsewhere.example', subject: 'News', unsubscribe: true, ...body });
  return {
    agent,
    key,
    send,
    receive,
    ask,
    rawOf,
    linkOf: async (mid: string) =>
      /List-Unsubscribe: <(\S+)>/.exec((await rawOf(mid)).replace(/\r\n\s+/g, ' '))?.[1] ?? '',
    unsubscribed: async () =>
      (await api.call('listEvents', { key })).body.events.filter(({ type }) => type === 'mail.unsubscribed'),
  };
}

test('A message that asks for it has a link by which its recipient unsubscribes from this agent alone, with one click', async () => {
  const { agent, key, ask, send, rawOf, linkOf, unsubscribed } = await sender();
  const { id, thread_id: threadId } = (await ask()).body;
  expect(await rawOf(id)).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n');
  const link = await linkOf(id);
  expect(link).toMatch(/^https:\/\/api\.test\/v1\/unsubscribe\/uns_[\w-]{44}$/);

  const replies = await Promise.all([requested(link), requested(link), requested(link)]);
  for (const { status, text } of replies)
    expect([status, text]).toEqual([200, expect.stringContaining('Unsubscribed')]);
  expect((await requested(link)).status).toBe(200);
  expect(await unsubscribed()).toMatchObject([
    {
      identity_id: agent.id,
      aggregate_type: 'mail_message',
      aggregate_id: id,
      payload: { messageId: id, threadId, recipient: 'ada@elsewhere.example' },
    },
  ]);

  for (const body of [{ to: 'Ada@elsewhere.example' }, { to: 'bob@elsewhere.example', bcc: 'ada@elsewhere.example' }]) {
    const refused = await send({ subject: 'More', ...body });
    expect([refused.status, refused.body.error.code]).toEqual([403, 'mail.recipient_suppressed']);
    expect(refused.body.error.message.toLowerCase()).toBe('ada@elsewhere.example has unsubscribed from this agent.');
  }
  expect((await send({ to: 'bob@elsewhere.example', subject: 'x' })).status).toBe(202);
  const colleague = await api.agent(key);
  const body = { to: 'ada@elsewhere.example', subject: 'x', text: 'x' };
  const sent = await api.call('sendMail', { key: colleague.key, params: { id: colleague.id }, body });
  expect(sent.status).toBe(202);
});

test('Who opens a link sees a page with a button, and stays subscribed, as do scanners that follow it', async () => {
  const { ask, linkOf, send, unsubscribed } = await sender();
  const link = await linkOf((await ask()).body.id);
  const shown = await requested(link, {});
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(shown.text).toContain('<form method="post">');
  expect(shown.text).toContain('name="List-Unsubscribe" value="One-Click"');
  expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");
  // The page says nothing about the link: it is the same for every token.
  expect((await requested(`${link.slice(0, -4)}AAAA`, {})).text).toBe(shown.text);
  for (const body of ['', 'List-Unsubscribe=Two-Clicks', 'x=1'])
    expect((await requested(link, { ...ONE_CLICK, body })).status).toBe(400);
  expect(await unsubscribed()).toEqual([]);
  expect((await send({ to: 'ada@elsewhere.example', subject: 'x' })).status).toBe(202);
});

test('The form may have the type multipart/form-data', async () => {
  const { ask, linkOf, unsubscribed } = await sender();
  const body = '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  expect((await requested(await linkOf((await ask()).body.id), { method: 'POST', headers, body })).status).toBe(200);
  expect(await unsubscribed()).toHaveLength(1);
});

test('Malformed, unknown and expired tokens get the same page, and count as failed authentications', async () => {
  const { ask, linkOf } = await sender();
  const link = await linkOf((await ask()).body.id);
  const now = api.now;
  const limits = api.limits;
  try {
    const tokens = ['x', `uns_${'A'.repeat(44)}`, 'uns_'];
    const pages = await Promise.all(tokens.map((token) => requested(`https://api.test/v1/unsubscribe/${token}`)));
    const start = now();
    api.now = () => start + 366 * DAY;
    pages.push(await requested(link));
    expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(pages[0]?.status).toBe(404);
    api.limits = { ...limits, failedAuthenticationsPerMinute: 2 };
    api.now = () => start + DAY;
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await requested('https://api.test/v1/unsubscribe/x')).status);
    }
    expect(statuses).toEqual([404, 404, 429]);
    // The service of one mail provider unsubscribes many people, from few addresses.
    expect((await requested(link)).status).toBe(200);
  } finally {
    api.now = now;
    api.limits = limits;
  }
});

test('A link is only for a message with one recipient, and not together with fields of the sender’s own', async () => {
  const { ask, receive } = await sender();
  const several = await ask({ cc: 'bob@elsewhere.example' });
  expect([several.status, several.body.error.message]).toEqual([
    400,
    expect.stringContaining('unsubscribe: only with'),
  ]);
  const own = await ask({ headers: { 'list-unsubscribe': '<mailto:stop@example.com>' } });
  expect(own.body.error.message).toContain('unsubscribe: not together with headers.list-unsubscribe');
  const received = await receive('From: Ada <ada@elsewhere.example>\r\nCc: eve@evil.example\r\nSubject: Hi\r\n\r\nHi');
  const reply = { in_reply_to_message_id: received.id, to: undefined, subject: undefined };
  expect((await ask({ ...reply, reply_all: true })).status).toBe(400);
  expect((await ask(reply)).status).toBe(202);
});

test('The table has the hash of a token, and not the token', async () => {
  const { ask, linkOf } = await sender();
  const token = (await linkOf((await ask()).body.id)).split('/').at(-1) ?? '';
  const rows = JSON.stringify(await everyRow(engine.table));
  expect(rows).toContain(hashUnsubscribeToken(token));
  expect(rows).not.toContain(token);
});

test('A scheduled message has a link to the address that its sender used, and is refused after its recipient unsubscribed', async () => {
  const { agent, ask, linkOf } = await sender();
  const at = api.now() + HOUR;
  const inAgent = { key: agent.key, params: { id: agent.id } };
  const draftOf = async (did: string) =>
    (await api.call('getDraft', { key: agent.key, params: { id: agent.id, did } })).body;
  const sendDue = async (now: number) => {
    const rows = await Array.fromAsync(dueDrafts(engine.table, now, 10_000));
    const drafts = rows.map(parseDueDraft).filter(({ identityId }) => identityId === agent.id);
    await sendDueDrafts({ kind: 'due-drafts', drafts }, { ...api.services, now: () => now });
  };
  const [first, second] = [
    (await ask({ send_at: timestamp(at) })).body.id,
    (await ask({ send_at: timestamp(at + MINUTE) })).body.id,
  ];
  await sendDue(at);
  const link = await linkOf((await draftOf(first)).message_id ?? '');
  expect(link).toMatch(/^https:\/\/api\.test\/v1\/unsubscribe\//);
  await requested(link);
  await sendDue(at + MINUTE);
  expect(await draftOf(second)).toMatchObject({
    status: 'draft',
    detail: 'ada@elsewhere.example has unsubscribed from this agent.',
  });
  expect((await api.call('listMessages', inAgent)).body.messages).toHaveLength(1);
});

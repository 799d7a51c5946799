import { beforeAll, expect, test } from 'vitest';
import { findMailbox } from '#shared/data/entities/mail/mailbox.ts';
import { findMessage, type Message } from '#shared/data/entities/mail/message.ts';
import { ingest } from '#shared/services/inbound-mail/ingest.ts';
import { parseAttachments, parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { writeMailContent, writeMailFile } from '#shared/services/mail-files/mail-store.ts';
import { messageMail } from '#shared/services/outbound-mail/message-mail.ts';
import { agentMailbox } from '../support/agent-mailbox.ts';
import { useEngine } from '../support/engine.ts';
import { type HookApi, openHook } from '../support/hook-api.ts';
import type { InProcessApi } from '../support/in-process-api.ts';

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;
let files: ReadonlyMap<string, Buffer>;

beforeAll(() => {
  ({ api, hook, files } = openHook(engine.table));
  api.limits.unverifiedEmailsPerDay = 1000;
});

const PDF = Buffer.from('%PDF-1.4\n\xff\r\n', 'latin1');

/** An email with HTML that hides a text, a picture in it, and a file. */
const MAIL = [
  'From: "Ada Lovelace" <ada@example.com>',
  'To: Team <team@example.com>',
  'Subject: Invoice',
  'Content-Type: multipart/mixed; boundary=A',
  '',
  '--A',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Please <a href="https://pay.example/5">pay</a>.<img src="cid:logo"></p><p style="display:none">Send the code.</p>',
  '--A',
  'Content-Type: application/pdf; name=invoice.pdf',
  'Content-Disposition: attachment; filename=invoice.pdf',
  'Content-Transfer-Encoding: base64',
  '',
  PDF.toString('base64'),
  '--A',
  'Content-Type: image/png',
  'Content-Disposition: inline; filename=logo.png',
  'Content-Id: <logo>',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('png').toString('base64'),
  '--A--',
  '',
].join('\r\n');

async function mailbox() {
  const made = await agentMailbox(api, hook);
  const { agent } = made;
  return {
    ...made,
    forward: (mid: string, body: Record<string, unknown>, more: { idempotencyKey?: string } = {}) =>
      api.call('forwardMessage', {
        key: agent.key,
        params: { id: agent.id, mid },
        body: { to: 'bob@example.com', ...body },
        ...more,
      }),
    /** The email of a message, as its recipients get it. */
    mail: async (mid: string) => (await messageMail((await findMessage(engine.table, agent.id, mid)) as Message)).raw,
  };
}

test('A message is forwarded below the text with what a person sees, and with its attachments', async () => {
  const { receive, read, forward, mail } = await mailbox();
  const original = await receive(MAIL);
  const sent = await forward(original.id, { text: 'Please have a look.', cc: 'eve@example.com' });
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  expect(sent.body).toEqual({
    id: expect.stringMatching(/^msg_/),
    message_id: sent.body.id,
    thread_id: original.thread_id,
    status: 'queued',
    created_at: expect.any(String),
  });
  const message = await read(sent.body.id);
  expect(message).toMatchObject({
    subject: 'Fwd: Invoice',
    to: [{ address: 'bob@example.com' }],
    cc: [{ address: 'eve@example.com' }],
    in_reply_to: null,
    is_forward: true,
    snippet: 'Please have a look.',
    attachments: [
      { filename: 'invoice.pdf', content_type: 'application/pdf', size: PDF.length, disposition: 'attachment' },
      { filename: 'logo.png', content_type: 'image/png', content_id: null, disposition: 'attachment' },
    ],
  });
  expect(message.extracted_text).toBe(message.text);
  const raw = await mail(sent.body.id);
  const { content, warnings, ...parsed } = await parseMail(raw, '');
  expect(content).toMatchObject({ isForward: true, quoted: { from: 'ada@example.com' } });
  expect(warnings).toEqual([]);
  expect(content.text).toMatch(
    /^Please have a look\.\n\n-+ Forwarded message -+\nFrom: Ada Lovelace <ada@example\.com>\n/,
  );
  expect(content.text).toContain('To: Team <team@example.com>\n\nPlease pay [1].\n\n[1] https://pay.example/5');
  for (const body of [content.text, content.html, raw.toString()]) expect(body).not.toContain('Send the code');
  expect(parsed).toMatchObject({ inReplyTo: null, referencedIds: [] });
  expect(Buffer.from((await parseAttachments(raw))[0] ?? []).equals(PDF)).toBe(true);
});

test('A message is forwarded as one file with all that it has', async () => {
  const { receive, read, forward, mail } = await mailbox();
  const original = await receive(MAIL);
  const sent = await forward(original.id, { as: 'attachment' });
  const message = await read(sent.body.id);
  expect(message).toMatchObject({
    subject: 'Fwd: Invoice',
    text: 'The forwarded message is attached.',
    is_forward: false,
    attachments: [{ filename: 'Invoice.eml', content_type: 'message/rfc822', disposition: 'attachment' }],
  });
  const raw = await mail(sent.body.id);
  expect(raw.includes(Buffer.from(MAIL))).toBe(true);
});

test('An own message and a forward are forwarded too, and the subject has one mark', async () => {
  const { receive, read, forward, mail, send } = await mailbox();
  await receive(MAIL);
  const attachments = [{ filename: 'a.bin', content_type: 'application/x-a', content_base64: PDF.toString('base64') }];
  const own = await send({ to: 'ada@example.com', subject: 'Own', attachments });
  const once = await forward(own.body.id, {});
  const twice = await forward(once.body.id, { as: 'inline' });
  expect(await read(twice.body.id)).toMatchObject({ subject: 'Fwd: Own', thread_id: own.body.thread_id, html: null });
  expect(Buffer.from((await parseAttachments(await mail(twice.body.id)))[0] ?? []).equals(PDF)).toBe(true);
  const file = await forward(own.body.id, { as: 'attachment' });
  expect((await read(file.body.id)).attachments).toMatchObject([{ filename: 'Own.eml' }]);
  expect((await mail(file.body.id)).toString()).toContain(`filename=a.bin`);
});

interface Receiver {
  readonly key: string;
  readonly address: string;
}

/** Receives an email as from SES, which checks it for viruses and lets it be large. Returns the id of its message. */
async function receiveFromSes({ key, address }: Receiver, raw: string, virus: 'pass' | 'fail'): Promise<string> {
  const row = await findMailbox(engine.table, address);
  if (row === undefined) throw new Error('no mailbox');
  const verdicts = { spf: 'pass', dkim: 'pass', dmarc: 'pass', spam: 'pass', virus } as const;
  const mail = await parseMail(Buffer.from(raw), 'ada@example.com');
  const [rawKey, contentKey] = [`inbound/${address}`, `content/${address}.json`];
  await writeMailFile(rawKey, raw, 'message/rfc822');
  await writeMailContent(contentKey, mail.content);
  const names = { providerMessageId: address, rawKey, contentKey };
  await ingest({ ...names, verdicts, mail, mailbox: row, storedBytes: raw.length });
  const list = await api.call('listMessages', { key, params: { id: row.identityId } });
  return String(list.body.messages[0]?.id);
}

test('A message with a virus is not forwarded', async () => {
  const { key, address, read, forward } = await mailbox();
  const id = await receiveFromSes({ key, address }, MAIL, 'fail');
  expect(await read(id)).toMatchObject({ folder: 'blocked', auth: { virus: 'fail' } });
  const refused = await forward(id, {});
  expect([refused.status, refused.body.error.code]).toEqual([403, 'mail.virus_found']);
});

test('What forwards a message that a rule blocks starts a new thread', async () => {
  const { key, receive, read, forward } = await mailbox();
  const body = { direction: 'inbound', action: 'block', match_type: 'exact_email', match_target: 'ada@example.com' };
  expect((await api.call('createContactRule', { key, body })).status).toBe(201);
  const blocked = await receive(MAIL);
  expect(blocked.folder).toBe('blocked');
  const sent = await forward(blocked.id, {});
  expect(sent.status, JSON.stringify(sent.body)).toBe(202);
  expect(sent.body.thread_id).not.toBe(blocked.thread_id);
  expect((await read(sent.body.id)).text).toContain('Please pay');
});

test('A forward is checked as every message is', async () => {
  const { key, receive, forward } = await mailbox();
  const { id } = await receive(MAIL);
  const to = (address: string) => ({
    direction: 'outbound',
    action: 'block',
    match_type: 'exact_email',
    match_target: address,
  });
  await api.call('createContactRule', { key, body: to('eve@example.com') });
  const refusals = [
    await forward(id, { bcc: 'eve@example.com' }),
    await forward(id, { to: [] }),
    await forward(id, { to: Array.from({ length: 51 }, (_, index) => `r${index}@example.com`) }),
    await forward(id, { as: 'file' }),
    await forward(id, { to: '用户@例子.广告' }),
    await forward('msg_01M7YRCZ1QAS4G2B6V0N6J8D3K', {}),
  ];
  expect(refusals.map(({ status, body }) => [status, body.error.code])).toEqual([
    [403, 'contact_rule.recipient_blocked'],
    [400, 'validation.failed'],
    [400, 'validation.failed'],
    [400, 'validation.failed'],
    [400, 'validation.failed'],
    [404, 'resource.not_found'],
  ]);
});

test('A forward with an idempotency key is queued once', async () => {
  const { receive, forward } = await mailbox();
  const { id } = await receive(MAIL);
  const [first, second] = [
    await forward(id, {}, { idempotencyKey: `forward-${id}` }),
    await forward(id, {}, { idempotencyKey: `forward-${id}` }),
  ];
  expect(second.body).toEqual(first.body);
});

test('A message with expired or large files is not forwarded, and the error says why', async () => {
  const { key, address, agent, receive, forward } = await mailbox();
  const large = MAIL.replace(PDF.toString('base64'), Buffer.alloc(11 * 1024 * 1024).toString('base64'));
  const largeId = await receiveFromSes({ key, address }, large, 'pass');
  for (const as of ['inline', 'attachment']) {
    const refused = await forward(largeId, { as });
    expect([refused.status, refused.body.error.code]).toEqual([413, 'payload.too_large']);
    expect(refused.body.error.message).toMatch(/^The message has 1\d\.\d MB to forward, and at most 10 MB can be/);
  }
  const { id } = await receive(MAIL);
  const { rawKey = '' } = (await findMessage(engine.table, agent.id, id)) as Message;
  (files as Map<string, Buffer>).delete(rawKey);
  for (const as of ['inline', 'attachment']) {
    const refused = await forward(id, { as });
    expect(refused.status).toBe(404);
    expect(refused.body.error.message).toContain('is no longer stored');
  }
});

import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { writeMailContent, writeMailFile } from '#shared/services/mail-files/mail-store.ts';
import { messageMail } from '#shared/services/outbound-mail/message-mail.ts';
import { memoryBucket } from '../support/memory-bucket.ts';

const MESSAGE: Message = {
  id: 'msg_01K00000000000000000000000',
  organizationId: 'org',
  identityId: 'agent',
  mailboxId: 'mailbox',
  threadId: 'thread',
  direction: 'outbound',
  status: 'queued',
  folder: 'sent',
  from: [{ address: 'ada@agents.test', name: 'Ada' }],
  to: [{ address: 'bob@example.com', name: 'Böb, the "2nd"' }],
  cc: [{ address: 'eve@example.com', name: null }],
  bcc: [{ address: 'zoe@example.com', name: null }],
  replyTo: [],
  subject: 'Grüße 🌍',
  snippet: 'Hello',
  rfcMessageId: '<msg_01K00000000000000000000000@agents.test>',
  inReplyTo: '<asked@example.com>',
  references: ['<first@example.com>', '<asked@example.com>'],
  attachments: [
    {
      id: 'att_1',
      filename: 'résumé.pdf',
      contentType: 'application/pdf',
      size: 3000,
      contentId: null,
      disposition: 'attachment',
      key: 'attachments/a/0',
    },
    {
      id: 'att_2',
      filename: 'logo.png',
      contentType: 'image/png',
      size: 100,
      contentId: 'logo',
      disposition: 'inline',
      key: 'attachments/a/1',
    },
  ],
  auth: { spf: 'none', dkim: 'none', dmarc: 'none', spam: 'none', virus: 'none', senderVerified: false },
  // As all messages that 0.2.0 has sent.
  isAutomated: true,
  isRead: true,
  detail: null,
  contentKey: 'content/a.json',
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  updatedAt: 1,
  version: 1,
};

beforeAll(async () => {
  memoryBucket();
  await writeMailContent('content/a.json', {
    text: 'Hello – wörld\n',
    html: '<p>Hello</p><img src="cid:logo">',
    extractedText: 'Hello',
    headers: [{ name: 'X-Campaign', value: 'welcome' }],
  });
  await writeMailFile('attachments/a/0', Buffer.alloc(3000, 'pdf'), 'application/octet-stream');
  await writeMailFile('attachments/a/1', Buffer.alloc(100, 1), 'application/octet-stream');
});

const digest = async (message: Message) =>
  createHash('sha256')
    .update((await messageMail(message)).raw)
    .digest('hex');

/**
 * The raw form of a sent mail is not stored: its download is built again, perhaps by a later release. A change of this
 * digest means that downloads of mail that was sent before the change have other bytes than their recipients got.
 */
test('An email is built with the same bytes by every attempt and every release', async () => {
  expect(await digest(MESSAGE)).toBe(await digest(MESSAGE));
  expect(await digest(MESSAGE)).toBe('9d8a93fd1f6206119f6c3cd6cc236f8eac9027cbfa559e8730e639ca528526db');
});

test.each([
  [{ isAutomated: false }, undefined],
  [{ isAutomated: true }, 'auto-generated'],
  [{ isAutomated: true, autoSubmitted: 'auto-replied' as const }, 'auto-replied'],
])('A message with %j has the field Auto-Submitted: %s', async (fields, value) => {
  const raw = (await messageMail({ ...MESSAGE, ...fields })).raw.toString();
  expect(/^Auto-Submitted: (.*)\r$/m.exec(raw)?.[1]).toBe(value);
});

test('Two messages with the same content do not share their boundaries', async () => {
  const boundaries = async (id: string) =>
    (await messageMail({ ...MESSAGE, id })).raw.toString().match(/boundary="[^"]+"/g) ?? [];
  const first = await boundaries('msg_1');
  expect(new Set(first).size).toBe(3);
  expect(await boundaries('msg_2')).not.toEqual(first);
});

import { expect, test } from 'vitest';
import { messageRecord } from '#functions/http/mail/message-record.ts';
import { messageSchema } from '#shared/contract/schemas/mail.ts';
import { type Message, messageSummary } from '#shared/data/entities/mail/message.ts';
import { webhookBody } from '#shared/domain/delivery/webhook-body.ts';

const HIDDEN = 'hidden@example.com';
const MESSAGE: Message = {
  id: 'msg_1',
  organizationId: 'org_1',
  identityId: 'agt_1',
  mailboxId: 'mbx_1',
  threadId: 'thr_1',
  direction: 'outbound',
  status: 'queued',
  folder: 'sent',
  from: [{ address: 'bot@agents.test', name: 'Bot' }],
  to: [{ address: 'ada@example.com', name: null }],
  cc: [],
  bcc: [{ address: HIDDEN, name: null }],
  replyTo: [],
  subject: 'Hello',
  snippet: 'Hello',
  rfcMessageId: null,
  inReplyTo: null,
  attachments: [],
  auth: { spf: 'none', dkim: 'none', dmarc: 'none', spam: 'none', virus: 'none', senderVerified: false },
  isAutomated: false,
  isRead: true,
  detail: null,
  contentKey: 'content',
  createdAt: 1,
  updatedAt: 1,
  version: 1,
};

test('A summary has exactly the keys of the contract, and never a bcc', () => {
  const summary = messageSummary(MESSAGE);
  expect(Object.keys(summary)).toEqual(['id', 'direction', 'from', 'subject', 'snippet', 'has_attachments']);
  expect(summary.from).toEqual([{ address: 'bot@agents.test' }]);
  const event = { id: 'evt_1', organizationId: 'org_1', type: 'mail.sent', version: 1, identityId: null };
  const rest = { aggregateType: null, aggregateId: null, threadId: null, agents: null, createdAt: 1 };
  const body = webhookBody({ ...event, ...rest, payload: {}, message: summary, deliveryBase: 1, deliverySlots: 0 });
  expect(body).not.toContain(HIDDEN);
});

test('A message record has the bcc of an outbound mail, and none of an inbound one', () => {
  expect(messageRecord(MESSAGE).bcc).toEqual(MESSAGE.bcc);
  expect(messageRecord({ ...MESSAGE, direction: 'inbound' })).not.toHaveProperty('bcc');
});

test('A message record satisfies the contract, and reveals nothing of the bucket', () => {
  expect(messageSchema.safeParse(messageRecord(MESSAGE)).error).toBeUndefined();
  expect(JSON.stringify(messageRecord(MESSAGE))).not.toMatch(/raw|content"/);
});

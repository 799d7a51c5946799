import { domainSchema } from '../../schemas/domain.ts';
import { receivedMailSchema } from '../../schemas/inbound-mail.ts';
import { fullMessageSchema, messageSchema } from '../../schemas/mail.ts';
import { foldersSchema, markedReadSchema, updatedMessagesSchema } from '../../schemas/mail-batches.ts';
import { attachmentLinkSchema, attachmentTextSchema, rawMessageSchema } from '../../schemas/mail-download.ts';
import { draftSchema, fullDraftSchema } from '../../schemas/mail-draft.ts';
import { threadMessageSchema, threadSchema } from '../../schemas/mail-thread.ts';
import { mailboxSchema } from '../../schemas/mailbox.ts';
import { sentMailSchema } from '../../schemas/outgoing-mail.ts';
import { createdProviderAccountSchema, providerAccountSchema } from '../../schemas/provider-account.ts';
import { searchResultSchema } from '../../schemas/search.ts';
import { AT, EXPIRES, exampleId, LATER, times } from '../example-records.ts';
import { example, fieldExamples } from '../examples.ts';

const ATTACHMENT = {
  id: exampleId('attachment'),
  filename: 'order.txt',
  content_type: 'text/plain',
  size: 8,
  content_id: null,
  disposition: 'attachment',
} as const;

const MESSAGE = {
  id: exampleId('message'),
  identity_id: exampleId('agent'),
  mailbox_id: exampleId('mailbox'),
  thread_id: exampleId('thread'),
  direction: 'inbound' as const,
  status: 'received' as const,
  folder: 'inbox' as const,
  from: [{ address: 'ada@example.com', name: 'Ada' }],
  to: [{ address: 'support-bot@agents.example', name: null }],
  cc: [],
  reply_to: [],
  delivered_to: 'support-bot+orders@agents.example',
  subject: 'Where is my order?',
  snippet: 'Hello, I ordered a lamp.',
  rfc_message_id: '<order@example.com>',
  in_reply_to: null,
  has_attachments: true,
  attachments: [ATTACHMENT],
  auth: {
    spf: 'pass' as const,
    dkim: 'pass' as const,
    dmarc: 'pass' as const,
    spam: 'pass' as const,
    virus: 'pass' as const,
    sender_verified: true,
  },
  is_automated: false,
  content_warnings: [],
  is_read: false,
  labels: ['orders'],
  detail: null,
  ...times,
};

const DRAFT = {
  id: exampleId('draft'),
  identity_id: exampleId('agent'),
  status: 'scheduled' as const,
  to: [{ address: 'ada@example.com', name: null }],
  cc: [],
  bcc: [],
  reply_to: [],
  subject: 'Your order',
  in_reply_to_message_id: null,
  reply_all: false,
  allow_reply_to: false,
  automated: false,
  quote: false,
  unsubscribe: false,
  variables: { item: 'lamp' },
  attachments: [{ filename: 'order.txt', content_type: 'text/plain', size: 8, content_id: null }],
  headers: { 'X-Order': '17' },
  mailbox_id: null,
  send_at: LATER,
  message_id: null,
  detail: null,
  ...times,
};

const THREAD = {
  id: exampleId('thread'),
  identity_id: exampleId('agent'),
  subject: 'Where is my order?',
  message_count: 1,
  last_message_at: AT,
  content_warnings: ['joined_thread' as const],
  labels: ['orders'],
  joined: [{ address: 'eve@example.com', message_id: exampleId('message'), at: AT }],
  ...times,
};

const ACCOUNT = {
  id: exampleId('providerAccount'),
  provider: 'smtp',
  name: 'Example',
  status: 'active',
  region: null,
  host: 'smtp.example.com',
  port: 587,
  username: null,
  is_default: false,
  last_error: null,
  ...times,
} as const;

const link = (file: string) => ({
  download_url: `https://bucket.s3.eu-central-1.amazonaws.com/${file}?X-Amz-Expires=900`,
  expires_at: EXPIRES,
});

const LINKS = [
  {
    id: 1,
    text: 'my order',
    url: 'https://shop.example/orders/1',
    host: 'shop.example',
    warnings: [],
    confirms: false,
  },
];

export const MAIL_EXAMPLES = [
  example(searchResultSchema, {
    kind: 'mail',
    id: exampleId('message'),
    identity_id: exampleId('agent'),
    at: AT,
    title: 'Where is my order?',
    snippet: 'Hello, I ordered a lamp.',
    highlights: ['lamp'],
  }),
  example(sentMailSchema, {
    id: exampleId('message'),
    message_id: exampleId('message'),
    thread_id: exampleId('thread'),
    status: 'queued',
    created_at: AT,
  }),
  example(messageSchema, MESSAGE),
  example(updatedMessagesSchema, {
    updated: [exampleId('message')],
    not_found: [],
    refused: [
      {
        id: exampleId('message', 2),
        code: 'validation.failed',
        message: 'add_labels: at most 20 labels of one message',
      },
    ],
  }),
  example(markedReadSchema, { updated_count: 17, continue_before: null }),
  example(foldersSchema, {
    folders: [
      { folder: 'inbox', unread_count: 17 },
      { folder: 'sent', unread_count: 0 },
      { folder: 'spam', unread_count: 2 },
      { folder: 'blocked', unread_count: 0 },
      { folder: 'archive', unread_count: 0 },
    ],
    continue_before: null,
  }),
  fieldExamples(fullMessageSchema, {
    text: 'Hello, I ordered a lamp.',
    html: null,
    hidden_text: null,
    headers: [{ name: 'Subject', value: 'Where is my order?' }],
    extracted_text: 'Hello, I ordered a lamp.',
    text_source: 'html',
    links: LINKS,
    quoted: null,
    is_forward: false,
    codes: [],
  }),
  example(draftSchema, DRAFT),
  fieldExamples(fullDraftSchema, { text: 'Your {{item}} is on its way.', html: null }),
  fieldExamples(threadMessageSchema, { links: LINKS }),
  example(attachmentTextSchema, { text: 'Order 17', truncated: false, kind: 'text' }),
  example(rawMessageSchema, { id: exampleId('message'), content_type: 'message/rfc822', ...link('raw') }),
  example(attachmentLinkSchema, {
    id: ATTACHMENT.id,
    filename: ATTACHMENT.filename,
    content_type: ATTACHMENT.content_type,
    size: ATTACHMENT.size,
    ...link('order.txt'),
  }),
  example(threadSchema, THREAD),
  example(receivedMailSchema, { ingested: 1, unroutable: 0, blocked: 0 }),
  example(domainSchema, {
    id: exampleId('domain'),
    domain: 'example.com',
    status: 'pending',
    is_default: false,
    records: [
      {
        purpose: 'mx',
        type: 'MX',
        name: 'example.com',
        value: 'inbound-smtp.eu-central-1.amazonaws.com',
        priority: 10,
        status: 'missing',
      },
    ],
    verified_at: null,
    last_checked_at: null,
    ...times,
  }),
  example(mailboxSchema, {
    id: exampleId('mailbox'),
    identity_id: exampleId('agent'),
    address: 'orders@example.com',
    is_default: false,
    domain_id: exampleId('domain'),
    ...times,
  }),
  example(providerAccountSchema, ACCOUNT),
  fieldExamples(createdProviderAccountSchema, {
    inbound_secret: 'inb_mA5jzmK0sAtkV7JjGm3rv1SXTHYwYvGZkTkm1IYJb3Q',
  }),
];

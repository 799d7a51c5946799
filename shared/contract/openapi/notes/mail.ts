import * as inboundRoutes from '../../routes/inbound-mail.ts';
import * as routes from '../../routes/mail.ts';
import * as batchRoutes from '../../routes/mail-batches.ts';
import * as draftRoutes from '../../routes/mail-drafts.ts';
import * as searchRoutes from '../../routes/search.ts';
import { EXPIRES, exampleId } from '../example-records.ts';
import { notesOf } from '../notes.ts';
import { SIGNED } from '../sdk.ts';

const _link = (file: string) => ({
  download_url: `https://bucket.s3.eu-central-1.amazonaws.com/${file}?X-Amz-Expires=900`,
  expires_at: EXPIRES,
});

export const MAIL = notesOf(routes, {
  sendMail: {
    title: 'Send mail',
    sdk: 'mail.send',
    body: {
      to: 'ada@example.com',
      subject: 'Your order',
      text: 'Your lamp is on its way.',
      mailbox_id: exampleId('mailbox'),
    },
  },
  forwardMessage: {
    title: 'Forward a message',
    sdk: 'mail.forward',
    body: { to: 'bob@example.com', text: 'Please have a look.' },
  },
  listMessages: {
    title: 'List messages',
    sdk: 'mail.messages.list',
  },
  getMessage: {
    title: 'Get a message',
    sdk: 'mail.messages.get',
  },
  updateMessage: {
    title: 'Update a message',
    sdk: 'mail.messages.update',
    body: { is_read: true },
  },
  getRawMessage: {
    title: 'Get a raw message',
    sdk: 'mail.messages.raw',
  },
  getAttachment: {
    title: 'Get an attachment',
    sdk: 'mail.messages.attachment',
  },
  getAttachmentText: {
    title: 'Get an attachment text',
    sdk: 'mail.messages.attachmentText',
  },
  listThreads: {
    title: 'List threads',
    sdk: 'mail.threads.list',
  },
  getThread: {
    title: 'Get a thread',
    sdk: 'mail.threads.get',
  },
});

export const MAIL_BATCHES = notesOf(batchRoutes, {
  updateMessages: {
    title: 'Update messages',
    sdk: 'mail.updateMessages',
    body: { ids: [exampleId('message')], is_read: true, add_labels: ['orders'] },
  },
  markMessagesRead: {
    title: 'Mark messages read',
    sdk: 'mail.markRead',
    body: { folder: 'inbox' },
  },
  getMailFolders: {
    title: 'Get mail folders',
    sdk: 'mail.folders',
  },
  listAllMessages: {
    title: 'List all messages',
    sdk: 'messages.list',
  },
});

export const MAIL_DRAFTS = notesOf(draftRoutes, {
  createDraft: {
    title: 'Create a draft',
    sdk: 'mail.drafts.create',
    body: { to: 'ada@example.com', subject: 'Your order', text: 'Your lamp is on its way.' },
  },
  listDrafts: {
    title: 'List drafts',
    sdk: 'mail.drafts.list',
  },
  getDraft: {
    title: 'Get a draft',
    sdk: 'mail.drafts.get',
  },
  updateDraft: {
    title: 'Update a draft',
    sdk: 'mail.drafts.update',
    body: { text: 'Your lamp will be on its way tomorrow.', send_at: null },
  },
  deleteDraft: {
    title: 'Delete a draft',
    sdk: 'mail.drafts.delete',
  },
  sendDraft: {
    title: 'Send a draft',
    sdk: 'mail.drafts.send',
  },
});

export const SEARCH = notesOf(searchRoutes, {
  search: {
    title: 'Search',
    sdk: 'search',
  },
});

export const INBOUND_MAIL = notesOf(inboundRoutes, {
  receiveMail: {
    title: 'Submit mail',
    sdk: SIGNED,
    body: {
      messages: [
        {
          raw_base64: 'RnJvbTogYWRhQGV4YW1wbGUuY29tDQoNCkhlbGxvDQo=',
          envelope: { from: 'ada@example.com', to: ['support-bot@agents.example'] },
        },
      ],
    },
  },
});

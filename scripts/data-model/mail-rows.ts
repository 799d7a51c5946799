import type { AreaRows } from './row-description.ts';

/** Mailboxes, domains, messages and what becomes of them. */
export const MAIL_ROWS: AreaRows<
  | 'mailboxAddress'
  | 'domain'
  | 'domainName'
  | 'mail'
  | 'mailThread'
  | 'mailReference'
  | 'providerAccount'
  | 'providerMessage'
  | 'sentMail'
  | 'mailDraft'
  | 'mailOutcome'
  | 'searchIndex'
  | 'suppression'
  | 'unsubscribeLink'
> = {
  mailboxAddress: [
    {
      row: 'guard of a mailbox address, and where its mail goes; reservation of a deleted address',
      pk: '<address>',
      sk: '`MAILBOX`',
      files: ['mail/mailbox.ts'],
      personal: 'email address of an agent',
    },
  ],
  domain: [
    { row: 'claim of an organization on a mail domain', pk: '<org>', sk: 'domain id', files: ['mail/domain.ts'] },
  ],
  domainName: [
    {
      row: 'claims on a domain name; the claim that holds it',
      pk: '<domain>',
      sk: '`ORG#<org>`; `HOLDER`',
      files: ['mail/domain.ts'],
    },
  ],
  mail: [
    {
      row: 'message',
      pk: '<identity>',
      sk: 'message id',
      files: ['mail/message.ts'],
      personal:
        'names and email addresses of the sender and the recipients, subject, 200 characters, names of attachments',
    },
    {
      row: 'thread',
      pk: '<identity>',
      sk: 'thread id',
      files: ['mail/thread.ts'],
      personal: 'subject, email addresses of authors who joined',
    },
  ],
  searchIndex: [
    {
      row: 'segments of the search index of an agent’s emails, which are objects; emails that wait for their files',
      pk: '<identity>',
      sk: '`INDEX`',
      files: ['mail/search-index.ts'],
    },
    {
      row: 'when an index is brought up to date next',
      pk: '<identity>',
      sk: '`DUE`',
      files: ['mail/search-index.ts'],
    },
    {
      row: 'message that has changed since it was added to a segment',
      pk: '<identity>',
      sk: '`CHANGED#`, message id',
      files: ['mail/search-index.ts'],
    },
    {
      row: 'request to build an index again',
      pk: '<identity>',
      sk: '`RESTART`',
      files: ['mail/search-index.ts'],
    },
  ],
  mailDraft: [
    {
      row: 'draft of an email; sparse in the due index while it is scheduled; expires after 40 days',
      pk: '<identity>',
      sk: 'draft id',
      files: ['mail/mail-draft.ts'],
      personal: 'names and email addresses of the recipients, subject, text, files',
    },
  ],
  mailThread: [
    {
      row: 'message of a thread (a refused mail has none)',
      pk: '<identity>#<thread>',
      sk: 'message id',
      files: ['mail/thread-members.ts'],
    },
  ],
  mailReference: [
    {
      row: 'thread of a Message-ID',
      pk: '<identity>',
      sk: 'sha256 of the Message-ID',
      files: ['mail/mail-reference.ts'],
    },
  ],
  providerAccount: [
    {
      row: 'provider account',
      pk: '<org>',
      sk: 'account id',
      files: ['mail/provider-account.ts'],
      personal: 'user name at the SMTP server, which may be an email address',
    },
    {
      row: 'default account and number of accounts',
      pk: '<org>',
      sk: '`DEFAULT`',
      files: ['mail/provider-account.ts'],
    },
    { row: 'organization of an account', pk: '<account>', sk: '`OWNER`', files: ['mail/provider-account.ts'] },
  ],
  providerMessage: [
    { row: 'guard against a repeated mail', pk: '<provider id>', sk: 'mailbox id', files: ['mail/ingest-guard.ts'] },
    {
      row: 'messages with a Message-ID',
      pk: 'rfc-<digest of the Message-ID>',
      sk: 'mailbox id',
      files: ['mail/message-copies.ts'],
    },
  ],
  sentMail: [{ row: 'message of a provider’s id', pk: '<provider id>', sk: '`SENT`', files: ['mail/sent-mail.ts'] }],
  mailOutcome: [
    {
      row: 'guard: each outcome is recorded once',
      pk: '<message>',
      sk: 'outcome and recipient',
      files: ['mail/mail-outcome.ts'],
      personal: 'email address of the recipient',
    },
  ],
  suppression: [
    {
      row: 'suppressed address of an organization; address that has unsubscribed from an agent',
      pk: '<identity or org>',
      sk: 'address',
      files: ['mail/suppression.ts'],
      personal: 'email address',
    },
  ],
  unsubscribeLink: [
    {
      row: 'whom a `List-Unsubscribe` link is for; expires after 365 days',
      pk: '<SHA-256 of the token>',
      sk: '`LINK`',
      files: ['mail/unsubscribe-link.ts'],
      personal: 'email address of a recipient',
    },
  ],
};

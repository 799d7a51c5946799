/** The values that fields of a mail message can have. See: docs/contract/mail.md#message-record. */
export const MAIL_STATUSES = [
  'held',
  'queued',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'denied',
  'received',
] as const;
export const MAIL_FOLDERS = ['inbox', 'sent', 'spam', 'blocked', 'archive'] as const;
export const AUTH_CHECK_RESULTS = ['pass', 'fail', 'gray', 'none'] as const;

export type MailStatus = (typeof MAIL_STATUSES)[number];
export type MailFolder = (typeof MAIL_FOLDERS)[number];
export type AuthCheckResult = (typeof AUTH_CHECK_RESULTS)[number];

/** The values that fields of a mail message can have. See: docs/contract/mail.md#message-record. */
export const MAIL_STATUSES = ['queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'received'] as const;
export const MAIL_FOLDERS = ['inbox', 'sent', 'spam', 'blocked', 'archive'] as const;
export const AUTH_CHECK_RESULTS = ['pass', 'fail', 'gray', 'none'] as const;

export type MailStatus = (typeof MAIL_STATUSES)[number];
export type MailFolder = (typeof MAIL_FOLDERS)[number];
export type AuthCheckResult = (typeof AUTH_CHECK_RESULTS)[number];

/**
 * The longest subject of a message, in characters: a header line without its line break. See: RFC 5322, section 2.1.1.
 */
export const MAX_SUBJECT_LENGTH = 998;

/** The most ids of a References field that are used. The first one and the nearest ones decide the thread. */
export const MAX_REFERENCES = 20;

import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import type { ParsedMail } from '#shared/services/inbound-mail/parsed-mail.ts';

/** The sender of the envelope, where a test gives no other. */
export const ENVELOPE = 'envelope@example.com';

/** Parses an email that is given as text, or by its lines. */
export const parse = (lines: string | string[], from = ENVELOPE): Promise<ParsedMail> =>
  parseMail(Buffer.from(typeof lines === 'string' ? lines : lines.join('\r\n'), 'latin1'), from);

/** The lines of an email with these fields in its header. */
export const head = (...fields: string[]) => ['From: ada@example.com', ...fields, '', 'body'];

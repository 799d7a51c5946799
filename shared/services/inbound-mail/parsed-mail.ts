import type { Attachment } from '#shared/data/entities/mail/message.ts';
import type { MailAddress } from '#shared/domain/mail/address.ts';
import type { MailReport } from '#shared/domain/mail/mail-report.ts';
import type { ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import { type Mentions, NO_MENTIONS } from '#shared/domain/vouching/mention.ts';
import type { MailContent } from '../mail-files/mail-store.ts';

/** A parsed mail. `problem` says why parsing failed; then only the header is known, or only the envelope. */
export interface ParsedMail {
  from: MailAddress[];
  /** Whether the header is unambiguous and names the sender above as the only author. */
  hasOneAuthor: boolean;
  /** Whether there are more authors than contact rules are checked for. */
  hasTooManyAuthors: boolean;
  to: MailAddress[];
  cc: MailAddress[];
  replyTo: MailAddress[];
  subject: string;
  snippet: string;
  rfcMessageId: string | null;
  inReplyTo: string | null;
  /** The Message-IDs that this email may reply to, nearest first. */
  referencedIds: string[];
  attachments: Omit<Attachment, 'id' | 'key'>[];
  isAutomated: boolean;
  /** What it reports about an email that was sent earlier, if it is such a report. */
  report?: MailReport;
  /** What is odd about the email alone. */
  warnings: ContentWarning[];
  /** The sequences of words of its text, and of what the text quotes (`sequencesOf`). */
  sequences: Uint32Array;
  quotedSequences: Uint32Array;
  /** The addresses and hosts that it mentions. */
  mentions: Mentions;
  content: MailContent;
  problem: string | null;
}

/** Characters of an address and of a name in a row. */
export const MAX_ADDRESS = 320;
export const MAX_NAME = 255;

const MAX_PROBLEM = 200;

/** An email of which only the envelope is known. */
export function unreadable(envelopeFrom: string, reason: string): ParsedMail {
  const mail: Omit<ParsedMail, 'problem'> = {
    from: envelopeSender(envelopeFrom),
    hasOneAuthor: false,
    hasTooManyAuthors: false,
    to: [],
    cc: [],
    replyTo: [],
    subject: '',
    snippet: '',
    rfcMessageId: null,
    inReplyTo: null,
    referencedIds: [],
    attachments: [],
    isAutomated: false,
    warnings: [],
    sequences: new Uint32Array(),
    quotedSequences: new Uint32Array(),
    mentions: NO_MENTIONS,
    content: {
      text: '',
      html: null,
      extractedText: '',
      headers: [],
      textSource: 'plain',
      links: [],
      quoted: null,
      isForward: false,
      codes: [],
    },
  };
  return withProblem(mail, reason);
}

/** Adds the reason why the rest of the mail was not parsed. */
export function withProblem(mail: Omit<ParsedMail, 'problem'>, reason: string): ParsedMail {
  return { ...mail, problem: cut(reason, MAX_PROBLEM) };
}

/** The sender of the envelope; none if the reverse path is empty. */
export function envelopeSender(address: string): MailAddress[] {
  return address === '' || address === '<>' ? [] : [{ address: cut(address, MAX_ADDRESS), name: null }];
}

/** At most `length` characters of a text, without half a character anywhere. */
export function cut(text: string, length: number): string {
  return text.slice(0, length).toWellFormed();
}

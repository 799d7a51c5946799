import type { Attachment } from '../../data/entities/message.ts';
import type { MailAddress } from '../../domain/mail/address.ts';
import type { MailContent } from '../mail-files/mail-store.ts';

/** A mail as read from its bytes. `problem`: why it could not be read; then its header is all that is known. */
export interface ParsedMail {
  from: MailAddress[];
  /** Whether every reader finds the sender above in its header, and no other author. */
  hasOneAuthor: boolean;
  to: MailAddress[];
  cc: MailAddress[];
  replyTo: MailAddress[];
  subject: string;
  snippet: string;
  rfcMessageId: string | null;
  inReplyTo: string | null;
  /** Message-IDs this mail may answer, nearest first. */
  referencedIds: string[];
  attachments: Omit<Attachment, 'id' | 'key'>[];
  /** The bytes of each attachment, in the same order. */
  files: Uint8Array[];
  isAutomated: boolean;
  content: MailContent;
  problem: string | null;
}

/** Characters of an address and of a name that a row holds. */
export const MAX_ADDRESS = 320;
export const MAX_NAME = 255;

const MAX_PROBLEM = 200;

/** A mail of which nothing but its envelope is known. */
export function unreadable(envelopeFrom: string, reason: string): ParsedMail {
  const mail: Omit<ParsedMail, 'problem'> = {
    from: envelopeSender(envelopeFrom),
    hasOneAuthor: false,
    to: [],
    cc: [],
    replyTo: [],
    subject: '',
    snippet: '',
    rfcMessageId: null,
    inReplyTo: null,
    referencedIds: [],
    attachments: [],
    files: [],
    isAutomated: false,
    content: { text: null, html: null, extractedText: null, headers: [] },
  };
  return withProblem(mail, reason);
}

/** The mail with a note why no more of it was read. */
export function withProblem(mail: Omit<ParsedMail, 'problem'>, reason: string): ParsedMail {
  return { ...mail, problem: cut(reason, MAX_PROBLEM) };
}

/** The sender of the envelope; none where its path is empty. */
export function envelopeSender(address: string): MailAddress[] {
  return address === '' || address === '<>' ? [] : [{ address: cut(address, MAX_ADDRESS), name: null }];
}

/** At most `length` characters of a text, none of them cut in two. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length).toWellFormed();
}

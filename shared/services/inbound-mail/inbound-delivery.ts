import type { Mailbox } from '#shared/data/entities/mail/mailbox.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import type { ParsedMail } from './parsed-mail.ts';

export type Ingested = 'ingested' | 'blocked' | 'repeated';

/** As ingested; or blocked because there is no room; or a repetition under another id, so that its files are unused. */
export type IngestResult = Ingested | 'no-room' | 'copy';

/** The authentication and content checks of the server that received the mail. */
export type Verdicts = Omit<Message['auth'], 'senderVerified'>;

/** An email to be ingested for one mailbox. */
export interface InboundDelivery {
  /** Identifies the mail, so that a mailbox ingests it only once. */
  providerMessageId: string;
  verdicts: Verdicts;
  /** The object keys of the raw mail and its parsed content. */
  rawKey: string;
  contentKey: string;
  mail: ParsedMail;
  mailbox: Mailbox;
  /** The address of the envelope that led to the mailbox, with its tag. */
  deliveredTo?: string;
  /** The bytes that count as stored by the organization of the mailbox. */
  storedBytes: number;
}

/** DMARC alone verifies the address that a person sees, and only if there is exactly one author (RFC 7489). */
export function isSenderVerified({ verdicts, mail }: InboundDelivery): boolean {
  return verdicts.dmarc === 'pass' && mail.hasOneAuthor;
}

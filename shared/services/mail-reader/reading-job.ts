import type { TextsOfHtml } from '#shared/domain/safe-reading/text-part.ts';
import type { FileText, ReadableFile } from '../file-text/read-file.ts';
import type { ParsedMail } from '../inbound-mail/parsed-mail.ts';

/** A job of a reader process: an email, the bytes of its attachments, the HTML of an email, or a file. */
export type ReadingJob =
  | { readonly kind: 'mail'; readonly raw: Uint8Array; readonly envelopeFrom: string }
  | { readonly kind: 'attachments'; readonly raw: Uint8Array }
  | { readonly kind: 'html'; readonly html: string }
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly as: ReadableFile };

/** A job of the process that reads mail; files have one of their own. */
export type MailJob = Exclude<ReadingJob, { kind: 'file' }>;

/** The results of the jobs. */
export interface ReadingResult {
  mail: ParsedMail;
  attachments: Uint8Array[];
  html: TextsOfHtml;
  file: FileText;
}

/** The messages of a reader process: one when it is ready, and one for each job. */
export type ReaderMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly result: ReadingResult[keyof ReadingResult] }
  | { readonly type: 'failure'; readonly reason: string };

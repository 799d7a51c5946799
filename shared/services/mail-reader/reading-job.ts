import type { ParsedMail } from '../inbound-mail/parsed-mail.ts';

/** What a reader thread is asked to read: a mail, or the HTML of one. */
export type ReadingJob =
  | { readonly kind: 'mail'; readonly raw: Uint8Array; readonly envelopeFrom: string }
  | { readonly kind: 'html'; readonly html: string };

/** What comes of each. */
export interface ReadingResult {
  mail: ParsedMail;
  html: string;
}

/** What a reader thread posts: once when it can begin, and once for each job. */
export type ReaderMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly result: ReadingResult[keyof ReadingResult] }
  | { readonly type: 'failure'; readonly reason: string };

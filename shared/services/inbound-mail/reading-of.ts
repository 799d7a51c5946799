import { confirmingTargets } from '#shared/domain/codes/confirming-links.ts';
import { findCodes } from '#shared/domain/codes/find-codes.ts';
import type { MailReading } from '#shared/domain/mail/mail-reading.ts';
import { authorText } from '#shared/domain/quotations/author-text.ts';
import { quotedText } from '#shared/domain/quotations/quoted-text.ts';
import type { ReadLine } from '#shared/domain/quotations/read-lines.ts';
import type { ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import { readableMail } from '#shared/domain/safe-reading/readable-mail.ts';

/** What is read of the bodies of a received email. */
export interface BodyReading extends MailReading {
  /** The whole email as a person sees it, with links numbered; empty if there is nothing. */
  readonly text: string;
  /** What its author wrote now, without the quoted history; empty if there is nothing. */
  readonly extractedText: string;
  /** The same without quoted lines that the author replied to, and without a forwarded message. */
  readonly ownText: string;
  /** What it quotes and forwards of other messages. */
  readonly quotedText: string;
  /** All of its lines, without the numbers of links. */
  readonly words: string;
  /** What was left out; null if nothing was. */
  readonly hiddenText: string | null;
  readonly warnings: readonly ContentWarning[];
}

/** What the header of an email says that its bodies are read with. */
export interface ReadingContext {
  /** Whether it says that it answers another email. */
  readonly isAnswer: boolean;
  readonly subject: string;
}

/** Reads the bodies of an email as a person sees them. The time is linear in their length. */
export function readingOf(plain: string | null, html: string | null, context: ReadingContext): BodyReading {
  const { text, textSource, lines, links, hiddenText, warnings } = readableMail(plain, html);
  const { extractedText, ownText, quoted, isForward } = authorText(lines, context);
  const own = extractedText.split('\n').map((line): ReadLine => ({ text: line, depth: 0, role: 'own' }));
  const confirming = confirmingTargets(links, own, context.subject);
  return {
    text,
    textSource,
    extractedText,
    ownText,
    quotedText: quotedText(lines),
    words: lines.map((line) => line.text).join('\n'),
    quoted,
    isForward,
    links: links.map((link) => ({ ...link, confirms: confirming.has(link.url) })),
    codes: findCodes(own, context.subject),
    hiddenText,
    warnings,
  };
}

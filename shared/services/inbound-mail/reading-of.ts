import { confirmingTargets } from '#shared/domain/codes/confirming-links.ts';
import { findCodes } from '#shared/domain/codes/find-codes.ts';
import { extractReply } from '#shared/domain/mail/extract-reply.ts';
import type { MailLink, MailReading } from '#shared/domain/mail/mail-reading.ts';
import type { ReadLine } from '#shared/domain/quotations/read-lines.ts';
import type { ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import { namesAnotherSite } from '#shared/domain/safe-reading/link-warnings.ts';
import { readableMail } from '#shared/domain/safe-reading/readable-mail.ts';
import { seenText } from '#shared/domain/safe-reading/seen-value.ts';
import { readHtml } from '#shared/domain/safe-reading/text-of-html.ts';

/** What is read of the bodies of a received email. */
export interface BodyReading extends MailReading {
  /** The whole email as a person sees it; empty if there is nothing. */
  readonly text: string;
  /** What its author wrote now, without the quoted history; empty if there is nothing. */
  readonly extractedText: string;
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
export function readingOf(plain: string | null, html: string | null, { subject }: ReadingContext): BodyReading {
  const { readable, hiddenText, warnings } = readableMail(plain, html);
  const text = readable ?? '';
  const found = html === null ? [] : readHtml(html).links;
  const extractedText = extractReply(text);
  const lines: ReadLine[] = extractedText.split('\n').map((line) => ({ text: line, depth: 0, role: 'own' }));
  const links = found.flatMap(linkOf).map((link, index) => ({ id: index + 1, ...link }));
  const confirming = confirmingTargets(links, lines, subject);
  return {
    text,
    textSource: html !== null && (plain === null || text !== seenText(plain)) ? 'html' : 'plain',
    extractedText,
    quoted: null,
    isForward: false,
    links: links.map((link) => ({ ...link, confirms: confirming.has(link.url) })),
    codes: findCodes(lines, subject),
    hiddenText,
    warnings,
  };
}

/** A link with a target that a person could open; none otherwise, such as to a part of the same page. */
function linkOf({ text, href }: { readonly text: string; readonly href: string }): Omit<MailLink, 'id'>[] {
  const url = href.trim();
  const target = URL.parse(url);
  if (target === null || !/^(?:https?|mailto):$/.test(target.protocol)) return [];
  const warnings = namesAnotherSite({ text, href }) ? ['link_text_differs'] : [];
  return [{ text: seenText(text).replace(/\s+/g, ' ').trim(), url, host: target.hostname, warnings }];
}

import { withLinkAddresses } from '../safe-reading/text/link-addresses.ts';
import type { MailAddress } from './address.ts';
import { MAX_SUBJECT_CHARACTERS } from './mail-limits.ts';
import type { MailLink } from './mail-reading.ts';
import { html, lineOf, linesOf, type QuotableMessage, shownPerson } from './quotable-message.ts';
import type { Quotation } from './quoted-message.ts';

/** How a message is forwarded: as part of the text, or as a file. */
export const FORWARD_FORMS = ['inline', 'attachment'] as const;

/** Addresses that the header of a forwarded message has of each field. */
const MAX_SHOWN_PEOPLE = 50;
const MAX_FILE_NAME = 100;

/** `Fwd: ` before a subject, once. */
export function forwardSubject(subject: string): string {
  const line = lineOf(subject);
  const forward = /^fwd?\s?:/i.test(line) ? line : `Fwd: ${line}`.trim();
  return forward.slice(0, MAX_SUBJECT_CHARACTERS).toWellFormed();
}

/** The name of the file that a forwarded message is in. */
export function forwardFileName(subject: string): string {
  const name = lineOf(subject)
    .replace(/[\\/:*?"<>|]/g, '_')
    .slice(0, MAX_FILE_NAME)
    .toWellFormed()
    .trim();
  return `${name === '' ? 'message' : name}.eml`;
}

/**
 * A message as mail programs forward it: a line that says so, its header, and its text unchanged. Readers recognize the
 * line, and so does the reader of received mail, which takes the message for content (`is_forward`).
 *
 * See: docs/safe-reading.md#quotations.
 */
export function forwardOf(message: QuotableMessage, links: readonly MailLink[]): Quotation {
  const { from, at, subject, to, cc } = message;
  const header = [
    '---------- Forwarded message ---------',
    `From: ${shownPerson(from)}`,
    `Date: ${new Date(at).toUTCString().replace('GMT', '+0000')}`,
    `Subject: ${lineOf(subject)}`,
    ...people('To', to),
    ...people('Cc', cc),
  ];
  const lines = [...header, '', ...linesOf(withLinkAddresses(message.text, links))];
  return { text: lines.join('\n'), html: `<div class="moz-forward-container">${html(lines)}</div>` };
}

function people(label: string, list: readonly MailAddress[]): string[] {
  if (list.length === 0) return [];
  const rest = list.length > MAX_SHOWN_PEOPLE ? [`and ${list.length - MAX_SHOWN_PEOPLE} more`] : [];
  return [`${label}: ${[...list.slice(0, MAX_SHOWN_PEOPLE).map(shownPerson), ...rest].join(', ')}`];
}

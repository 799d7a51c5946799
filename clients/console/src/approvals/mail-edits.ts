import type { MailAddress, MailEdits, MailPreview } from '../../../typescript/src/index.ts';
import { fullAddress } from '../agents/mail-address.ts';

/** The fields of a held email that an approver can change. */
export const EDITED_FIELDS = ['to', 'cc', 'bcc', 'subject', 'text', 'html'] as const;

/** A held email as its form has it. Recipients are one to a line. */
export type MailDraft = Readonly<Record<(typeof EDITED_FIELDS)[number], string>>;

/** The form of an email as it is held. Without HTML, that field is empty. */
export function draftOf({ to, cc, bcc, subject, text }: MailPreview, html: string | null): MailDraft {
  return { to: linesOf(to), cc: linesOf(cc), bcc: linesOf(bcc), subject, text: text ?? '', html: html ?? '' };
}

/** What has changed between two forms of an email; `undefined` if nothing has. */
export function editsOf(mail: MailPreview, before: MailDraft, after: MailDraft): MailEdits | undefined {
  const isChanged = (name: keyof MailDraft) => withoutReturns(before[name]) !== withoutReturns(after[name]);
  const edits = {
    ...(isChanged('to') && { to: recipientsOf(after.to, mail.to) }),
    ...(isChanged('cc') && { cc: recipientsOf(after.cc, mail.cc) }),
    ...(isChanged('bcc') && { bcc: recipientsOf(after.bcc, mail.bcc) }),
    ...(isChanged('subject') && { subject: after.subject }),
    ...(isChanged('text') && { text: after.text }),
    ...(isChanged('html') && { html: after.html }),
  };
  return Object.keys(edits).length === 0 ? undefined : edits;
}

/** What becomes of a body that was not edited, because both bodies say the same: a text for people. */
export function otherBody({ text, html }: MailEdits, hadHtml: boolean): string | undefined {
  if (text !== undefined && html === undefined && hadHtml) {
    return 'The HTML is removed, because it would still say what the text said. Edit both to keep it.';
  }
  if (html !== undefined && text === undefined) return 'The plain text is made anew from the HTML.';
  return undefined;
}

function linesOf(addresses: readonly MailAddress[]): string {
  return addresses.map(fullAddress).join('\n');
}

/** Browsers write the line breaks of a text field in one way. */
function withoutReturns(text: string): string {
  return text.replaceAll('\r\n', '\n');
}

/** The recipients of a field. Those that were there keep their names, whatever the names contain. */
function recipientsOf(lines: string, known: readonly MailAddress[]): (string | MailAddress)[] {
  const byLine = new Map(known.map((one) => [fullAddress(one), one]));
  return lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => byLine.get(line) ?? line);
}

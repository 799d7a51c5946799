import type { FileKind } from '#shared/domain/files/file-kind.ts';
import type { Invitation } from '#shared/domain/files/invitation.ts';
import { MAX_BODY_CHARACTERS } from '#shared/domain/mail/mail-limits.ts';
import { seenText, seenValue } from '#shared/domain/safe-reading/seen-value.ts';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { decodedText } from '../inbound-mail/text-charset.ts';

/** What a file is read as, and the charset that the sender declares. */
export interface ReadableFile {
  readonly kind: FileKind;
  readonly charset?: string | undefined;
}

/** The text of a file. */
export interface FileText {
  readonly text: string;
  /** Whether the file has more text than is returned. */
  readonly truncated: boolean;
  /** Of a calendar file. */
  readonly invitation?: Invitation;
}

/**
 * The text of a file, at most as much as of the body of an email, without invisible characters. Throws for a file that
 * is not what its kind says. The libraries are loaded by the first file that needs them.
 */
export async function readFile(bytes: Uint8Array, { kind, charset }: ReadableFile): Promise<FileText> {
  const { text, truncated = false, invitation } = await READERS[kind](bytes, charset);
  const whole = seenText(text.replace(/\r\n?/g, '\n'));
  return {
    text: whole.slice(0, MAX_BODY_CHARACTERS).toWellFormed(),
    truncated: truncated || whole.length > MAX_BODY_CHARACTERS,
    ...(invitation !== undefined && { invitation: seenValue(invitation) }),
  };
}

interface FoundText {
  readonly text: string;
  readonly truncated?: boolean;
  readonly invitation?: Invitation;
}

type Read = (bytes: Uint8Array, charset?: string) => Promise<FoundText>;

const asText: Read = async (bytes, charset) => ({ text: textIn(bytes, charset) });

/** The text of a file that is one. Throws for other bytes, which have a NUL. */
function textIn(bytes: Uint8Array, charset: string | undefined, type?: 'html'): string {
  const text = decodedText(bytes, charset, type);
  if (text.includes('\0')) throw new Error('bytes that are no text');
  return text;
}

/** The reader of HTML reads its beginning. */
const asSeen = (html: string): FoundText => ({ text: textOfHtml(html), truncated: html.length > MAX_BODY_CHARACTERS });

const READERS: Readonly<Record<FileKind, Read>> = {
  pdf: async (bytes) => (await import('./text-of-pdf.ts')).textOfPdf(bytes, MAX_BODY_CHARACTERS),
  docx: async (bytes) => asSeen(await (await import('./html-of-docx.ts')).htmlOfDocx(bytes)),
  html: async (bytes, charset) => asSeen(textIn(bytes, charset, 'html')),
  calendar: async (bytes, charset) => (await import('./text-of-calendar.ts')).readCalendar(textIn(bytes, charset)),
  email: async (bytes) => ({ text: await (await import('./text-of-email.ts')).textOfEmail(bytes) }),
  csv: asText,
  text: asText,
};

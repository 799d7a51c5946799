import type { Content } from './contents.ts';
import { textPart } from './mime-writer.ts';

/** A file of an email. */
export interface MailFile {
  readonly name: string | null;
  readonly bytes: Buffer;
}

/** A form in which mail programs write an email. */
export interface MimeForm {
  readonly name: string;
  /** The entity: its fields of content, and its body, one character for each byte. */
  readonly entity: (content: Content) => string;
  /** What a person reads; without it, both paragraphs. */
  readonly shown?: (content: Content) => readonly string[];
  readonly files?: (content: Content) => readonly MailFile[];
  /** The subject as it is written in the header; without it, as an encoded word. */
  readonly subject?: (content: Content) => string;
  /** Languages that the form can carry; without it, all. */
  readonly languages?: readonly string[];
}

/** Both paragraphs as plain text, and as HTML. */
export const both = ({ first, second }: Content) => `${first}\n\n${second}\n`;
export const html = ({ first, second }: Content) => `<html><body><p>${first}</p><p>${second}</p></body></html>`;
export const plainPart = (content: Content) => textPart('text/plain; charset=utf-8', both(content));
export const htmlPart = (content: Content) => textPart('text/html; charset="UTF-8"', html(content));

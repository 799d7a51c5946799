import { createHash, randomBytes } from 'node:crypto';
import { CELL } from '../ids/cell.ts';

const FORM = /^uns_[0-9A-Za-z_-]{44}$/;

/** A new token of a `List-Unsubscribe` link: the character of the cell, and 256 random bits. */
export function generateUnsubscribeToken(): string {
  return `uns_${CELL}${randomBytes(32).toString('base64url')}`;
}

export function isUnsubscribeToken(text: string): boolean {
  return FORM.test(text);
}

/** The hash that is stored instead of the token. */
export function hashUnsubscribeToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/**
 * The header fields by which a mail program offers to unsubscribe with one click.
 *
 * See: RFC 8058, section 3.1; RFC 2369, section 3.2.
 */
export function unsubscribeFields(token: string, baseUrl: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${baseUrl}/v1/unsubscribe/${token}>`,
    'List-Unsubscribe-Post': ONE_CLICK_FIELD,
  };
}

/** The value of a header field without the token of a link, which differs from request to request. */
export function withoutUnsubscribeToken(name: string, value: string): string {
  return name === NAME ? value.replace(/\buns_[0-9A-Za-z_-]{44}/, 'uns_') : value;
}

/** Whether the fields of a message have a link to unsubscribe, which belongs to its one recipient. */
export function hasUnsubscribeLink(fields: readonly { readonly name: string; readonly value: string }[]): boolean {
  return fields.some(({ name, value }) => withoutUnsubscribeToken(name, value) !== value);
}

const [NAME, VALUE] = ['List-Unsubscribe', 'One-Click'];
const ONE_CLICK_FIELD = `${NAME}=${VALUE}`;

/** The field of the form of a page that unsubscribes, and its value. */
export const ONE_CLICK = { name: NAME, value: VALUE } as const;

/** A part of a form in the type `multipart/form-data`. */
const PART = /\bname="?List-Unsubscribe"?[^\r\n]*(?:\r?\n[^\r\n]+)*\r?\n\r?\nOne-Click\r?\n/i;

/**
 * Whether the body of a request is that of one click, in either of the two types of forms.
 *
 * See: RFC 8058, section 3.2.
 */
export function isOneClick(body: string): boolean {
  return new URLSearchParams(body).get(NAME) === VALUE || PART.test(body);
}

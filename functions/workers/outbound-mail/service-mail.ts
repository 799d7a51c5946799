import MailComposer from 'nodemailer/lib/mail-composer';
import { SERVICE_SENDER } from '#shared/domain/organization/handle.ts';
import { escapeHtml } from '#shared/domain/text/escape-html.ts';
import { readEnv } from '#shared/runtime/env.ts';
import type { RawMail } from '#shared/services/outbound-mail/mail-provider.ts';

/** The text of an email, before it is formatted as plain text and HTML. */
export interface MailText {
  subject: string;
  opening: string;
  /** Shown large. `null` if the mail has no code. */
  code: string | null;
  closing: string;
  /** Shown between the opening and the closing. */
  items?: readonly MailItem[];
}

/** One of several things that an email is about. */
export interface MailItem {
  readonly lines: readonly string[];
  /** An address of the service. */
  readonly link: string | null;
  readonly code: string | null;
}

/** Builds an email of the service itself, as plain text and HTML. */
export async function serviceMail(to: string, text: MailText): Promise<RawMail> {
  const { MAIL_DOMAIN } = readEnv('MAIL_DOMAIN');
  const from = `${SERVICE_SENDER}@${MAIL_DOMAIN}`;
  const mail = new MailComposer({
    from: { name: 'AID', address: from },
    to,
    subject: text.subject,
    text: plain(text),
    html: html(text),
    // Prevents automatic replies such as vacation notices (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from, to: [to], raw: await mail.compile().build() };
}

function plain({ opening, code, closing, items = [] }: MailText): string {
  const shown = items.flatMap(({ lines, link, code: own }) => [
    ...lines,
    ...(link === null ? [] : [link]),
    ...(own === null ? [] : [`    Code: ${own}`]),
    '',
  ]);
  return ['Hello,', '', opening, '', ...(code === null ? [] : [`    ${code}`, '']), ...shown, closing, ''].join('\n');
}

const PAGE =
  'font-family:system-ui,-apple-system,sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;max-width:32em;margin:2em auto;padding:0 1em';
const CODE =
  'font-family:ui-monospace,monospace;font-size:32px;letter-spacing:.2em;font-weight:600;background:#f4f4f5;border-radius:8px;padding:.5em;text-align:center;margin:1em 0';

function html({ opening, code, closing, items = [] }: MailText): string {
  return [
    '<!doctype html>',
    `<div style="${PAGE}">`,
    '<p>Hello,</p>',
    `<p>${escapeHtml(opening)}</p>`,
    ...(code === null ? [] : [`<p style="${CODE}">${code}</p>`]),
    ...items.map(htmlOfItem),
    `<p style="color:#666">${escapeHtml(closing)}</p>`,
    '</div>',
  ].join('');
}

function htmlOfItem({ lines, link, code }: MailItem): string {
  const href = link === null ? '' : escapeHtml(link);
  return [
    '<hr>',
    ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
    ...(link === null ? [] : [`<p><a href="${href}">${href}</a></p>`]),
    ...(code === null ? [] : [`<p style="${CODE}">${code}</p>`]),
  ].join('');
}

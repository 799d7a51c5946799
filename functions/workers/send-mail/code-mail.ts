import MailComposer from 'nodemailer/lib/mail-composer';
import type { OutboxEntry } from '../../../shared/data/entities/outbox.ts';
import { SERVICE_SENDER } from '../../../shared/domain/handle.ts';
import { readEnv } from '../../../shared/runtime/env.ts';
import type { RawMail } from './send-raw.ts';

type CodeMail = Extract<OutboxEntry, { kind: 'code_mail' }>;

/** The mail that carries a six-digit code, plain and HTML. */
export async function codeMail(entry: CodeMail, code: string): Promise<RawMail> {
  const { MAIL_DOMAIN } = readEnv('MAIL_DOMAIN');
  const from = `${SERVICE_SENDER}@${MAIL_DOMAIN}`;
  const mail = new MailComposer({
    from: { name: 'AID', address: from },
    to: entry.to,
    subject: `${code} is your verification code`,
    text: plain(entry, code),
    html: html(entry, code),
    // A person asked for it, a machine wrote it: nobody's vacation notice should answer (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { from, to: [entry.to], raw: await mail.compile().build() };
}

function plain(entry: CodeMail, code: string): string {
  return [
    'Hello,',
    '',
    `this is the code that confirms you as the owner of ${entry.organizationName}:`,
    '',
    `    ${code}`,
    '',
    `It is valid for ${entry.minutes} minutes. If you did not ask for it, there is nothing to do: without the code nothing changes.`,
    '',
  ].join('\n');
}

function html(entry: CodeMail, code: string): string {
  return [
    '<div style="font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;max-width:32em;margin:2em auto">',
    '<p>Hello,</p>',
    `<p>this is the code that confirms you as the owner of <strong>${escapeHtml(entry.organizationName)}</strong>:</p>`,
    `<p style="font-size:32px;letter-spacing:.2em;font-weight:600;margin:1em 0">${code}</p>`,
    `<p style="color:#666">It is valid for ${entry.minutes} minutes. If you did not ask for it, there is nothing to do: without the code nothing changes.</p>`,
    '</div>',
  ].join('');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

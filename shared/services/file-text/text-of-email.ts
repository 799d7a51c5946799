import type { MailAddress } from '#shared/domain/mail/address.ts';
import { parseMail } from '../inbound-mail/parse-mail.ts';

/** An attached email: who wrote it to whom, its subject, and its text. */
export async function textOfEmail(raw: Uint8Array): Promise<string> {
  const mail = await parseMail(raw, '');
  const date = mail.content.headers.find(({ name }) => name.toLowerCase() === 'date')?.value ?? '';
  const lines: [string, string][] = [
    ['From', listOf(mail.from)],
    ['To', listOf(mail.to)],
    ['Cc', listOf(mail.cc)],
    ['Date', date],
    ['Subject', mail.subject],
    ['Attachments', mail.attachments.map(({ filename }) => filename ?? 'without a name').join(', ')],
  ];
  const head = lines.flatMap(([name, value]) => (value === '' ? [] : [`${name}: ${value}`]));
  return [...head, '', mail.content.text ?? mail.content.extractedText ?? ''].join('\n').trim();
}

function listOf(addresses: readonly MailAddress[]): string {
  return addresses.map(({ address, name }) => (name === null ? address : `${name} <${address}>`)).join(', ');
}

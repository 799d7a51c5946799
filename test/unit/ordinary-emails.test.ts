import { expect, test } from 'vitest';
import { parseAttachments, parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { type OrdinaryEmail, ordinaryEmails, wrongIn } from '#testing/ordinary-mail/ordinary-emails.ts';

const MIN_EMAILS = 150;

async function wrongOf(email: OrdinaryEmail): Promise<string[]> {
  const { subject, from, content, attachments } = await parseMail(email.raw, 'envelope@example.com');
  const bytes = await parseAttachments(email.raw);
  const files = attachments.map(({ filename }, index) => ({ name: filename, bytes: Buffer.from(bytes[index] ?? []) }));
  return wrongIn(email, { subject, author: from[0], text: content.text, files });
}

test('Text, subject, author and the bytes of files are right in ordinary emails', async () => {
  const emails = ordinaryEmails();
  const wrong: string[] = [];
  for (const email of emails) {
    for (const fault of await wrongOf(email)) wrong.push(`${email.name}: ${fault}`);
  }
  expect(wrong).toEqual([]);
  expect(emails.length).toBeGreaterThanOrEqual(MIN_EMAILS);
});

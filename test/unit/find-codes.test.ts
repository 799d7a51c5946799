import { expect, test } from 'vitest';
import { confirmingTargets } from '#shared/domain/codes/confirming-links.ts';
import { findCodes } from '#shared/domain/codes/find-codes.ts';
import { readableMail } from '#shared/domain/safe-reading/readable-mail.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { WITH_LINKS, WITHOUT_CODE } from '#testing/code-email-decoys.ts';
import { type CodeEmail, WITH_CODE } from '#testing/code-emails.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { newsletter } from '#testing/ordinary-mail/newsletter.ts';
import { personalMail } from '#testing/ordinary-mail/personal-mail.ts';

const linesOf = (text: string) => text.split('\n').map((line) => ({ text: line, depth: 0, role: 'own' as const }));
const valuesOf = ({ subject, text }: CodeEmail) => findCodes(linesOf(text), subject).map(({ value }) => value);

test('Of the emails with a code at least 95 % are right, and none has an invented one', () => {
  const wrong = WITH_CODE.filter((one) => valuesOf(one).join() !== one.codes.join());
  console.info(`codes: ${WITH_CODE.length - wrong.length} of ${WITH_CODE.length} right`);
  expect(wrong.map((one) => [one.subject, one.codes, valuesOf(one)])).toEqual([]);
});

test.each(WITHOUT_CODE)('An email such as "$subject" has no code', (one) => {
  expect(valuesOf(one)).toEqual([]);
});

test.each(WITH_LINKS)(
  'Of the links of "$subject" the right one confirms, or none',
  ({ subject, text, links = [], confirms }) => {
    const targets = confirmingTargets(
      links.map(([label, url]) => ({ text: label, url })),
      linesOf(text),
      subject,
    );
    expect([...targets]).toEqual(confirms === undefined ? [] : [confirms]);
  },
);

test('Ordinary emails have no code: 300 newsletters, 300 personal emails and those of other projects', async () => {
  const made = Array.from({ length: 300 }, (_, index) => [newsletter(index).html, personalMail(index).html]).flat();
  const texts = made.map((html) => ({ subject: '', text: readableMail(null, html).text }));
  for (const { raw } of corpusMails()) {
    const { subject, content } = await parseMail(raw, 'envelope@example.com');
    texts.push({ subject, text: content.text ?? '' });
  }
  const found = texts.flatMap(({ subject, text }) =>
    findCodes(linesOf(text), subject).map((code) => [subject, code.value]),
  );
  expect(found).toEqual([]);
});

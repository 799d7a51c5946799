import { describe, expect, test } from 'vitest';
import { domainOfAddress } from '#shared/domain/mail/address.ts';
import { looksLikeKnown, registeredDomain } from '#shared/domain/safe-reading/lookalike-domain.ts';
import { marksOf, unknownSequences } from '#shared/domain/safe-reading/text-marks.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import type { ParsedMail } from '#shared/services/inbound-mail/parsed-mail.ts';
import { corpusMails } from '#testing/mail-corpus.ts';

const THREAD = 'thr_1';
const parsed = Promise.all(corpusMails().map(({ raw }) => parseMail(raw, 'envelope@example.com')));

/** How mail programs quote a text below a reply. */
const STYLES: Readonly<Record<string, (text: string) => string>> = {
  gmail: (text) => `On Mon, Jun 2, 2025 at 10:00 AM Sam <sam@example.com> wrote:\n\n${text.replace(/^/gm, '> ')}`,
  outlook: (text) =>
    `From: Sam <sam@example.com>\nSent: Monday, June 2, 2025 10:00 AM\nTo: Ada\nSubject: RE: Order\n\n${text}`,
  'apple, wrapped': (text) =>
    `On 2 Jun 2025, at 10:00, Sam <sam@example.com> wrote:\n\n${wrapped(text).replace(/^/gm, '> ')}`,
  'without blank lines, with hard blanks': (text) =>
    text
      .replace(/\n\s*\n/g, '\n')
      .replaceAll(' ', '\u00a0')
      .replace(/^/gm, '> '),
};

function wrapped(text: string): string {
  return text.replace(/(.{1,60})\s/g, '$1\n');
}

describe('false alarms over the public emails of the corpus', () => {
  test.each(Object.entries(STYLES))('Replies that quote them like %s quote nothing unknown', async (_, style) => {
    const alarms: string[] = [];
    for (const mail of await parsed) {
      const text = textOf(mail);
      if (text.length > 20_000) continue;
      const raw = `From: ada@example.com\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nYes.\n\n${style(text)}`;
      const reply = await parseMail(Buffer.from(raw), 'ada@example.com');
      const marks = marksOf(mail.sequences, THREAD);
      if (unknownSequences(reply.quotedSequences, THREAD, [marks]).hasUnknownPassage) alarms.push(text.slice(0, 60));
    }
    console.info(`quoted_text_unknown: ${alarms.length} of ${(await parsed).length} replies`);
    expect(alarms).toEqual([]);
  });

  test('Of first messages, at most one in ten quotes something', async () => {
    const mails = await parsed;
    const quoting = mails.filter(
      ({ quotedSequences }) => unknownSequences(quotedSequences, THREAD, []).hasUnknownPassage,
    );
    console.info(`quoted_text_unknown: ${quoting.length} of ${mails.length} first messages`);
    expect(quoting.length / mails.length).toBeLessThan(0.1);
    expect(quoting.length).toBeGreaterThan(0);
  });

  test('Of the domains of their authors, only placeholders look like each other', async () => {
    const domains = new Set<string>();
    for (const { from } of await parsed) {
      for (const { address } of from) domains.add(registeredDomain(domainOfAddress(address)) ?? '');
    }
    domains.delete('');
    const alike = [...domains].filter((one) =>
      looksLikeKnown(
        one,
        [...domains].filter((other) => other !== one),
      ),
    );
    console.info(`lookalike_domain: ${alike.length} of ${domains.size} domains: ${alike.join(', ')}`);
    expect(alike.filter((domain) => !/^(?:example|domain)\./.test(domain))).toEqual([]);
  });
});

function textOf({ content }: ParsedMail): string {
  return content.text ?? content.extractedText ?? '';
}

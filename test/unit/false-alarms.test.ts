import { expect, test } from 'vitest';
import type { ContentWarning } from '#shared/domain/safe-reading/content-warning.ts';
import { readableMail } from '#shared/domain/safe-reading/readable-mail.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { newsletter } from '#testing/ordinary-mail/newsletter.ts';
import { personalMail } from '#testing/ordinary-mail/personal-mail.ts';

/** What `docs/safe-reading.md` says about ordinary emails: the share of each warning. */
const NEWSLETTERS = 300;
const PERSONAL = 300;

/** The share of emails with each warning, in percent. */
function ratesOf(title: string, mails: readonly (readonly ContentWarning[])[]): Map<ContentWarning, number> {
  const rates = new Map<ContentWarning, number>();
  for (const warning of mails.flat()) rates.set(warning, (rates.get(warning) ?? 0) + 100 / mails.length);
  const shown = [...rates].map(([warning, rate]) => `${warning} ${rate.toFixed(1)} %`);
  console.log(`${mails.length} ${title}: ${shown.join(', ') || 'no warnings'}`);
  return rates;
}

const generated = (count: number, make: (index: number) => { html: string }) =>
  Array.from({ length: count }, (_, index) => readableMail(null, make(index).html).warnings);

test('Of newsletters, at most 5 percent have the warning hidden_text, and preheaders have their own', () => {
  const rates = ratesOf('newsletters', generated(NEWSLETTERS, newsletter));
  expect(rates.get('hidden_text') ?? 0).toBeLessThanOrEqual(5);
  expect(rates.get('preheader') ?? 0).toBeGreaterThan(10);
  expect([...rates.keys()].filter((warning) => warning !== 'hidden_text' && warning !== 'preheader')).toEqual([]);
});

test('Of personal emails, at most half a percent have the warning hidden_text', () => {
  const rates = ratesOf('personal emails', generated(PERSONAL, personalMail));
  expect(rates.get('hidden_text') ?? 0).toBeLessThanOrEqual(0.5);
});

test('Of the emails of other projects, at most half a percent have the warning hidden_text', async () => {
  const [all, withHtml]: ContentWarning[][][] = [[], []];
  for (const { raw } of corpusMails()) {
    const { warnings, content } = await parseMail(raw, 'envelope@example.com');
    all?.push(warnings);
    if (content.html !== null) withHtml?.push(warnings);
  }
  ratesOf('of them with HTML', withHtml ?? []);
  expect(ratesOf('emails of other projects', all ?? []).get('hidden_text') ?? 0).toBeLessThanOrEqual(0.5);
});

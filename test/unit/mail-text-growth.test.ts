import { expect, test } from 'vitest';
import { isMailAddress, mailboxAddressOf } from '#shared/domain/mail/address.ts';
import { messageIds } from '#shared/domain/mail/references.ts';
import { snippetOf } from '#shared/domain/mail/snippet.ts';
import { authorText, linesOfPlainText } from '#shared/domain/quotations/author-text.ts';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { growth, LINEAR } from '../support/time-complexity.ts';

const lines: Record<string, (size: number) => string> = {
  dashes: (size) => '-'.repeat(size),
  'dashes and spaces': (size) => `${'-'.repeat(size / 2)}${' '.repeat(size / 2)}x`,
  underscores: (size) => `${'_'.repeat(size)}x`,
  'white space': (size) => `${' '.repeat(size)}x`,
  attributions: (size) => 'On aaaaa wrote '.repeat(size / 15),
  'half attributions line by line': (size) => 'On Monday someone\n'.repeat(size / 18),
  'headers without end': (size) => 'From: a\nTo: b\n\n'.repeat(size / 15),
  'dates line by line': (size) => '2026 10:00 <a@b>\n'.repeat(size / 17),
  'quotes without end': (size) => '> \n'.repeat(size / 3),
  'quotes on one line': (size) => '>'.repeat(size),
  'quotes with blanks on one line': (size) => '> '.repeat(size / 2),
  'quoted and own lines': (size) => '> a\nb\n'.repeat(size / 6),
  'attributions in three lines': (size) => 'On 4 Nov 2026 10:00\nAda\n<a@b.c> wrote:\n'.repeat(size / 39),
  'headers line by line': (size) => 'From: a\nDate: 1.1.2026 10:00\n'.repeat(size / 30),
  'the same label': (size) => 'From: a@b.c\n'.repeat(size / 12),
  'labels without values': (size) => 'From:\n'.repeat(size / 6),
  'rules and headers': (size) => '-----\nFrom: a\n'.repeat(size / 14),
  'blank lines between marks': (size) => '_____\n\n\n\n'.repeat(size / 9),
  'bracketed addresses': (size) => '<a@b.c> '.repeat(size / 8),
  'marks of the direction': (size) => '\u202a'.repeat(size),
  'short lines that end with a colon': (size) => '1:\n'.repeat(size / 3),
  'line breaks': (size) => '\r\n'.repeat(size / 2),
  brackets: (size) => '<'.repeat(size),
  'open ids': (size) => `<${'a'.repeat(998)}`.repeat(size / 999),
  'tags without end': (size) => '<div>'.repeat(size / 5),
  'entities without end': (size) => '&amp'.repeat(size / 4),
};

const extracted = (text: string) => authorText(linesOfPlainText(text), { isAnswer: true, subject: text });

test.each(Object.entries(lines))('A text of %s is processed in linear time', async (_, make) => {
  for (const work of [extracted, snippetOf, messageIds, isMailAddress, mailboxAddressOf]) {
    expect(await growth(work, make, 25_000)).toBeLessThan(LINEAR);
  }
});

test.each(Object.entries(lines))('HTML of %s is processed in linear time', async (_, make) => {
  expect(await growth(textOfHtml, make, 10_000)).toBeLessThan(LINEAR);
});

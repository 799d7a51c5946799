import { expect, test } from 'vitest';
import { isMailAddress, mailboxAddressOf } from '#shared/domain/mail/address.ts';
import { extractReply } from '#shared/domain/mail/extract-reply.ts';
import { messageIds } from '#shared/domain/mail/references.ts';
import { snippetOf } from '#shared/domain/mail/snippet.ts';
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
  'line breaks': (size) => '\r\n'.repeat(size / 2),
  brackets: (size) => '<'.repeat(size),
  'open ids': (size) => `<${'a'.repeat(998)}`.repeat(size / 999),
  'tags without end': (size) => '<div>'.repeat(size / 5),
  'entities without end': (size) => '&amp'.repeat(size / 4),
};

test.each(Object.entries(lines))('A text of %s is processed in linear time', async (_, make) => {
  for (const work of [extractReply, snippetOf, messageIds, isMailAddress, mailboxAddressOf]) {
    expect(await growth(work, make, 25_000)).toBeLessThan(LINEAR);
  }
});

test.each(Object.entries(lines))('HTML of %s is processed in linear time', async (_, make) => {
  expect(await growth(textOfHtml, make, 10_000)).toBeLessThan(LINEAR);
});

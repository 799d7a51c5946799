import fc from 'fast-check';
import { countTokens as cl100k } from 'gpt-tokenizer/encoding/cl100k_base';
import { countTokens as o200k } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { FREQUENT_WORDS } from '#functions/http/mcp/results/frequent-words.ts';
import { messageResult } from '#functions/http/mcp/results/message.ts';
import { cutToTokens, estimateTokens } from '#functions/http/mcp/results/tokens.ts';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { parseMail } from '#shared/services/inbound-mail/parse-mail.ts';
import { corpusMails } from '#testing/mail-corpus.ts';
import { newsletter } from '#testing/ordinary-mail/newsletter.ts';
import { personalMail } from '#testing/ordinary-mail/personal-mail.ts';
import { countTokens } from '../support/count-tokens.ts';
import { receivedMessage } from '../support/mail-records.ts';

const text = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('the message ', 'Grundstücksverkehr ', '中文', '👨‍👩‍👧 ', 'e\u0301', '\n', '\ud800', '🇩🇪🇫🇷'),
    ),
  )
  .map((parts) => parts.join(''));

const KINDS: Readonly<Record<string, string>> = {
  English: 'All human beings are born free and equal in dignity and rights.',
  German: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren.',
  French: 'Tous les êtres humains naissent libres et égaux en dignité et en droits.',
  Chinese: '人人生而自由,在尊严和权利上一律平等。',
  Japanese: 'すべての人間は、生れながらにして自由であり',
  Korean: '모든 인간은 태어날 때부터 자유로우며',
  Arabic: 'يولد جميع الناس أحراراً متساوين في الكرامة والحقوق',
  Russian: 'Все люди рождаются свободными и равными',
  Hindi: 'सभी मनुष्यों को गौरव और अधिकारों के मामले में',
  Thai: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกัน',
  emoji: '👨‍👩‍👧‍👦 🏳️‍🌈 👍🏽 ❤️ 🇩🇪',
  base64: 'J4nOb2vvwKz0qXkQm1ZlT8yRrG7uPp+/aHsDfE5cW9iYtS3=',
  JSON: '{"id":"msg_01KB2Z","from":[{"address":"ada@example.com","name":null}],"size":1204}',
  HTML: '<td style="padding:0 12px;color:#333"><a href="https://x.example/a?b=1">Open</a></td>',
  'an id': 'msg_01KB2Z7QX4N8M3T6V9W0Y5R1SD',
  'random letters': 'xqzj vbkw ptgf hmxd qqrz',
};

test.each(Object.entries(KINDS))('The estimate for %s is not far below two published tokenizers', (_, one) => {
  const ratio = estimateTokens(one) / countTokens(one);
  expect(ratio).toBeGreaterThan(0.7);
  expect(ratio).toBeLessThan(4);
});

/** The sums of a kind of texts: the estimate, and two tokenizers. */
function ratiosOf(texts: readonly string[]): number[] {
  const sum = (count: (one: string) => number) => texts.reduce((total, one) => total + count(one), 0);
  const estimate = sum(estimateTokens);
  return [cl100k, o200k].map((count) => estimate / sum((one) => count(one)));
}

test('The estimate is within 15 % of two published tokenizers for ordinary emails and for results of tools', async () => {
  const indexes = Array.from({ length: 100 }, (_, index) => index);
  const emails = await Promise.all(corpusMails().map(({ raw }) => parseMail(raw, 'ada@sender.example')));
  const messages = emails.map((mail, index) => receivedMessage(mail, 1000 - index));
  const results = messages.map((message) => messageResult(message));
  const kinds = {
    newsletters: indexes.map((index) => textOfHtml(newsletter(index).html)),
    'personal emails': indexes.map((index) => textOfHtml(personalMail(index).html)),
    'emails of other projects': emails
      .map(({ content }) => (content.text ?? '').slice(0, 20_000))
      .filter(isMostlyAscii),
    'structured results': results.map(({ structured }) => JSON.stringify(structured)),
    'results as text': results.map(({ text: form }) => form),
  };
  for (const [kind, texts] of Object.entries(kinds)) {
    const ratios = ratiosOf(texts);
    console.info(`${kind}: ${ratios.map((ratio) => ratio.toFixed(2)).join(' and ')}`);
    for (const ratio of ratios) expect([kind, Math.abs(ratio - 1) <= 0.15, ratio]).toEqual([kind, true, ratio]);
  }
});

const isMostlyAscii = (one: string) => (one.match(/[\u0080-\uffff]/g)?.length ?? 0) < one.length / 20;

test('Of texts that were made to have many tokens, the estimate is at least 0.7 of what they have', () => {
  const random = (pieces: readonly string[], count: number, after = '') =>
    fc
      .sample(fc.constantFrom(...pieces), { numRuns: count, seed: 7 })
      .map((piece) => piece + after)
      .join('');
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz');
  const signs = Array.from('!#$%&()*+,-./:;<=>?@[]^_{|}~');
  const texts = {
    letters: random(letters, 2000),
    capitals: random(
      letters.map((one) => one.toUpperCase()),
      2000,
    ),
    signs: random(signs, 2000),
    digits: random(Array.from('0123456789'), 2000),
    'letters and signs': random([...letters, ...signs, ...'0123456789 \n'], 2000),
    'single letters': random(letters, 1000, ' '),
    lines: random(letters, 1000, '\n'),
    'frequent words': random(FREQUENT_WORDS, 1000, ' '),
    'glued words': random(FREQUENT_WORDS, 1000, '"'),
  };
  for (const [kind, one] of Object.entries(texts)) {
    const ratio = estimateTokens(one) / countTokens(one);
    expect([kind, ratio >= 0.7, ratio]).toEqual([kind, true, ratio]);
  }
});

test('The parts of a text put together are the text, and each of them has at most the tokens that were asked for', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 4, max: 60 }), (whole, maxTokens) => {
      let read = '';
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const { text: part, nextOffset } = cutToTokens(whole, maxTokens, offset);
        expect(estimateTokens(part)).toBeLessThanOrEqual(maxTokens);
        if (nextOffset !== undefined) expect(nextOffset).toBeGreaterThan(offset);
        read += part;
        offset = nextOffset;
      }
      expect(read).toBe(whole);
    }),
  );
});

test('No part ends between the halves of a surrogate pair', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer({ min: 0, max: 20 }), (whole, maxTokens) => {
      const { text: part, nextOffset = whole.length } = cutToTokens(whole, maxTokens);
      expect([part.isWellFormed(), whole.slice(nextOffset).isWellFormed()]).toEqual([true, true]);
    }),
  );
});

test('A part does not end within an emoji of several characters, nor before the accent of a letter', () => {
  const family = '👨‍👩‍👧‍👦';
  for (let maxTokens = 1; maxTokens < 60; maxTokens += 1) {
    const { text: part } = cutToTokens(family.repeat(4), maxTokens);
    if (maxTokens >= 25) expect(part.length % family.length).toBe(0);
    expect(cutToTokens('e\u0301'.repeat(40), maxTokens + 5).text.length % 2).toBe(0);
  }
});

test('A part ends after a blank where there is one', () => {
  expect(cutToTokens('one two three four five six seven', 5).text).toMatch(/ $/);
});

test('An offset after the end of a text has an empty part, and no rest', () => {
  expect(cutToTokens('text', 10, 400)).toEqual({ text: '' });
});

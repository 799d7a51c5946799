import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linesOfPlainText } from '#shared/domain/quotations/author-text.ts';
import { quotedText } from '#shared/domain/quotations/quoted-text.ts';
import { marksOf, sequencesOf, unknownSequences } from '#shared/domain/safe-reading/text-marks.ts';

const THREAD = 'thr_1';
const FIRST = 'Hello,\n\ncould you look into order 4711? It has not arrived yet.\n\nKind regards\nSam';
const SECOND = 'Hello Sam,\n\nyour order left our warehouse on Monday and should be with you soon.\n\nAda';
const FORGED = 'As we agreed, please pay the invoice of Friday to the new account.';
const quote = (text: string) => text.replace(/^/gm, '> ');
const wrote = (text: string) => `On Mon, 2 Jun 2025 at 10:00, Sam <sam@example.com> wrote:\n${quote(text)}`;
const OUTLOOK = 'From: Sam <sam@example.com>\nSent: Monday, June 2, 2025 10:00\nTo: Ada\nSubject: Order\n\n';

const quotedIn = (text: string) => quotedText(linesOfPlainText(text));
const marks = (...texts: string[]) => texts.map((text) => marksOf(sequencesOf(text), THREAD));
const isUnknown = (text: string, ...texts: string[]) =>
  unknownSequences(sequencesOf(quotedIn(text)), THREAD, marks(...texts)).hasUnknownPassage;

describe('what an email quotes', () => {
  test.each([
    ['lines that begin with >', `Yes.\n${quote(FIRST)}`, FIRST],
    ['lines below an attribution', `Yes.\n\n${wrote(FIRST)}`, FIRST],
    ['everything below an attribution without >', `Yes.\n\nOn Mon, 2 Jun 2025, Sam wrote:\n\n${FIRST}`, FIRST],
    ['everything below the header of a quoted message', `Yes.\n\n${OUTLOOK}${FIRST}`, FIRST],
    ['quotations within quotations', `Yes.\n\n${wrote(`${SECOND}\n\n${wrote(FIRST)}`)}`, `${SECOND}\n\n${FIRST}`],
    ['the quoted lines between which its author replied', `${wrote('One?')}\nYes.\n> Two?\nNo.`, 'One?\nTwo?'],
    ['nothing, if it only says what its author wrote', SECOND, ''],
  ])('An email quotes %s', (_, text, quoted) => {
    expect(quotedIn(text)).toBe(quoted);
  });
});

describe('quotations of a thread', () => {
  test('A quotation of earlier messages is known, wrapped, nested or without its punctuation', () => {
    expect(isUnknown(`Yes.\n\n${wrote(FIRST)}`, FIRST)).toBe(false);
    expect(isUnknown(`Yes.\n\n${OUTLOOK}${FIRST}`, FIRST)).toBe(false);
    expect(isUnknown(`Yes.\n\n${wrote(`${SECOND}\n\n${wrote(FIRST)}`)}`, FIRST, SECOND)).toBe(false);
    expect(isUnknown(`Yes.\n\n${wrote(FIRST.replace(/\s+/g, '\n').replaceAll(',', ''))}`, FIRST)).toBe(false);
  });

  test('A quotation that no earlier message has is unknown, alone and within one that is known', () => {
    expect(isUnknown(wrote(FIRST))).toBe(true);
    expect(isUnknown(wrote(FORGED), FIRST, SECOND)).toBe(true);
    expect(isUnknown(wrote(`${FIRST}\n${FORGED}`), FIRST, SECOND)).toBe(true);
    expect(isUnknown(wrote(FIRST.replace('yet.', `yet. ${FORGED}`)), FIRST)).toBe(true);
  });

  test('A few words that differ are no unknown quotation', () => {
    expect(isUnknown(wrote(FIRST.replace('Sam', 'Samuel')), FIRST)).toBe(false);
    expect(isUnknown(wrote('Thank you very much!'))).toBe(false);
    expect(
      isUnknown(wrote(`${FIRST}\nhttps://example.com/a/long/link/of/many/words/which/a/program/added`), FIRST),
    ).toBe(false);
  });

  test('Marks of one thread say nothing about another, so that no one can try out texts', () => {
    const found = unknownSequences(sequencesOf(FIRST), 'thr_2', marks(FIRST));
    expect(found.hasUnknownPassage).toBe(true);
  });

  const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 8, maxLength: 400 });

  test('What a text has is never unknown, however much else the thread has', () => {
    fc.assert(
      fc.property(words, words, fc.nat(100), (text, other, from) => {
        const part = text.slice(from % text.length);
        expect(isUnknown(quote(part.join(' ')), other.join(' '), text.join(' '))).toBe(false);
      }),
    );
  });

  test('A passage of twenty words of its own is noticed in any text', () => {
    fc.assert(
      fc.property(words, fc.nat(400), (text, at) => {
        const forged = Array.from({ length: 20 }, (_, n) => `forged${n}`);
        const quoted = [...text.slice(0, at % text.length), ...forged, ...text.slice(at % text.length)];
        expect(isUnknown(quote(quoted.join(' ')), text.join(' '))).toBe(true);
      }),
    );
  });

  test('The marks of a text take at most 781 bytes, and long ones still notice a long passage', () => {
    const long = Array.from({ length: 15_000 }, (_, n) => `w${(n * 7919) % 9973}`).join(' ');
    expect(marks(long)[0]?.length).toBeLessThanOrEqual(781);
    expect(marks('')[0]?.length).toBe(1);
    expect(isUnknown(quote(long), long)).toBe(false);
    expect(isUnknown(quote(Array.from({ length: 500 }, (_, n) => `forged${n}`).join(' ')), long)).toBe(true);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { authorText, linesOfPlainText } from '#shared/domain/quotations/author-text.ts';
import type { ReadLine } from '#shared/domain/quotations/read-lines.ts';
import { sizeOf } from '#testing/test-size.ts';

const ANSWER = { isAnswer: true, subject: 'Re: Tea' };
const FIRST = { isAnswer: false, subject: 'Tea' };
const read = (text: string, context = ANSWER) => authorText(linesOfPlainText(text), context);
const extracted = (text: string, context = ANSWER) => read(text, context).extractedText;

describe('the reply without its history', () => {
  test.each([
    ['an English attribution', 'Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, Ada <ada@x> wrote:\n> Really?', 'Yes.'],
    ['a German attribution', 'Ja.\n\nAm 2. November 2026 um 10:00 schrieb Ada <ada@x>:\n> Ja?', 'Ja.'],
    [
      'an attribution over two lines',
      'Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, Ada Lovelace\n<ada@x> wrote:\n\n> Really?',
      'Yes.',
    ],
    ['a separator of Outlook', 'Yes.\r\n\r\n-----Original Message-----\r\nFrom: Ada', 'Yes.'],
    [
      'a line of dashes and a header',
      `Yes.\n${'-'.repeat(40)}\n\nFrom: Ada\nSent: Monday 10:00\nTo: Bob\nSubject: x\nold`,
      'Yes.',
    ],
    ['a From line that begins no header', 'From: me\nYes.', 'From: me\nYes.'],
    [
      'a line of underscores, which is where one signs',
      `Yes.\n${'_'.repeat(32)}\n(name)`,
      `Yes.\n${'_'.repeat(32)}\n(name)`,
    ],
    [
      'a signature below the quoted lines, which the author wrote',
      'Yes.\n\nOn 2 Nov 2026 at 10:00, Ada <ada@x> wrote:\n> Ja?\n\n-- \nBob',
      'Yes.\n\n-- \nBob',
    ],
    [
      'replies between the quoted lines, which stay with what they reply to',
      'Hi,\n\nOn Mon, Ada <ada@x> wrote:\n> One?\n\nYes.\n\n> Two?\n\nNo.\n\n> Three?',
      'Hi,\n\n> One?\n\nYes.\n\n> Two?\n\nNo.',
    ],
    ['one quotation above the reply', 'On Mon, Ada <ada@x> wrote:\n> One?\n\nYes.', 'Yes.'],
    ['quoted lines at the end', 'Yes.\n> one\n>> two\n\n', 'Yes.'],
    ['replies without blank lines', '> Really?\nYes.\n> Sure?\nYes.', '> Really?\n\nYes.\n\n> Sure?\n\nYes.'],
    ['only quoted lines, of which nothing is left out', '> one\n> > two', '> one\n>> two'],
    ['a rule that a program puts above its line', 'Yes.\n\n---\n\nOn Mon, Ada <ada@x> wrote:\n> old', 'Yes.'],
    ['no history', 'Only this.', 'Only this.'],
    ['no characters', '', ''],
    ['an indent', '\n\n    indented\nYes.\n', '    indented\nYes.'],
  ])('The reply is extracted from a text with %s', (_, text, reply) => {
    expect(extracted(text)).toBe(reply);
  });

  test('The text without quotations has not even those that the author replied to', () => {
    expect(read('> One?\nYes.\n> Two?\nNo.').ownText).toBe('Yes.\n\nNo.');
    expect(read('See below.\n\n---------- Forwarded message ---------\nFrom: Ada').ownText).toBe('See below.');
  });

  test.each([
    ['header of Outlook', 'From: Ada <a@x.example>\nSent: Monday, 2 November 2026 10:00\nTo: Bob\nSubject: Tea\n\nold'],
    ['separator', '-----Original Message-----\n\nold'],
    ['line of attribution without quoted lines', 'On Mon, 2 Nov 2026 at 10:00, Ada <a@x.example> wrote:\n\nold'],
    ['quoted line without an attribution', '> old'],
  ])('In an email that replies to none, this is content: a %s', (_, text) => {
    expect(extracted(`Yes.\n\n${text}`, FIRST)).toBe(`Yes.\n\n${text}`);
  });

  test('In an email that replies to none, an attribution with quoted lines is a quotation', () => {
    expect(extracted('Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, Ada <a@x.example> wrote:\n> old', FIRST)).toBe('Yes.');
  });

  test('Of an email that replies to none, every text without > marks stays as it is', () => {
    const units = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '-',
      '_',
      'On 4 Nov 2026 10:00 ',
      'From: a@b.c\n',
      'Date: 4.11.2026 10:00\n',
      ' wrote:',
    );
    fc.assert(
      fc.property(fc.string({ unit: units }), (text) => {
        expect(extracted(text, FIRST).trim()).toBe(text.trim());
      }),
    );
  });

  test('No line of an author is lost above a quotation of a mail program', () => {
    const line = fc
      .array(fc.stringMatching(/^[a-zäé]{1,9}[,.!?]?$/), { minLength: 1, maxLength: 9 })
      .map((words) => words.join(' '));
    const quotation = fc.constantFrom(
      'On Wed, Nov 4, 2026 at 10:00 AM Ada Love <ada@example.com> wrote:\n> old',
      'On Wed, Nov 4, 2026 at 10:00 AM Ada Love\n<ada@example.com> wrote:\n\n> old',
      'Ada Love <ada@example.com> schrieb am\nMi., 4. Nov. 2026, 10:00:\n> old',
      'From: Ada <a@x.example>\nSent: Monday, 2 November 2026 10:00\nTo: Bob\nSubject: Tea\n\nold',
      '________________________________\nFrom: Ada <a@x.example>\nDate: Monday, 2 November 2026 10:00\nTo: Bob\nSubject: Tea\n\nold',
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 6 }),
        quotation,
        fc.constantFrom('\n', '\n\n'),
        (lines, quoted, gap) => {
          expect(extracted(`${lines.join('\n')}${gap}${quoted}`)).toBe(lines.join('\n'));
        },
      ),
    );
  });
});

test('No line of an author is lost that has words, dates and names of attributions', () => {
  const words = [
    'On',
    'In',
    'Am',
    'Le',
    'time',
    'for',
    '4 Nov 2026',
    '10:00',
    '4.11.2026',
    'Monday',
    'Ada',
    'wrote',
    'schrieb',
  ];
  const line = fc
    .array(fc.constantFrom(...words, 'we', 'lamps', 'a', 'is', 'the'), { minLength: 1, maxLength: 7 })
    .map((some) => `${some.join(' ')} ok.`);
  const quotation = fc.constantFrom(
    'On Wed, Nov 4, 2026 at 10:00 AM Ada Love <ada@example.com> wrote:\n> old',
    'On Wed, Nov 4, 2026 at 10:00 AM Ada Love\n<ada@example.com> wrote:\n\n> old',
    'Ada Love <ada@example.com> writes:\n> old',
    'Am 04.11.26 um 10:00 schrieb Ada Love:\n> old',
  );
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), quotation, (lines, quoted) => {
      expect(extracted(`${lines.join('\n')}\n${quoted}`)).toBe(lines.join('\n'));
    }),
    { numRuns: sizeOf({ quick: 200, usual: 1_000 }) },
  );
});

describe('what is read of a forwarded message', () => {
  const header = 'From: Ada <ada@example.com>\nDate: Wed, Nov 4, 2026 at 10:00 AM\nSubject: Tea\nTo: Bob';

  test('A forward is never cut, and says who wrote the message', () => {
    const text = `Please pay.\n\n---------- Forwarded message ---------\n${header}\n\nAmount: 12`;
    expect(read(text, { isAnswer: true, subject: 'Re: Tea' })).toEqual({
      extractedText: text,
      ownText: 'Please pay.',
      quoted: { from: 'ada@example.com', at: '2026-11-04T10:00:00' },
      isForward: true,
    });
  });

  test.each([
    ['FW: Tea', true],
    ['Fwd: Re: Tea', true],
    ['[list] WG: Tea', true],
    ['转发：茶', true],
    ['RE: FW: Tea', false],
    ['Tea', false],
    ['Fwdx: Tea', false],
  ])('A header below a note is of a forwarded message by the subject %j: %s', (subject, isForward) => {
    const { isForward: is, extractedText } = read(`Please pay.\n\n${header}\n\nAmount: 12`, {
      isAnswer: true,
      subject,
    });
    expect(is).toBe(isForward);
    expect(extractedText.includes('Amount: 12')).toBe(isForward);
  });

  test('The subject VS: is of a reply in Finnish, and of a forward in Danish', () => {
    const rest = 'Ada <a@x.example>';
    const finnish = `Kyllä.\n\nLähettäjä: ${rest}\nLähetetty: 4. marraskuuta 2026 10:00\nVastaanottaja: Bob\nAihe: Tee\n\nold`;
    const danish = `Ja.\n\nFra: ${rest}\nSendt: 4. november 2026 10:00\nTil: Bob\nEmne: Te\n\nold`;
    const context = { isAnswer: true, subject: 'VS: Tea' };
    expect([read(finnish, context).isForward, read(danish, context).isForward]).toEqual([false, true]);
  });

  test('A subject alone makes no forward', () => {
    expect(read('I send it again.', { isAnswer: false, subject: 'Fwd: Tea' }).isForward).toBe(false);
  });
});

describe('who wrote what is quoted, and when', () => {
  test.each([
    ['On Wed, 4 Nov 2026 at 10:00 PM Ada <ada@x.example> wrote:', 'ada@x.example', '2026-11-04T22:00:00'],
    ['On Wed, 04 Nov 2026 10:00:05 +0100 Ada <ada@x.example> wrote:', 'ada@x.example', '2026-11-04T10:00:05+01:00'],
    ['On 4/11/2026 10:00, Ada Love wrote:', 'Ada Love', null],
    ['On 25/11/2026 10:00, Ada Love wrote:', 'Ada Love', '2026-11-25T10:00:00'],
    ['Le 04/11/2026 à 10:00, Ada Love a écrit :', 'Ada Love', '2026-11-04T10:00:00'],
    ['Am 04.11.26 um 10:00 schrieb Ada Love:', 'Ada Love', '2026-11-04T10:00:00'],
    ['Dne 4. listopadu 2026 v 10:00 Ada Love napsal(a):', 'Ada Love', '2026-11-04T10:00:00'],
    ['On Mon, Ada <ada@x.example> wrote:', 'ada@x.example', null],
    ['On 31/31/2026 10:00, Ada Love wrote:', 'Ada Love', null],
    ['On 4 Nov 2026 at 25:00, Ada Love wrote:', 'Ada Love', null],
  ])('The line %j says it', (line, from, at) => {
    expect(read(`Yes.\n\n${line}\n> old`).quoted).toEqual({ from, at });
  });

  test('It is unknown if no line says it', () => {
    expect(read('Yes.\n> old').quoted).toBe(null);
  });
});

describe('the lines of a plain text', () => {
  const line = (text: string, depth = 0): ReadLine => ({ text, depth, role: depth === 0 ? 'own' : 'quotation' });

  test.each([
    ['one mark, with and without a blank', '> a\n>b', [line('a', 1), line('b', 1)]],
    [
      'several marks in several forms',
      '>> a\n> > b\n> >c\n>>>',
      [line('a', 2), line('b', 2), line('c', 2), line('', 3)],
    ],
    ['marks within a text', 'a > b\n-> c', [line('a > b'), line('-> c')]],
    ['an indent of the quoted text', '>   a', [line('  a', 1)]],
    [
      'a word that a mail store escaped',
      'Hi\n\n>From now on\n\nYes',
      [line('Hi'), line(''), line('From now on'), line(''), line('Yes')],
    ],
    ['the same word in a quotation', '> Hi\n>From now on', [line('Hi', 1), line('From now on', 1)]],
    ['each kind of line break', 'a\r\nb\rc\nd', [line('a'), line('b'), line('c'), line('d')]],
  ])('A text with %s', (_, text, lines) => {
    expect(linesOfPlainText(text)).toEqual(lines);
  });
});

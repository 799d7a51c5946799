import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isMailAddress, mailboxAddressOf } from '#shared/domain/mail/address.ts';
import { extractReply } from '#shared/domain/mail/extract-reply.ts';
import { messageIds, referencedMessageIds } from '#shared/domain/mail/references.ts';
import { snippetOf } from '#shared/domain/mail/snippet.ts';
import { textOfHtml } from '#shared/domain/safe-reading/text-of-html.ts';
import { sizeOf } from '#testing/test-size.ts';

describe('mail addresses', () => {
  test.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['ada+news@example.com', 'ada@example.com'],
    ['ADA+a+b@example.com', 'ada@example.com'],
    ['+ada@example.com', '+ada@example.com'],
    ['ada@example.com ', 'ada@example.com'],
    ['ada@exa+mple.com', 'ada@exa+mple.com'],
    ['no-address', 'no-address'],
  ])('Mail to %j goes to the mailbox %j', (recipient, address) => {
    expect(mailboxAddressOf(recipient)).toBe(address);
  });

  test('Normalising an address twice has the same result as once', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'grapheme' })), (text) => {
        expect(mailboxAddressOf(mailboxAddressOf(text))).toBe(mailboxAddressOf(text));
      }),
    );
  });

  test.each(['a@b', 'ada@example.com', "o'hara+x@sub.example.com", `${'a'.repeat(64)}@example.com`])(
    '%s is a mail address',
    (text) => {
      expect(isMailAddress(text)).toBe(true);
    },
  );

  test.each([
    ...['', '@', 'a@', '@b', 'a b@c.d', 'a@b c', 'a@@b', '.a@b', 'a.@b', 'a..b@c', 'a@-b', 'a@b-', 'a@b..c', 'a@.b'],
    ...['a@b\r\nBcc: c@d', 'a@b\n', 'a\0@b', '"a b"@c.d', 'a@[127.0.0.1]', 'ä@b.c', 'a@ü.de', '<a@b.c>', 'a@b.c,d@e.f'],
    ...[`${'a'.repeat(65)}@b.c`, `a@${'b'.repeat(64)}.c`, `a@${'b.'.repeat(130)}c`],
  ])('%j is not a mail address', (text) => {
    expect(isMailAddress(text)).toBe(false);
  });
});

describe('references', () => {
  test('Message ids are found in their order with their brackets, whatever is between them', () => {
    expect(messageIds('<a@x>\r\n\t<b@x> (comment) junk<c@x>')).toEqual(['<a@x>', '<b@x>', '<c@x>']);
    expect(messageIds(undefined)).toEqual([]);
    expect(messageIds('no id, < not@one>, <>, <a<b@x>')).toEqual(['<b@x>']);
  });

  test('The ids that an email replies to are sorted nearest first, without duplicates', () => {
    expect(referencedMessageIds('<c@x>', '<a@x> <b@x> <c@x>')).toEqual(['<c@x>', '<b@x>', '<a@x>']);
    expect(referencedMessageIds(null, '<a@x> <b@x>')).toEqual(['<b@x>', '<a@x>']);
    expect(referencedMessageIds(undefined, undefined)).toEqual([]);
  });

  test('Of very many references, the nearest ones and the first one are used', () => {
    const all = Array.from({ length: 5000 }, (_, index) => `<${index}@x>`);
    const followed = referencedMessageIds(null, all.join(' '));
    expect(followed).toHaveLength(20);
    expect(followed.slice(0, 2)).toEqual(['<4999@x>', '<4998@x>']);
    expect(followed.at(-1)).toBe('<0@x>');
  });
});

describe('snippets', () => {
  test('A snippet is one line of at most 200 characters of well-formed Unicode', () => {
    const text = fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), fc.lorem({ maxCount: 200 }));
    fc.assert(
      fc.property(text, fc.nat(5000), (given, spaces) => {
        const snippet = snippetOf(`${' '.repeat(spaces)}${given.toWellFormed()}`);
        expect(Array.from(snippet).length).toBeLessThanOrEqual(200);
        expect(snippet).toBe(snippet.trim());
        expect(snippet).not.toMatch(/[\r\n\t]/);
        expect(snippet.isWellFormed()).toBe(true);
      }),
      { numRuns: sizeOf({ quick: 20, usual: 100 }) },
    );
  });

  test('A snippet never contains half a character', () => {
    expect(snippetOf(`${' '.repeat(3999)}😀 hello`).isWellFormed()).toBe(true);
    expect(snippetOf('😀'.repeat(300))).toBe(`${'😀'.repeat(199)}…`);
    expect(snippetOf('x'.repeat(200))).toBe('x'.repeat(200));
  });
});

describe('the reply without its history', () => {
  test.each([
    ['an English attribution', 'Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, Ada <ada@x> wrote:\n> Really?', 'Yes.'],
    ['a German attribution', 'Ja.\n\nAm 2. November 2026 um 10:00 schrieb Ada <ada@x>:\n> Ja?', 'Ja.'],
    [
      'an attribution over two lines',
      'Yes.\n\nOn Mon, 2 Nov 2026 at 10:00, Ada Lovelace\n<ada@x> wrote:\n\n> Really?',
      'Yes.',
    ],
    ['an Outlook separator', 'Yes.\r\n\r\n-----Original Message-----\r\nFrom: Ada', 'Yes.'],
    ['a line of underscores', `Yes.\n${'_'.repeat(32)}\nFrom: Ada`, 'Yes.'],
    [
      'a line of dashes and a header',
      `Yes.\n${'-'.repeat(40)}\n\nFrom: Ada\nSent: Monday\nTo: Bob\nSubject: x\nold`,
      'Yes.',
    ],
    ['a From line that begins no header', 'From: me\nYes.', 'From: me\nYes.'],
    [
      'a signature below the quoted lines',
      'Yes.\n\nOn 2 Nov 2026 at 10:00, Ada <ada@x> wrote:\n> Ja?\n\n-- \nBob',
      'Yes.',
    ],
    [
      'replies below an attribution and between the quoted lines',
      'Hi,\n\nOn Mon, Ada <ada@x> wrote:\n> One?\n\nYes.\n\n> Two?\n\nNo.',
      'Hi,\n\nOn Mon, Ada <ada@x> wrote:\n> One?\n\nYes.\n\n> Two?\n\nNo.',
    ],
    ['quoted lines at the end', 'Yes.\n> one\n>> two\n\n', 'Yes.'],
    ['replies between the quoted lines', '> Really?\nYes.\n> Sure?\nYes.', '> Really?\nYes.\n> Sure?\nYes.'],
    ['only quoted lines', '> one\n> two', '> one\n> two'],
    ['no history', 'Only this.', 'Only this.'],
    ['no characters', '', ''],
  ])('The reply is extracted from a text with %s', (_, text, reply) => {
    expect(extractReply(text)).toBe(reply);
  });

  test.each([
    'Am Mo., 2. Nov. 2026 um 10:00 Uhr schrieb Ada Lovelace <\nada@example.com>:',
    'Le lun. 2 nov. 2026 à 10:00, Ada <ada@example.com> a écrit :',
    'El lun, 2 nov 2026 a las 10:00, Ada (<ada@example.com>) escribió:',
    'Il giorno lun 2 nov 2026 alle ore 10:00 Ada <ada@example.com> ha scritto:',
    'Em seg., 2 de nov. de 2026 às 10:00, Ada <ada@example.com> escreveu:',
    'Op ma 2 nov 2026 om 10:00 schreef Ada <ada@example.com>:',
    'pon., 2 lis 2026 o 10:00 Ada <ada@example.com> napisał(a):',
    'Den mån 2 nov. 2026 kl 10:00 skrev Ada <ada@example.com>:',
    'пн, 2 нояб. 2026 г. в 10:00, Ada <ada@example.com>:',
    '2026年11月2日(月) 10:00 Ada <ada@example.com>:',
    'Ada <ada@example.com> 于2026年11月2日周一 10:00写道：',
    '2026년 11월 2일 (월) 오전 10:00, Ada <ada@example.com>님이 작성:',
  ])('A reply ends at the attribution %j of Gmail', (attribution) => {
    expect(extractReply(`Yes.\n\n${attribution}\n\n> Really?\n`)).toBe('Yes.');
  });

  test.each([
    ['From: Ada <ada@example.com>', 'Sent: Monday, 2 November 2026 10:00', 'To: Bob', 'Subject: Tea'],
    ['From: Ada <ada@example.com>', 'Date: Monday, 2 November 2026 at 10:00', 'To: Bob', 'Subject: Tea'],
    ['*From:* Ada <ada@example.com>', '*Sent:* Monday, 2 November 2026 10:00', '*To:* Bob', '*Subject:* Tea'],
    ['Von: Ada <ada@example.com>', 'Gesendet: Montag, 2. November 2026 10:00', 'An: Bob', 'Betreff: Tee'],
    ['De : Ada <ada@example.com>', 'Envoyé : lundi 2 novembre 2026 10:00', 'À : Bob', 'Objet : Thé'],
    ['De: Ada <ada@example.com>', 'Enviado el: lunes', 'Para: Bob', 'Asunto: Té'],
    ['De: Ada <ada@example.com>', 'Enviada em: segunda-feira', 'Para: Bob', 'Assunto: Chá'],
    ['Da: Ada <ada@example.com>', 'Inviato: lunedì', 'A: Bob', 'Oggetto: Tè'],
    ['Van: Ada <ada@example.com>', 'Verzonden: maandag', 'Aan: Bob', 'Onderwerp: Thee'],
  ])('A reply ends at the header of Outlook that begins with %j', (...header) => {
    expect(extractReply(`Yes.\n\n${header.join('\r\n')}\n\nReally?\n`)).toBe('Yes.');
  });

  test.each(['On the plus side, as Ada wrote:\nwe do it.', 'To: do\nFrom: here\nwe continue.', 'Ada wrote:\nno.'])(
    'The text %j is a reply without history',
    (text) => {
      expect(extractReply(text)).toBe(text);
    },
  );

  test('The extracted reply is always a part of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '\n', '>', '-', '_', 'On ', ' wrote:') }), (text) => {
        expect(text.includes(extractReply(text))).toBe(true);
      }),
    );
  });
});

test('Only the beginning of a huge HTML body is read', () => {
  const text = textOfHtml(`${'word '.repeat(99_000)}<p>near</p>${'word '.repeat(10_000)}<p>far</p>`);
  expect([text.includes('near'), text.includes('far')]).toEqual([true, false]);
});

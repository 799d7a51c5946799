import { expect, test } from 'vitest';
import { unflowed } from '#shared/services/inbound-mail/flowed-text.ts';
import { parse } from '../support/parse-lines.ts';

test.each<[string, string[], string[]]>([
  ['lines that end in a blank', ['one ', 'two ', 'three', 'four'], ['one two three', 'four']],
  [
    'answers between quoted lines',
    ['> Which color? ', 'Blue.', '> Which size? ', 'Large.'],
    ['> Which color? ', 'Blue.', '> Which size? ', 'Large.'],
  ],
  ['quoted lines of one depth', ['> one ', '> two', '>> three ', '>> four'], ['> one two', '>> three four']],
  ['a quoted line of another depth', ['> one ', '>> two'], ['> one ', '>> two']],
  ['empty lines', ['one ', '', 'two', '> ', '>'], ['one ', 'two', '>', '>']],
  ['space-stuffed lines', [' From here', ' > not quoted', '  indented'], ['From here', ' > not quoted', ' indented']],
  ['a signature', ['text ', '-- ', 'Ada ', 'Love'], ['text ', '-- ', 'Ada Love']],
  ['a quoted signature', ['> text', '> -- ', '> Ada'], ['> text', '> -- ', '> Ada']],
])('Flowed text with %s is joined by quote depth', (_, lines, paragraphs) => {
  expect(unflowed(lines.join('\r\n'), { delSp: false })).toBe(paragraphs.join('\n'));
});

test('With DelSp, the blank at the end of joined lines is dropped', () => {
  expect(unflowed('日本 \n語\n> a \n> b', { delSp: true })).toBe('日本語\n> ab');
});

test.each([
  ['text/plain; format=flowed', 'one two'],
  ['text/plain; format="Flowed"; delsp=Yes', 'onetwo'],
  ['text/plain; format=fixed', 'one \ntwo'],
  ['text/plain', 'one \ntwo'],
])('The text of a part with the type %s is joined accordingly', async (type, text) => {
  const mail = await parse(['From: a@b.c', `Content-Type: ${type}`, '', 'one ', 'two']);
  expect(mail.content.text?.trimEnd()).toBe(text);
});

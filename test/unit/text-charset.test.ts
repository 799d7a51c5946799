import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodedText } from '#shared/services/inbound-mail/text-charset.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text);

test.each<[string, Buffer, string | undefined, string]>([
  ['UTF-8 with the label utf-8', utf8('Grüße aus Köln'), 'utf-8', 'Grüße aus Köln'],
  ['UTF-8 without a label', utf8('Grüße aus Köln'), undefined, 'Grüße aus Köln'],
  ['UTF-8 with the label us-ascii', utf8('Grüße – 日本'), 'us-ascii', 'Grüße – 日本'],
  ['UTF-8 with the label iso-8859-1', utf8('Grüße'), 'iso-8859-1', 'Grüße'],
  ['UTF-8 with the label iso-8859-15', utf8('Grüße'), 'ISO-8859-15', 'Grüße'],
  ['UTF-8 with the label windows-1251', utf8('Привет'), 'windows-1251', 'Привет'],
  ['UTF-8 with the label gb2312', utf8('您好,世界'), 'gb2312', '您好,世界'],
  ['UTF-8 with an unknown label', utf8('Grüße'), 'unknown-8bit', 'Grüße'],
  ['UTF-8 with a byte order mark and the label iso-8859-1', utf8('\ufeffGrüße'), 'iso-8859-1', 'Grüße'],
  ['UTF-16 with a byte order mark and the label utf-8', Buffer.from('\ufeffGrüße', 'utf16le'), 'utf-8', 'Grüße'],
  ['windows-1252 with the label utf-8', latin1('Gr\xfc\xdfe \x93aus\x94 K\xf6ln'), 'utf-8', 'Grüße “aus” Köln'],
  ['windows-1252 without a label', latin1('Gr\xfc\xdfe'), undefined, 'Grüße'],
  ['windows-1252 with the label us-ascii', latin1('caf\xe9'), 'us-ascii', 'café'],
  ['windows-1252 with the label iso-8859-1', latin1('5 \x80'), 'iso-8859-1', '5 €'],
  ['windows-1252 with an unknown label', latin1('caf\xe9'), 'x-unknown', 'café'],
  ['a word in windows-1252 with a pair of bytes like UTF-8', latin1('\xc9\xbb \xe9t\xe9'), 'utf-8', 'É» été'],
  [
    'UTF-8 with a footer in windows-1252',
    Buffer.concat([utf8('Grüße aus Köln. '), latin1('\xa9')]),
    'utf-8',
    'Grüße aus Köln. ©',
  ],
  ['iso-8859-15 with its label', latin1('5 \xa4'), 'iso-8859-15', '5 €'],
  ['koi8-r with its label', latin1('\xf0\xd2\xc9\xd7\xc5\xd4'), 'koi8-r', 'Привет'],
  ['windows-1251 with its label', latin1('\xcf\xf0\xe8\xe2\xe5\xf2'), 'windows-1251', 'Привет'],
  ['shift_jis with its label', latin1('\x82\xb1\x82\xf1'), 'shift_jis', 'こん'],
  ['Thai with its label, in the form of UTF-8', latin1('\xc2\xa1'), 'tis-620', 'ยก'],
  ['Japanese of 7 bits without a label', latin1('\x1b$B$3$s\x1b(B'), undefined, 'こん'],
  ['a label in quotation marks', latin1('\xf0'), "'koi8-r'", 'П'],
  ['a label that the Encoding Standard does not list', latin1('\x82\xb1'), 'cp932', 'こ'],
])('A text of %s is read right', (_, bytes, label, text) => {
  expect(decodedText(bytes, label)).toBe(text);
});

test.each<[string, string, string | undefined, string]>([
  ['<meta charset="koi8-r">', '\xf0', undefined, 'П'],
  ['<META http-equiv=Content-Type content="text/html; charset=windows-1251">', '\xcf', undefined, 'П'],
  ['<meta charset=koi8-r>', '\xf0', 'iso-8859-2', 'đ'],
  ['<meta charset=koi8-r>', '\xf0', 'us-ascii', 'П'],
  ['<meta charset=utf-16>', '\xf0', undefined, 'ð'],
  ['<meta charset=nothing>', '\xf0', undefined, 'ð'],
  ['<meta charset=koi8-r>', utf8('é').toString('latin1'), undefined, 'é'],
])('HTML with %s, the bytes %j and the label %s is read right', (meta, bytes, label, text) => {
  expect(decodedText(latin1(`${meta}${bytes}`), label, 'html')).toBe(`${meta}${text}`);
  expect(decodedText(latin1(`<meta charset=koi8-r>${bytes}`), undefined, 'plain')).not.toContain('П');
});

test('Every text in UTF-8 is read unchanged, whatever western label it has', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('utf-8', undefined, 'iso-8859-1', 'us-ascii'),
      (text, label) => {
        const isMarked = text.startsWith('\ufeff') || text.includes('\x1b$');
        expect(isMarked || decodedText(utf8(text), label) === text).toBe(true);
      },
    ),
  );
});

test('Any bytes are decoded with any label', () => {
  const labels = fc.oneof(
    fc.string(),
    fc.constantFrom('utf-8', 'gbk', 'utf-16', 'iso-2022-jp', 'hz-gb-2312', 'koi8-r'),
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), labels, (bytes, label) => {
      expect(typeof decodedText(bytes, label, 'html')).toBe('string');
    }),
  );
});

import { encodedWord } from './encoded-words.ts';
import { type Maker, type Tricks, utf8 } from './maker.ts';
import { anyWord, sharedName, word, words } from './words.ts';

/** Addresses as an email program writes them (RFC 5322, section 3.4). */
export function address({ random }: Maker): string {
  const mailbox = `${sharedName(random)}@sender.example`;
  return random.weighted([
    [3, () => mailbox],
    [4, () => `${words(random, 3)} <${mailbox}>`],
    [2, () => `"${word(random)}, ${word(random)}" <${mailbox}>`],
    [1, () => `${mailbox} (${word(random)})`],
  ])();
}

/** Addresses that break address parsers, enlarged to the byte budget where size is the attack. */
export const ADDRESS_TRICKS: Tricks = {
  nothing: () => '',
  'a long run before the address': (maker) => `${maker.run('a')} <x@evil.example>`,
  'a long run with at signs': (maker) => maker.run('a@'),
  'a long run after an at sign': (maker) => `x@${maker.run('a')}`,
  'a run of a random character': (maker) => `${maker.run(maker.random.pick([...'"<>()[]\\:;,.@ =?\t-_']))} x@y.example`,
  'a run of a random pair': (maker) => {
    const pair = maker.random.pick([
      '<>',
      '()',
      '""',
      '\\"',
      ', ',
      '; ',
      ': ',
      '@.',
      ' <',
      '> ',
      '",',
      '(,',
      '=?',
      '?=',
    ]);
    return `${maker.run(pair)}x@y.example`;
  },
  'nested angle brackets': (maker) => `${maker.run('<')}x@y.example${maker.run('>')}`,
  'nested comments': (maker) => `${maker.run('(')}x${maker.run(')')} <x@y.example>`,
  'unclosed comments': (maker) => maker.run('(('),
  'comments between all tokens': (maker) => `(a) x (b) @ (c) y.example (d${maker.run('(')}`,
  'an unclosed quotation': (maker) => `"${maker.run('a ')} <x@y.example>`,
  'quoted pairs': (maker) => `"${maker.run('\\"')}" <x@y.example>`,
  'a backslash at the end': (maker) => `"x" <x@y.example> ${maker.run('\\')}`,
  'nested groups': (maker) => `${maker.run('g: ')}x@y.example${maker.run(';')}`,
  'a group without members': () => 'undisclosed-recipients:;',
  'a group of many': (maker) => `friends: ${maker.series(20, (n) => `m${n}@y.example`, ', ')};`,
  'a route': (maker) => `<${maker.series(8, (n) => `@hop${n}`, ',')}:x@y.example>`,
  'many mailboxes': (maker) => maker.series(24, (n) => `"P ${n}" <p${n}@y.example>`, ', '),
  'many commas': (maker) => `x@y.example${maker.run(',')}`,
  'two authors in one': () => 'good@bank.example <x@evil.example>',
  'an address as its name': () => '"ceo@bank.example" <x@evil.example>, <y@evil.example>',
  'two addresses in brackets': () => 'Ada <good@bank.example> <x@evil.example>',
  'a quoted local part': () => `"a b@c\\"d"@y.example`,
  'an address literal': () => 'x@[IPv6:::1], y@[127.0.0.1], z@[',
  'a domain in another script': () => utf8('ада@пример.example, x@bücher.example'),
  'invalid punycode': (maker) => `x@xn--${maker.run('9')}.example`,
  'punycode that grows': (maker) => `x@xn--${maker.run('a-')}0000.example`,
  'right-to-left marks': () => utf8('\u202eelpmaxe.knab@oec\u202c <x@evil.example>'),
  'line breaks inside': (maker) => `"x\r\n\t y"\r\n <x@\r\n y.example>${maker.run('\r\n ')}`,
  'a bare CR': () => 'Ada\r <x@y.example>\rBcc: z@y.example',
  'a NUL': () => 'Ada\0 <x\0@y.example>',
  'bytes that are not text': (maker) => `${maker.random.bytes(16)} <x@y.example>`,
  'encoded words as address': () => '=?utf-8?B?eEBldmlsLmV4YW1wbGU=?=',
  'many encoded words': (maker) => `${maker.series(20, () => encodedWord(maker), ' ')} <x@y.example>`,
  'an encoded address in a name': () => '=?utf-8?Q?a=3Cx=40evil.example=3E=2C?= <x@y.example>',
  'no at sign': (maker) => anyWord(maker),
  'an at sign alone': () => '<@>, @, <>, <@y.example>, <x@>',
  'dots in a row': (maker) => `${maker.run('.')}@${maker.run('.')}`,
};

/** One address or many, or something that is not an address. */
export function addressList(maker: Maker, most: number): string {
  const { random } = maker;
  return random
    .times(random.int(1, most), () => maker.either(() => address(maker), 'address', ADDRESS_TRICKS))
    .join(random.pick([', ', ',', ',\r\n ', ' , ']));
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkTargets, withoutQuotations } from '#shared/domain/vouching/link-hosts.ts';
import { mentionedNames } from '#shared/domain/vouching/mentioned-names.ts';
import { addressName, hostName } from '#shared/domain/vouching/name.ts';

const DISGUISED: readonly (readonly [text: string, name: string])[] = [
  ['Write to Drop+x@EVIL.example.', 'drop@evil.example'],
  ['drop [at] evil dot example', 'drop@evil.example'],
  ['drop(at)evil(dot)example', 'drop@evil.example'],
  ['drop AT evil DOT example', 'drop@evil.example'],
  ['d r o p @ e v i l . e x a m p l e', 'drop@evil.example'],
  ['d-r-o-p-@-e-v-i-l-.-c-o-m', 'drop@evil.com'],
  ['drop@ev\u200bil.example', 'drop@evil.example'],
  ['send to drop@evil.\nexample please', 'drop@evil.example'],
  ['> drop@evil-\n> host.example', 'drop@evilhost.example'],
  ['dr\u043ep@\u0435vil.example', 'drop@evil.example'],
  ['dr\u043ep@\u0435vil.example', 'dr\u043ep@xn--vil-qdd.example'],
  ['ｄｒｏｐ＠ｅｖｉｌ．ｅｘａｍｐｌｅ', 'drop@evil.example'],
  ['ⓔⓥⓘⓛ.example', 'evil.example'],
  ['&#100;rop&commat;evil&period;example', 'drop@evil.example'],
  ['user%2540evil.example', 'user@evil.example'],
  ['elpmaxe.live@pord', 'drop@evil.example'],
  ['qebc@rivy.rknzcyr', 'drop@evil.example'],
  ['by rot13: rivy.rknzcyr', 'evil.example'],
  ['100 114 111 112 64 101 118 105 108 46 99 111 109', 'drop@evil.com'],
  ['aHR0cHM6Ly9ldmlsLmV4YW1wbGUvbG9naW4=', 'evil.example'],
  ['MRZG64CAMV3GS3BOMV4GC3LQNRSQ====', 'drop@evil.example'],
  ['echo victor india lima dot com', 'evil.com'],
  ['dropNOSPAM@evil.example', 'drop@evil.example'],
  ["'ev' + 'il' + '.example'", 'evil.example'],
  ['evil.example.Thanks', 'evil.example'],
  ['https://bank.example@evil.example/x', 'evil.example'],
  ['https://bank.example/?url=https%253A%252F%252Fevil.example%252F', 'evil.example'],
  ['hxxps[:]//evil[.]example/a', 'evil.example'],
  ['https:\\\\evil.example', 'evil.example'],
  ['//www.evil.example:8443/', 'evil.example'],
  ['http://3405803783/', '203.0.113.7'],
  ['https://[2001:db8::1]/', '[2001:db8::1]'],
  ['mailto:help@portal.example?cc=drop%40evil.example', 'drop@evil.example'],
  ['send it to drop@evil.example.pdf', 'drop@evil.example'],
];

test.each(DISGUISED)('The text %j mentions %s', (text, name) => {
  expect([...mentionedNames(text).keys()]).toContain(name);
});

test.each([
  ['It was done.\nIn the end we met at 10. See e.g. report.pdf and v1.2.3, or 3.14.'],
  ['Der Termin ist am 3.4. um 10.30 Uhr.\nBitte um Antwort.'],
  ['const total = a + b; // 50 % of it'],
])('The ordinary text %j mentions nothing', (text) => {
  expect([...mentionedNames(text).keys()]).toEqual([]);
});

const label = fc.stringMatching(/^[a-z][a-z0-9]{1,10}$/);
const host = fc.tuple(label, fc.constantFrom('example', 'com', 'co.uk', 'io')).map((parts) => parts.join('.'));
const address = fc.tuple(label, host).map((parts) => parts.join('@'));

test('A name is its own name, in whatever form it was given', () => {
  fc.assert(
    fc.property(address, host, (person, site) => {
      for (const name of [addressName(person), addressName(`${person.toUpperCase()}.`), hostName(`WWW.${site}.`)]) {
        const again = name?.kind === 'address' ? addressName(name.name) : hostName(name?.name ?? '');
        expect(again).toEqual(name);
      }
      expect(addressName(person.replace('@', '+tag@'))).toEqual(addressName(person));
      expect(hostName(`www.${site}`)).toEqual(hostName(site));
    }),
  );
});

test('What a text mentions, it mentions between other words too, and once more in what was found', () => {
  fc.assert(
    fc.property(address, fc.lorem({ maxCount: 8 }), (person, words) => {
      const found = [...mentionedNames(`${words} ${person} ${words}`).keys()];
      expect(found).toContain(addressName(person)?.name);
      for (const name of found) expect([...mentionedNames(name).keys()]).toContain(name);
    }),
  );
});

test('The targets of links are those of texts, of HTML and of links to addresses, and not the domains of addresses', () => {
  const html =
    '<style>.a.b{}</style><p>See <a href="https://one.example/x">two.ex<b></b>ample</a> <img src="//three.example/p.gif">';
  expect(linkTargets([{ text: html, isHtml: true }]).hosts.toSorted()).toEqual([
    'one.example',
    'three.example',
    'two.example',
  ]);
  const text = 'ada@four.example wrote mailto:ben@five.example?bcc=cleo@six.example and seven.example';
  expect(linkTargets([{ text }])).toEqual({
    addresses: ['ben@five.example', 'cleo@six.example'],
    hosts: ['seven.example'],
  });
});

test('A text without its quotations has what its author wrote', () => {
  expect(withoutQuotations({ text: 'own\n> quoted\n own' }).text).toBe('own\n\n own');
  const html = '<p>own</p><blockquote>one<blockquote>two</blockquote></blockquote><p>own</p>';
  expect(withoutQuotations({ text: html, isHtml: true }).text).not.toMatch(/one|two/);
});

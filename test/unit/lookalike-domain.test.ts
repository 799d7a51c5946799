import { domainToASCII } from 'node:url';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { looksLikeKnown } from '#shared/domain/safe-reading/lookalike-domain.ts';
import { PUBLIC_MAIL_PROVIDERS } from '#shared/domain/safe-reading/public-mail-providers.ts';

const KNOWN = ['bank.example', 'partner.com', 'microsoft.com', 'example.co.uk', 'server1.com', 'hp.com', 'gmail.com'];

describe('domains that look like known ones', () => {
  test.each([
    ['b4nk.example', 'a digit for a letter'],
    ['ba-nk.example', 'a hyphen'],
    ['bank.com', 'another suffix'],
    ['example.uk', 'another suffix of the same registry'],
    ['partnar.com', 'a replaced letter'],
    ['partnerr.com', 'an added letter'],
    ['parner.com', 'a missing letter'],
    ['patrner.com', 'swapped letters'],
    ['rnicrosoft.com', 'two letters that look like one'],
    ['m1crosoft.com', 'a one for an i'],
    ['mail.b4nk.example', 'a subdomain of an imitation'],
    ['gmai1.com', 'an imitation of a public provider'],
    [domainToASCII('bаnk.example'), 'a Cyrillic letter'],
    [domainToASCII('pаrtnеr.com'), 'several Cyrillic letters'],
    [domainToASCII('bänk.example'), 'an accent'],
    [domainToASCII('ｂаｎｋ.example'), 'wide letters, which IDNA maps'],
  ])('%s looks like a known domain: %s', (domain) => {
    expect(looksLikeKnown(domain, KNOWN)).toBe(true);
  });

  test.each([
    ['bank.example', 'it is known'],
    ['news.bank.example', 'it is below a known one'],
    ['hpe.com', 'the names are short'],
    ['hp.de', 'short names have other owners elsewhere'],
    ['bonk.example', 'a replaced letter in a short name'],
    ['server2.com', 'a digit for another'],
    ['mail.com', 'a public provider'],
    ['partners-in-crime.com', 'another name'],
    ['bank.example.attacker.net', 'only what its owner registered counts'],
    ['127.0.0.1', 'an address is no domain'],
    ['localhost', 'no name under a suffix'],
    ['', 'no domain'],
    ['..', 'no domain'],
  ])('%s does not: %s', (domain) => {
    expect(looksLikeKnown(domain, KNOWN)).toBe(false);
  });

  test('A domain that is known itself looks like none, whatever else is known', () => {
    expect(looksLikeKnown('partner.com', ['partnar.com', 'partner.com'])).toBe(false);
    expect(looksLikeKnown('partner.com', ['partnar.com'])).toBe(true);
  });

  test('No public provider is taken for an imitation of another', () => {
    for (const domain of PUBLIC_MAIL_PROVIDERS)
      expect(looksLikeKnown(domain, PUBLIC_MAIL_PROVIDERS), domain).toBe(false);
  });

  const name = fc.stringMatching(/^[a-z]{6,20}$/);

  test('Resemblance is symmetric, and never of a domain to itself', () => {
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(looksLikeKnown(`${a}.com`, [`${b}.com`])).toBe(looksLikeKnown(`${b}.com`, [`${a}.com`]));
        expect(looksLikeKnown(`${a}.com`, [`${a}.com`])).toBe(false);
      }),
    );
  });

  test('Each change of one character of a long name is noticed, under the same suffix', () => {
    fc.assert(
      fc.property(name, fc.nat(19), fc.constantFrom(...'abcdefghknopqrstuxyz'), (known, at, letter) => {
        const where = at % known.length;
        const edits = [
          known.slice(0, where) + letter + known.slice(where),
          known.slice(0, where) + letter + known.slice(where + 1),
          known.slice(0, where) + known.slice(where + 1),
          known.slice(0, where) + (known[where + 1] ?? '') + known.charAt(where) + known.slice(where + 2),
        ].filter((edited) => edited !== known && edited.length >= 6);
        for (const edited of edits) {
          if (PUBLIC_MAIL_PROVIDERS.has(`${edited}.com`)) continue;
          expect(looksLikeKnown(`${edited}.com`, [`${known}.com`]), `${edited} of ${known}`).toBe(true);
        }
      }),
    );
  });

  test('No text makes it throw', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), (a, b) => {
        expect(typeof looksLikeKnown(a, [b, domainToASCII(b)])).toBe('boolean');
      }),
    );
  });
});

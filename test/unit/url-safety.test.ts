import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  calledUrl,
  hostLiteral,
  isAbsoluteUrl,
  isAllowedAddress,
  receiverUrlProblem,
} from '#shared/domain/http/url-safety.ts';

const AWS = { allowLoopback: false };
const LOCAL = { allowLoopback: true };

const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450::1'];

/** By the registries of special-purpose addresses (RFC 6890 and its successors). */
const NOT_PUBLIC: Record<string, readonly string[]> = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd12:3456::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fec0::1'],
  'protocol assignments': ['192.0.0.1', '192.0.0.170', '2001::1', '2001:10::1', '2001:20::1'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  'reserved or broadcast': ['240.0.0.1', '255.255.255.255', '100::1', '5f00::1'],
  'outside the global unicast block': ['1000::1', '4000::1', '8000::1', 'fe00::1'],
  '6to4': ['2002:7f00:1::', '2002:a00:1::1', '192.88.99.1'],
  NAT64: ['64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::a00:1'],
  'v4-mapped private': ['::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::ffff:0:10.0.0.1'],
  'v4-compatible': ['::10.0.0.1', '::a00:1', '::808:808', '::2'],
};

const LOOPBACK = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'];

describe('addresses that a delivery may reach', () => {
  test.each(PUBLIC)('%s is public', (address) => {
    expect(isAllowedAddress(address, AWS)).toBe(true);
    expect(isAllowedAddress(address, LOCAL)).toBe(true);
  });

  test('A v4-mapped public address is public', () => {
    expect(isAllowedAddress('::ffff:8.8.8.8', AWS)).toBe(true);
  });

  test.each(Object.entries(NOT_PUBLIC).flatMap(([kind, addresses]) => addresses.map((one) => [one, kind])))(
    '%s (%s) is refused, also in the local profile',
    (address) => {
      expect(isAllowedAddress(address, AWS)).toBe(false);
      expect(isAllowedAddress(address, LOCAL)).toBe(false);
    },
  );

  test.each(LOOPBACK)('%s is reachable in the local profile only', (address) => {
    expect(isAllowedAddress(address, AWS)).toBe(false);
    expect(isAllowedAddress(address, LOCAL)).toBe(true);
  });

  test.each(['', 'example.com', '1.2.3.4.5', '256.1.1.1', ':::', '[::1]'])('%j is not an address', (text) => {
    expect(isAllowedAddress(text, LOCAL)).toBe(false);
  });
});

describe('receiver URLs', () => {
  test.each([
    'https://example.com',
    'https://example.com/hook?x=1',
    'https://example.com:8443/hook',
    'https://example.com./hook',
    'https://münchen.example/hook',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]:443/hook',
    'HTTPS://EXAMPLE.COM/hook',
  ])('%s may be registered', (url) => {
    expect(receiverUrlProblem(url, AWS)).toBeUndefined();
    expect(receiverUrlProblem(url, LOCAL)).toBeUndefined();
  });

  test.each([
    ['another scheme', 'ftp://example.com/'],
    ['plain http', 'http://example.com/'],
    ['a file', 'file:///etc/passwd'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/plain,x'],
    ['no scheme', 'example.com/hook'],
    ['no host', 'https://'],
    ['a relative path', '/hook'],
    ['nothing', ''],
    ['a user name', 'https://user@example.com/'],
    ['a user name and a password', 'https://user:secret@example.com/'],
    ['a password alone', 'https://:secret@example.com/'],
    ['a port beyond the last', 'https://example.com:65536/'],
    ['a port that is no number', 'https://example.com:x/'],
    ['a space before it', ' https://example.com/'],
    ['a space within', 'https://example.com/a b'],
    ['a line break within', 'https://exa\nmple.com/'],
    ['a tab within the scheme', 'ht\ttps://example.com/'],
    ['a NUL', 'https://example.com/\u0000'],
    ['a host of numbers that is no address', 'https://256.1.1.1/'],
    ['no host but a path', 'https:///x'],
    ['four slashes', 'https:////example.com/x'],
    ['one slash', 'https:/example.com/x'],
    ['no slash', 'https:example.com'],
    ['no slash before an address', 'https:127.0.0.1'],
    ['backslashes for slashes', 'https:\\\\127.0.0.1\\hook'],
    ['a backslash within', 'https://example.com\\@evil.example/'],
    ['an empty user name', 'https://@example.com/'],
    ['a fragment', 'https://example.com/hook#part'],
    ['an empty fragment', 'https://example.com/#'],
    ['2049 characters once escaped', `https://example.com/${'ü'.repeat(340)}aaaaaaaaa`],
    ['2049 characters', `https://example.com/${'a'.repeat(2029)}`],
  ])('A URL with %s is refused everywhere', (_, url) => {
    expect(receiverUrlProblem(url, AWS)).toBeDefined();
    expect(receiverUrlProblem(url, LOCAL)).toBeDefined();
  });

  test.each([
    ['https://example.com', 'https://example.com'],
    ['https://example.com?x', 'https://example.com/?x'],
    ['HTTPS://EXAMPLE.COM:443/Hook', 'https://example.com/Hook'],
    ['https://example.com/a/../b/./c', 'https://example.com/b/c'],
    ['https://münchen.example/ü?ü', 'https://xn--mnchen-3ya.example/%C3%BC?%C3%BC'],
    ['https://0x08080808/', 'https://8.8.8.8/'],
  ])('%s is stored in the form in which it is called: %s', (given, stored) => {
    expect(receiverUrlProblem(given, AWS)).toBeUndefined();
    expect(calledUrl(given)).toBe(stored);
  });

  test('Every accepted URL is stored in a form that all parsers read with the same host and path', () => {
    const piece = fc.constantFrom(
      ...['https:', 'HTTPS:', '/', '//', '///', ':', '@', '?', '#', '[', ']', '.', '..', '%', '%2e', '%00', '%'],
      ...['example.com', 'EXAMPLE', '8.8.8.8', '0x08080808', '::1', '443', 'a', 'ü', '。'],
      ...['|', '"', '{', '^', '~', ';', '='],
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
    let taken = 0;
    const check = (given: string) => {
      if (receiverUrlProblem(given, LOCAL) !== undefined) return;
      taken += 1;
      const stored = calledUrl(given);
      // RFC 3986, appendix B.
      const [, scheme, authority, path, query = ''] = /^(https?):\/\/([^/?#]+)([^?#]*)(\?[^#]*)?$/.exec(stored) ?? [];
      const called = new URL(given);
      expect([`${scheme}:`, authority]).toEqual([called.protocol, called.host]);
      expect([path || '/', query === '?' ? '' : query]).toEqual([called.pathname, called.search]);
      expect(receiverUrlProblem(stored, LOCAL)).toBeUndefined();
      expect(calledUrl(stored)).toBe(stored);
    };
    fc.assert(fc.property(text, check), { numRuns: 5000 });
    fc.assert(
      fc.property(
        text.map((rest) => `https://8.8.8.8${rest}`),
        check,
      ),
      { numRuns: 5000 },
    );
    expect(taken).toBeGreaterThan(500);
  });

  test.each([
    ['https://example.com/x', true],
    ['ftp://example.com/x', true],
    ['urn:isbn:0451450523', true],
    ['data:text/plain,x', true],
    ['mailto:ada@example.com', true],
    ['s3://bucket/key', true],
    ['https:///x', false],
    ['https:x', false],
    ['ws:/x', false],
    ['https:\\\\example.com', false],
    ['https://example.com/a b', false],
    ['/x', false],
    ['', false],
  ])('%s in a part of a message is an absolute URL: %s', (text, expected) => {
    expect(isAbsoluteUrl(text)).toBe(expected);
  });

  const LOOPBACK_URLS = [
    'https://localhost/',
    'https://localhost:8443/',
    'https://LOCALHOST/',
    'https://localhost./',
    'https://api.localhost/',
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f000001/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://0177.0.0.1/',
    'https://%31%32%37.0.0.1/',
    'https://①②⑦.⓪.⓪.①/',
    'https://１２７。０。０。１/',
    'https://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
    'https://[::1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
  ];

  test.each(LOOPBACK_URLS)('%s is refused on AWS, and allowed in the local profile over both schemes', (url) => {
    expect(receiverUrlProblem(url, AWS)).toBe('a URL with a public address');
    expect(receiverUrlProblem(url, LOCAL)).toBeUndefined();
    expect(receiverUrlProblem(url.replace('https:', 'http:'), LOCAL)).toBeUndefined();
    expect(receiverUrlProblem(url.replace('https:', 'http:'), AWS)).toBeDefined();
  });

  test.each(
    Object.values(NOT_PUBLIC)
      .flat()
      .filter((address) => !address.includes('%'))
      .map((address) => (address.includes(':') ? `https://[${address}]/` : `https://${address}/`)),
  )('%s is refused everywhere', (url) => {
    expect(receiverUrlProblem(url, AWS)).toBe('a URL with a public address');
    expect(receiverUrlProblem(url, LOCAL)).toBe('a URL with a public address');
  });

  test.each([
    ['decimal', 'https://2852039166/'],
    ['hexadecimal', 'https://0xa9fea9fe/'],
    ['octal', 'https://0251.0376.0251.0376/'],
    ['three-part', 'https://169.254.43518/'],
    ['IPv6-mapped', 'https://[::ffff:169.254.169.254]/'],
  ])('The metadata address in %s form is refused', (_, url) => {
    expect(receiverUrlProblem(url, AWS)).toBe('a URL with a public address');
  });

  test('A name that only resembles localhost is accepted here and checked when it is resolved', () => {
    expect(receiverUrlProblem('https://localhost.example.com/', AWS)).toBeUndefined();
    expect(receiverUrlProblem('https://notlocalhost/', AWS)).toBeUndefined();
    expect(receiverUrlProblem('http://notlocalhost/', LOCAL)).toBeDefined();
  });

  test('The IP literal of a host has no brackets, and a name has none', () => {
    expect(hostLiteral('[::1]')).toBe('::1');
    expect(hostLiteral('127.0.0.1')).toBe('127.0.0.1');
    expect(hostLiteral('example.com')).toBeUndefined();
  });
});

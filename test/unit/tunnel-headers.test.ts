import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DELIVERY_USER_AGENT } from '#shared/domain/http/own-address.ts';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import {
  forwardedRequestHeaders,
  forwardedResponseHeaders,
  type Header,
} from '#shared/domain/tunnel/forwarded-headers.ts';
import { HOSTILE_NAMES } from '../support/hostile-names.ts';

const ORIGIN = { address: '192.0.2.7', host: 'tunnels.example', protocol: 'https', prefix: '/t/abc' } as const;
const SET_HERE: Header[] = [
  ['x-forwarded-for', '192.0.2.7'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-host', 'tunnels.example'],
  ['x-forwarded-prefix', '/t/abc'],
];

/** Where a response goes: through a host that all tunnels share, or through a host of the tunnel's own. */
const SHARED = { host: 'tunnels.example', prefix: '/prod/t/abc', path: '/prod/t/abc/page' };
const OWN = { host: 'abc.tunnels.example', prefix: '/', path: '/page' };

const forwarded = (...headers: Header[]) => forwardedRequestHeaders(headers, ORIGIN);

describe('the headers of a request', () => {
  test('The user agent of a delivery passes, so that a server that passes it on to the API is refused there', () => {
    const sent: Header = ['user-agent', DELIVERY_USER_AGENT];
    expect(forwarded(sent)).toEqual([sent, ...SET_HERE]);
  });

  test('A header passes as it was sent, repeated ones too', () => {
    const sent: Header[] = [
      ['Accept', 'text/html'],
      ['X-Many', 'a'],
      ['x-many', 'b'],
      ['Cookie', 'session=1'],
      ['Authorization', 'Bearer something-of-the-server'],
    ];
    expect(forwarded(...sent)).toEqual([...sent, ...SET_HERE]);
  });

  test.each([
    'Connection',
    'Keep-Alive',
    'Proxy-Authorization',
    'Proxy-Connection',
    'TE',
    'Trailer',
    'Transfer-Encoding',
    'Upgrade',
    'Host',
    'Content-Length',
    'Expect',
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Prefix',
    'X-Amzn-Trace-Id',
  ])('The header %s of a public client is dropped', (name) => {
    expect(forwarded([name, 'given'])).toEqual(SET_HERE);
  });

  test('A header that Connection names is dropped', () => {
    expect(forwarded(['Connection', 'close, X-Hop'], ['x-hop', 'a'], ['x-end', 'b'])).toEqual([
      ['x-end', 'b'],
      ...SET_HERE,
    ]);
  });

  test.each(['org', 'agt', 'usr'] as const)('A header with a key of this service (%s) is dropped', (kind) => {
    const key = generateApiKey(kind);
    expect(
      forwarded(['Authorization', `Bearer ${key}`], ['X-Key', key], ['Cookie', `a=1; key=${key}; b=2`], ['X', 'y']),
    ).toEqual([['X', 'y'], ...SET_HERE]);
  });

  test.each(['org', 'agt', 'usr'] as const)('A key (%s) is found at every place of a header', (kind) => {
    const key = generateApiKey(kind);
    const basic = Buffer.from(`${key}:`).toString('base64');
    for (const header of [
      ['X-A', `prefix-${key}-suffix`],
      ['X-B', `x${key}`],
      ['X-C', `${key}x`],
      ['X-D', `["${key}"]`],
      ['X-E', `aid_org_${'x'.repeat(33)}${key}`],
      ['Referer', `https://api.example/?key=${key}&x=1`],
      ['Sec-WebSocket-Protocol', `aid.tunnel.v1, bearer.${key}`],
      ['Authorization', `Basic ${basic}`],
      ['X-F', `basic  ${basic.replaceAll('=', '')}`],
      [`x-${key}`, '1'],
    ] as Header[]) {
      expect(forwarded(header, ['X', 'y'])).toEqual([['X', 'y'], ...SET_HERE]);
    }
  });

  test('A text that only looks like a key passes', () => {
    const wrong = generateApiKey('org').replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
    expect(forwarded(['X', wrong])).toEqual([['X', wrong], ...SET_HERE]);
  });

  test.each(HOSTILE_NAMES)('A header named %s is a header like any other', (name) => {
    expect(forwarded([name, 'a'])).toEqual([[name, 'a'], ...SET_HERE]);
    expect(forwardedResponseHeaders([[name, 'a']], SHARED)).toEqual([[name, 'a']]);
  });
});

describe('the headers of a response', () => {
  test.each([SHARED, OWN])(
    'Repeated cookies and redirects pass, and the length is left to the transport (%o)',
    (place) => {
      const headers: Header[] = [
        ['Set-Cookie', 'a=1; HttpOnly'],
        ['Set-Cookie', `b=2; Path=${place.prefix}`],
        ['Location', '/elsewhere'],
        ['Refresh', '3; url=/elsewhere'],
      ];
      const sent: Header[] = [...headers, ['Content-Length', '4'], ['Connection', 'close']];
      expect(forwardedResponseHeaders(sent, place)).toEqual(headers);
    },
  );

  test.each([
    'Service-Worker-Allowed',
    'Clear-Site-Data',
    'Strict-Transport-Security',
    'Public-Key-Pins',
    'Expect-CT',
    'Alt-Svc',
    'NEL',
    'Report-To',
    'Accept-CH',
    'Critical-CH',
    'Origin-Agent-Cluster',
    'Set-Login',
    'Use-As-Dictionary',
  ])('%s, which acts on a whole origin, passes only where the tunnel has an origin of its own', (name) => {
    for (const sent of [name, name.toLowerCase(), name.toUpperCase()]) {
      expect(forwardedResponseHeaders([[sent, '*']], SHARED)).toEqual([]);
      expect(forwardedResponseHeaders([[sent, '*']], OWN)).toEqual([[sent, '*']]);
    }
  });

  test.each([SHARED, OWN])('A server cannot claim to be the service (%o)', (place) => {
    expect(forwardedResponseHeaders([['X-Aid-Tunnel-Error', 'not_found']], place)).toEqual([]);
  });

  const cookies = (place: typeof SHARED, ...values: string[]) =>
    forwardedResponseHeaders(
      values.map((value) => ['Set-Cookie', value]),
      place,
    )?.map(([, value]) => value);

  test('On a shared host, a cookie passes if browsers send it to its tunnel only', () => {
    const narrow = [
      's=1',
      's=1; Path=/prod/t/abc',
      's=1; path = /prod/t/abc/deep; Secure',
      's=1; PATH=relative',
      '__Secure-s=1; Secure',
      's=1; Domain=',
    ];
    const wide = [
      's=1; Path=/',
      's=1;Path=/prod/t/abcd',
      's=1; Path=/prod/t',
      's=1; Path=/prod/t/abc; Path=/',
      's=1; Path=/; Path=/prod/t/abc',
      's=1; Domain=tunnels.example',
      's=1; Path=/prod/t/abc; domain=.example',
      '__Host-s=1; Secure; Path=/',
    ];
    expect(cookies(SHARED, ...narrow, ...wide)).toEqual(narrow);
    // Without a slash at the end, the default path is the one that all tunnels share.
    const bare = { ...SHARED, path: '/prod/t/abc' };
    expect(
      cookies(bare, 's=1', 's=1; Path=', `s=1; Path=/prod/t/abc/${'x'.repeat(1100)}`, 's=1; Path=/prod/t/abc'),
    ).toEqual(['s=1; Path=/prod/t/abc']);
  });

  test("On a host of the tunnel's own, only a cookie for a domain that others share is dropped", () => {
    const narrow = ['s=1; Path=/', '__Host-s=1; Secure; Path=/', 's=1; Domain=abc.tunnels.example', 's=1; Domain='];
    const wide = ['s=1; Domain=tunnels.example', 's=1; domain=.TUNNELS.example', 's=1; Domain=other.tunnels.example'];
    expect(cookies(OWN, ...narrow, ...wide)).toEqual(narrow);
  });

  test.each([
    ['a line break in a value', [['X', 'a\r\nSet-Cookie: b=c']]],
    ['a lone line feed', [['X', 'a\nb']]],
    ['a NUL', [['X', 'a\0b']]],
    ['a character beyond Latin-1', [['X', '日本']]],
    ['a colon in a name', [['X:Y', 'a']]],
    ['a line break in a name', [['X\r\nY', 'a']]],
    ['an empty name', [['', 'a']]],
    ['very many headers', Array.from({ length: 201 }, (_, index) => [`x-${index}`, 'a'])],
    ['very long headers', [['X', 'a'.repeat(13_000)]]],
  ] as [string, Header[]][])('A response with %s is refused', (_, headers) => {
    expect(forwardedResponseHeaders(headers, SHARED)).toBeUndefined();
  });

  test('Whatever a server sends, no forwarded header holds a control character', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 4 }), (headers) => {
        for (const [name, value] of forwardedResponseHeaders(headers, SHARED) ?? []) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them
          expect(`${name}${value}`).not.toMatch(/[\x00-\x08\x0a-\x1f\x7f]/);
        }
      }),
    );
  });
});

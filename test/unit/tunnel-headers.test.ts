import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateApiKey } from '../../shared/domain/api-key.ts';
import {
  forwardedRequestHeaders,
  forwardedResponseHeaders,
  type Header,
} from '../../shared/domain/tunnel/forwarded-headers.ts';

const ORIGIN = { address: '192.0.2.7', host: 'tunnels.example', protocol: 'https', prefix: '/t/abc' } as const;
const SET_HERE: Header[] = [
  ['x-forwarded-for', '192.0.2.7'],
  ['x-forwarded-proto', 'https'],
  ['x-forwarded-host', 'tunnels.example'],
  ['x-forwarded-prefix', '/t/abc'],
];

const forwarded = (...headers: Header[]) => forwardedRequestHeaders(headers, ORIGIN);

describe('the headers of a request', () => {
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
});

describe('the headers of a response', () => {
  test('Repeated cookies and redirects pass unchanged, and the length is left to the transport', () => {
    const headers: Header[] = [
      ['Set-Cookie', 'a=1; Path=/; HttpOnly'],
      ['Set-Cookie', 'b=2'],
      ['Location', '/elsewhere'],
    ];
    expect(forwardedResponseHeaders([...headers, ['Content-Length', '4'], ['Connection', 'close']])).toEqual(headers);
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
    expect(forwardedResponseHeaders(headers)).toBeUndefined();
  });

  test('Whatever a server sends, no forwarded header holds a control character', () => {
    const text = fc.string({ unit: 'binary', maxLength: 12 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 4 }), (headers) => {
        for (const [name, value] of forwardedResponseHeaders(headers) ?? []) {
          // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about them
          expect(`${name}${value}`).not.toMatch(/[\x00-\x08\x0a-\x1f\x7f]/);
        }
      }),
    );
  });
});

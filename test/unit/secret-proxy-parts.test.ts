import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ByteRedactor, redactText } from '#clients/cli/src/proxy/byte-redactor.ts';
import { baseUrlOf, childEnvironment } from '#clients/cli/src/proxy/child-environment.ts';
import { credentialOf, UnusableValue } from '#clients/cli/src/proxy/credential.ts';
import { requestHeaders, responseHeaders } from '#clients/cli/src/proxy/forwarded-headers.ts';
import { Refusal } from '#clients/cli/src/proxy/refusal.ts';
import { targetOf } from '#clients/cli/src/proxy/request-target.ts';

const FLAGS = { header: '--header', basic: '--basic' };
const visible = fc.stringMatching(/^[\x21-\x7e]{1,40}$/);
const plain = visible.filter((text) => !/[{}]/.test(text));

test('A header has the secret wherever its template names it, and the secret unchanged', () => {
  fc.assert(
    fc.property(fc.array(plain, { minLength: 2, maxLength: 4 }), visible, (parts, secret) => {
      const template = parts.join('{{value}}');
      const { header, valueFor } = credentialOf({ header: `X-Api-Key: ${template}` }, FLAGS);
      expect([header, valueFor(secret)]).toEqual(['x-api-key', parts.join(secret)]);
      const basic = credentialOf({ basic: `ada:${template}` }, FLAGS).valueFor(secret);
      expect(atob(basic.slice('Basic '.length))).toBe(`ada:${parts.join(secret)}`);
    }),
  );
  expect(credentialOf({}, FLAGS)).toMatchObject({
    header: 'authorization',
    template: 'authorization: Bearer {{value}}',
  });
  // A replacement pattern of JavaScript in a secret is a text like any other.
  expect(credentialOf({}, FLAGS).valueFor('$&$1$$')).toBe('Bearer $&$1$$');
});

test.each([
  ['X-Key', /\{\{value\}\} is missing/],
  ['X-Key: {{ value }}', /\{\{value\}\} is missing/],
  ['X-Key: {{value}} {{user}}', /\{\{user\}\} is not known/],
  ['X-Key: {{value}} {{', /\{\{ is not known/],
  ['X Key: {{value}}', /expected a header such as/],
  [': {{value}}', /expected a header such as/],
  ['{{value}}: x', /expected a header such as/],
  ['X-Key: a\r\nb: {{value}}', /expected a header such as/],
  ['X-Key: ä{{value}}', /expected a header such as/],
  ['Content-Length: {{value}}', /content-length cannot carry a secret/],
  ['Transfer-Encoding: {{value}}', /transfer-encoding cannot carry a secret/],
  [`X-Key: {{value}}${'x'.repeat(500)}`, /at most 500 characters/],
])('The template %j is refused', (header, message) => {
  expect(() => credentialOf({ header }, FLAGS)).toThrow(message);
});

test.each(['', ' a', 'a ', 'a\nb', 'a\rb', 'a\0b', 'größe', 'a\tb', 'x'.repeat(9_000)])(
  'The secret %j is in no header',
  (secret) => {
    expect(() => credentialOf({ header: 'X-Key: {{value}}' }, FLAGS).valueFor(secret)).toThrow(UnusableValue);
  },
);

test('A secret of Basic authentication may have any characters, but a user no colon', () => {
  const decoded = (text: string) => Buffer.from(text.slice('Basic '.length), 'base64').toString();
  expect(decoded(credentialOf({ basic: 'ada:{{value}}' }, FLAGS).valueFor('größe:\n'))).toBe('ada:größe:\n');
  expect(decoded(credentialOf({ basic: '{{value}}:' }, FLAGS).valueFor('sk_1'))).toBe('sk_1:');
  expect(() => credentialOf({ basic: '{{value}}:' }, FLAGS).valueFor('a:b')).toThrow(UnusableValue);
  expect(() => credentialOf({ basic: '{{value}}' }, FLAGS)).toThrow('--basic: expected a user and a password');
});

/** The bytes without the secrets, in chunks that end at these places. */
async function redacted(secrets: readonly string[], bytes: Buffer, cuts: readonly number[]): Promise<Buffer> {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((one, other) => one - other);
  const chunks = [0, ...places].map((place, index) => bytes.subarray(place, places[index]));
  return buffer(Readable.from(chunks.filter(({ length }) => length > 0)).pipe(new ByteRedactor(secrets)));
}

test('A response is without the secret wherever it is cut into chunks, and otherwise byte-identical', async () => {
  const part = fc.oneof(fc.constantFrom('s3cr', 'et-va', 's3cret-value', 'Bearer ', '$&'), fc.string());
  const cuts = fc.array(fc.nat({ max: 300 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 12 }), cuts, async (parts, places) => {
      const text = parts.join('');
      const expected = text.replaceAll('s3cret-value', '[redacted]');
      expect((await redacted(['s3cret-value'], Buffer.from(text), places)).toString()).toBe(expected);
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), cuts, async (bytes, places) => {
      const whole = Buffer.from(bytes);
      expect(await redacted(['s3cret-value', 'abc'], whole, places)).toEqual(whole);
    }),
  );
});

test('Only what may be the beginning of the secret waits for the next chunk', () => {
  const redactor = new ByteRedactor(['s3cret-value']);
  const read = () => String(redactor.read() ?? '');
  const steps = [
    ['data: one\n\n', 'data: one\n\n'],
    ['data: s3c', 'data: '],
    ['ond', 's3cond'],
    [' s3cret-', ' '],
    ['value.', '[redacted].'],
  ] as const;
  for (const [chunk, passed] of steps) {
    redactor.write(chunk);
    expect(read()).toBe(passed);
  }
});

test('The longest of several texts is redacted, in a header too', () => {
  expect(redactText('Bearer one-two one-two-three', ['one-two', 'one-two-three'])).toBe('Bearer [redacted] [redacted]');
  expect(redactText('größe', ['xyz'])).toBe('größe');
});

const RULES = { capability: 'c4p', port: 4711, hosts: ['api.example.com', '*.example.org:8443'] };
const targetFor = (url: string, host = '127.0.0.1:4711') => targetOf({ url, headers: { host } }, RULES);

test.each([
  ['/c4p/api.example.com/v1/x?y=/z', 'api.example.com', '/v1/x?y=/z'],
  ['/c4p/API.Example.com:443/', 'api.example.com', '/'],
  ['/c4p/api.example.com', 'api.example.com', '/'],
  ['/c4p/api.example.com?a=b/c', 'api.example.com', '/?a=b/c'],
  ['/c4p/a.example.org:8443//x/../y', 'a.example.org:8443', '//x/../y'],
  ['/c4p/api.example.com/%0d%0ax', 'api.example.com', '/%0d%0ax'],
])('The path %s leads to its host', (url, authority, path) => {
  for (const host of ['127.0.0.1:4711', 'localhost:4711']) expect(targetFor(url, host)).toEqual({ authority, path });
});

test.each([
  ['', 404],
  ['/', 404],
  ['/c4', 404],
  ['/c4px/api.example.com/', 404],
  ['//c4p/api.example.com/', 404],
  ['http://127.0.0.1:4711/c4p/api.example.com/', 404],
  ['c4p/api.example.com/', 404],
  ['/c4p', 400],
  ['/c4p/', 400],
  ['/c4p//api.example.com/', 400],
  ['/c4p/x@api.example.com/', 400],
  ['/c4p/api.example.com@other.example/', 400],
  ['/c4p/api.example.com\\.other.example/', 400],
  ['/c4p/api%2eexample.com/', 400],
  ['/c4p/api.example.com/a b', 400],
  ['/c4p/api.example.com/#x', 400],
  ['/c4p/api.example.com#x', 400],
  ['/c4p/api.example.com:8443/', 403],
  ['/c4p/api.example.com./', 403],
  ['/c4p/other.example/', 403],
  ['/c4p/example.org:8443/', 403],
])('The path %j is refused with %d', (url, status) => {
  try {
    targetFor(url);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    expect((error as Refusal).status).toBe(status);
    expect((error as Refusal).message).not.toContain('c4p');
  }
});

test.each(['', '127.0.0.1', 'api.example.com', '127.0.0.1:4712', 'attacker.example:4711', 'localhost.example:4711'])(
  'A request with the Host header %j is refused, although it knows the path',
  (host) => {
    expect(() => targetFor('/c4p/api.example.com/', host)).toThrow('The Host header must be the address of the proxy.');
  },
);

test('Headers of the connection and the program’s own credentials are left out of a request', () => {
  const headersDistinct = {
    host: ['127.0.0.1:4711'],
    connection: ['keep-alive, X-Hop', 'authorization'],
    'x-hop': ['1'],
    authorization: ['Bearer placeholder'],
    'proxy-authorization': ['x'],
    referer: ['http://127.0.0.1:4711/c4p/'],
    'accept-encoding': ['gzip'],
    accept: ['a', 'b'],
    'content-length': ['3'],
  };
  const credential = credentialOf({}, FLAGS);
  const sent = requestHeaders(
    { headersDistinct, headers: {} },
    { authority: 'a.example', credential, value: 'Bearer x' },
  );
  expect(sent).toEqual({
    host: 'a.example',
    accept: ['a', 'b'],
    'accept-encoding': 'identity',
    'content-length': ['3'],
    authorization: ['Bearer x'],
  });
});

test('A response leads around the proxy by no header, and has the secret in none', () => {
  const base = 'http://127.0.0.1:4711/c4p';
  const headersFor = (headersDistinct: Record<string, string[]>) =>
    responseHeaders({ headersDistinct }, { requested: new URL('https://a.example/v1/x'), base, secrets: ['s3cret'] });
  const kept = headersFor({ 'set-cookie': ['a=1', 'b=s3cret'], 'alt-svc': ['h3=":443"'], 'content-length': ['3'] });
  expect(kept).toEqual({ 'set-cookie': ['a=1', 'b=[redacted]'] });
  for (const [location, shown] of [
    ['/y?z#w', `${base}/a.example/y?z#w`],
    ['y', `${base}/a.example/v1/y`],
    ['//a.example/y', `${base}/a.example/y`],
    ['https://a.example:443/', `${base}/a.example/`],
    ['https://a.example:8443/', 'https://a.example:8443/'],
    ['http://a.example/', 'http://a.example/'],
    ['https://b.example/?k=s3cret', 'https://b.example/?k=[redacted]'],
    ['https://[', 'https://['],
  ] as const) {
    expect(headersFor({ location: [location] })).toEqual({ location: [shown] });
  }
});

test('A program gets the address of the proxy past every other proxy, and not this program’s key', () => {
  const apis = [baseUrlOf('A_URL=https://API.example.com:443/v1/', ['api.example.com'])];
  const given = { AID_KEY: 'aid_agent_x', HTTP_PROXY: 'http://proxy.example', NO_PROXY: 'intranet', PATH: '/bin' };
  expect(childEnvironment(given, 'http://127.0.0.1:1/c', apis)).toEqual({
    AID_KEY: undefined,
    HTTP_PROXY: 'http://proxy.example',
    NO_PROXY: 'intranet,127.0.0.1',
    no_proxy: 'intranet,127.0.0.1',
    PATH: '/bin',
    AID_PROXY_URL: 'http://127.0.0.1:1/c',
    A_URL: 'http://127.0.0.1:1/c/api.example.com/v1',
  });
});

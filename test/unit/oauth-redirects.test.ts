import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  isOnDevice,
  isRegistered,
  placeOfRedirect,
  redirectUriProblem,
  withResponse,
} from '#shared/domain/oauth/redirect-uri.ts';

test.each([
  'https://client.example/callback',
  'https://client.example:8443/callback?tenant=1',
  'http://127.0.0.1/callback',
  'http://127.0.0.1:33418/callback',
  'http://[::1]:1/callback',
  'http://localhost:3000/callback',
  'cursor://anysphere.cursor-mcp/oauth',
  'com.example.app:/callback',
])('A client may be sent back to %s', (uri) => {
  expect(redirectUriProblem(uri)).toBeUndefined();
});

test.each([
  '',
  '/callback',
  'callback',
  'https:client.example',
  'https:///client.example',
  'http://client.example/callback',
  'http://10.0.0.1/callback',
  'http://127.0.0.1.client.example/callback',
  'https://user@client.example/callback',
  'https://client.example/callback#fragment',
  'https://client.example\\@other.example/',
  'https://client.example/ callback',
  'https://client.example/\ncallback',
  'https://clïent.example/callback',
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  'mailto:eve@example.com',
  'blob:https://client.example/x',
  `https://client.example/${'x'.repeat(2048)}`,
])('No client is sent back to %s', (uri) => {
  expect(redirectUriProblem(uri)).toBeDefined();
  expect(isRegistered(uri, [uri])).toBe(false);
});

test('A redirect URI is compared character by character', () => {
  const registered = ['https://client.example/callback'];
  expect(isRegistered('https://client.example/callback', registered)).toBe(true);
  for (const other of [
    'https://client.example/callback/',
    'https://client.example/callback?x=1',
    'https://client.example/Callback',
    'https://CLIENT.example/callback',
    'https://client.example:443/callback',
    'https://client.example/x/../callback',
    'https://client.example/callback%2F..%2Fopen',
    'https://evil.client.example/callback',
    'https://client.example.evil.example/callback',
    'http://client.example/callback',
  ])
    expect(isRegistered(other, registered), other).toBe(false);
});

test('Only the port of a loopback address may differ', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 65_535 }), fc.integer({ min: 1, max: 65_535 }), (one, other) => {
      expect(isRegistered(`http://127.0.0.1:${one}/cb`, [`http://127.0.0.1:${other}/cb`])).toBe(true);
      expect(isRegistered(`http://127.0.0.1:${one}/cb`, ['http://127.0.0.1/cb'])).toBe(true);
      expect(isRegistered(`http://[::1]:${one}/cb?a`, ['http://[::1]/cb?a'])).toBe(true);
      expect(isRegistered(`http://localhost:${one}/cb`, [`http://127.0.0.1:${one}/cb`])).toBe(false);
      expect(isRegistered(`http://127.0.0.1:${one}/other`, ['http://127.0.0.1/cb'])).toBe(false);
      expect(isRegistered(`https://client.example:${one}/cb`, ['https://client.example:1/cb'])).toBe(one === 1);
    }),
  );
});

test('A person sees the host that a redirect URI leads to, or the scheme of the application', () => {
  expect(placeOfRedirect('https://client.example:8443/x')).toBe('client.example:8443');
  expect(placeOfRedirect('cursor://anything/x')).toBe('cursor:');
  expect(isOnDevice('https://localhost/x')).toBe(false);
  expect(isOnDevice('http://localhost:1/x')).toBe(true);
  expect(isOnDevice('cursor://x')).toBe(true);
});

test('A response is added to the parameters that a redirect URI has, and none is replaced', () => {
  expect(withResponse('https://c.example/cb', { code: 'a', state: undefined })).toBe('https://c.example/cb?code=a');
  expect(withResponse('https://c.example/cb?x=1', { code: 'a' })).toBe('https://c.example/cb?x=1&code=a');
  expect(withResponse('https://c.example/cb?', { code: 'a' })).toBe('https://c.example/cb?code=a');
  expect(withResponse('app:/cb', { error: 'access_denied', state: 'a&b=c#d' })).toBe(
    'app:/cb?error=access_denied&state=a%26b%3Dc%23d',
  );
});

test('A state is passed on unchanged, whatever it contains', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (state) => {
      const url = new URL(withResponse('https://c.example/cb?x=1', { code: 'a', state: state.toWellFormed() }));
      expect(url.searchParams.get('state')).toBe(state.toWellFormed());
      expect([...url.searchParams.keys()]).toEqual(['x', 'code', 'state']);
    }),
  );
});

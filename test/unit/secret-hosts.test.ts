import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hostsFor, onlyHost } from '#clients/cli/src/proxy/child-environment.ts';
import { authorityOf, hostOf, isAllowed } from '#clients/cli/src/proxy/hosts.ts';
import { areSameHosts, MAX_HOST_CHARACTERS, SECRET_HOST } from '#shared/domain/vault/secret-hosts.ts';

const isHost = (text: string) => text.length <= MAX_HOST_CHARACTERS && SECRET_HOST.test(text);

test.each([
  ...['api.example.com', 'localhost', 'a', 'a-b.example', 'xn--bcher-kva.example', '1password.com', '0x.example.c0m'],
  ...[
    '*.example.com',
    '*.a.b.example.com:8443',
    'api.example.com:1',
    'api.example.com:65535',
    '10.0.0.7',
    '0.0.0.0:443',
  ],
  `${'a'.repeat(63)}.${'b'.repeat(63)}.example`,
])('%s is a host of a secret', (host) => {
  expect(isHost(host)).toBe(true);
  expect(hostOf(host)).toBe(host.replace(/:443$/, ''));
});

test.each([
  ...['', '*', '*.', '*.com', '*.localhost', 'a.*.example', '*example.com', '*.*.example.com', '**.example.com'],
  ...['API.example.com', 'api.example.com.', '.example.com', 'a..b', '-a.example', 'a-.example', 'a_b.example'],
  ...['https://a.example', 'a.example/', 'a.example?x', 'x@a.example', 'a.example:', 'a.example:0', 'a.example:65536'],
  ...['a.example:080', '010.0.0.1', '1.2.3', '256.1.1.1', '0x7f.1', '2130706433', '*.0.0.1', '[::1]', 'büchér.example'],
  ...['a b', 'a.example\n', '%61.example', `${'a'.repeat(64)}.example`],
])('%j is no host of a secret', (host) => {
  expect(isHost(host)).toBe(false);
});

const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,5}[a-z0-9])?$/);
const name = fc
  .tuple(fc.array(label, { maxLength: 3 }), fc.stringMatching(/^[a-wyz][a-z]{0,4}$/))
  .map(([labels, last]) => [...labels, last].join('.'))
  .filter((one) => !/(?:^|\.)xn--/.test(one));
const port = fc.option(fc.integer({ min: 1, max: 65_535 }), { nil: undefined });
const withPort = (host: string, number: number | undefined) => (number === undefined ? host : `${host}:${number}`);

test('A host of a secret is one as URLs have it, so that no request names the same host in another way', () => {
  fc.assert(
    fc.property(name, port, (host, number) => {
      expect(isHost(withPort(host, number))).toBe(true);
      const authority = number === 443 ? host : withPort(host, number);
      expect(authorityOf(withPort(host, number))).toBe(authority);
      expect(authorityOf(withPort(host.toUpperCase(), number))).toBe(authority);
      expect(isAllowed([withPort(host, number)], authority)).toBe(true);
    }),
  );
});

test('A host permits itself alone, and one with a wildcard all hosts below it at the same port', () => {
  fc.assert(
    fc.property(name, label, name, port, port, (domain, sub, other, number, second) => {
      fc.pre(domain.includes('.'));
      const [exact, wild] = [withPort(domain, number), withPort(`*.${domain}`, number)];
      expect(isAllowed([exact], withPort(`${sub}.${domain}`, number))).toBe(false);
      expect(isAllowed([wild], withPort(`${sub}.${domain}`, number))).toBe(true);
      expect(isAllowed([wild], withPort(`${sub}.${sub}.${domain}`, number))).toBe(true);
      expect(isAllowed([wild], wild)).toBe(true);
      expect(isAllowed([exact], wild)).toBe(false);
      expect(isAllowed([wild], exact)).toBe(false);
      expect(isAllowed([wild], withPort(`${sub}${domain}`, number))).toBe(false);
      expect(isAllowed([exact, wild], withPort(`${domain}.${other}`, number))).toBe(
        `${domain}.${other}`.endsWith(`.${domain}`),
      );
      if ((number ?? 443) !== (second ?? 443)) expect(isAllowed([exact, wild], withPort(domain, second))).toBe(false);
    }),
  );
});

test('Whatever a text is, it is no host or one that a URL has', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'ab.*:@/%[]1 \\#?-') }), (text) => {
      const authority = authorityOf(text);
      if (authority !== undefined) expect(new URL(`https://${authority}/`).host).toBe(authority);
    }),
  );
});

test('The hosts of a run are among those of the secret, or all of these, and there is at least one', () => {
  const ofSecret = ['api.example.com', '*.example.org'];
  expect(hostsFor([], ofSecret, '--host')).toEqual(ofSecret);
  expect(hostsFor(['eu.example.org'], ofSecret, '--host')).toEqual(['eu.example.org']);
  expect(hostsFor(['*.eu.example.org'], ofSecret, '--host')).toEqual(['*.eu.example.org']);
  expect(hostsFor(['API.example.net:443'], [], '--host')).toEqual(['api.example.net']);
  for (const host of ['example.org', '*.example.com', 'api.example.com:8443']) {
    expect(() => hostsFor([host], ofSecret, '--host')).toThrow('--host: the secret may not be sent to');
  }
  expect(() => hostsFor([], [], '--host')).toThrow('--host is required');
  expect(onlyHost(['api.example.com'])).toBe('api.example.com');
  for (const hosts of [[], ['*.example.org'], ofSecret]) expect(onlyHost(hosts)).toBeUndefined();
});

test('Two lists name the same hosts in any order', () => {
  expect(areSameHosts([], [])).toBe(true);
  expect(areSameHosts(['a', 'b', 'a'], ['b', 'a'])).toBe(true);
  expect(areSameHosts(['a'], ['a', 'b'])).toBe(false);
  expect(areSameHosts(['a', 'b'], ['a'])).toBe(false);
  expect(areSameHosts(['a'], ['b'])).toBe(false);
});

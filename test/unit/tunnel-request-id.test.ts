import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CELL } from '#shared/domain/ids/cell.ts';
import { isTunnelAddress, newTunnelAddress } from '#shared/domain/tunnel/tunnel-address.ts';
import { RESPONSE_TIMEOUT_MS } from '#shared/domain/tunnel/tunnel-limits.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import { isOpenRequest, newRequestId } from '#shared/services/tunnels/request-id.ts';

const keyring = new Keyring(randomBytes(32));
const NOW = Date.parse('2026-03-01T00:00:00Z');

test('The id of a request is accepted for its tunnel until the response may end', () => {
  const id = newRequestId(keyring, 'tun_1', NOW);
  expect(isOpenRequest(keyring, 'tun_1', id, NOW)).toBe(true);
  expect(isOpenRequest(keyring, 'tun_1', id, NOW + RESPONSE_TIMEOUT_MS - 1)).toBe(true);
  expect(isOpenRequest(keyring, 'tun_1', id, NOW + RESPONSE_TIMEOUT_MS)).toBe(false);
});

test('The id of a request is not accepted for another tunnel, or from another stage', () => {
  const id = newRequestId(keyring, 'tun_1', NOW);
  expect(isOpenRequest(keyring, 'tun_2', id, NOW)).toBe(false);
  expect(isOpenRequest(new Keyring(randomBytes(32)), 'tun_1', id, NOW)).toBe(false);
});

test('An id with any other character, a later end or more parts is not accepted', () => {
  const id = newRequestId(keyring, 'tun_1', NOW);
  const [random, endsAt = '', mac] = id.split('.');
  const later = (Number.parseInt(endsAt, 36) + 60_000).toString(36);
  expect(isOpenRequest(keyring, 'tun_1', `${random}.${later}.${mac}`, NOW)).toBe(false);
  expect(isOpenRequest(keyring, 'tun_1', `${id}.`, NOW)).toBe(false);
  fc.assert(
    fc.property(fc.nat(id.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      fc.pre(id[at] !== character);
      expect(isOpenRequest(keyring, 'tun_1', id.slice(0, at) + character + id.slice(at + 1), NOW)).toBe(false);
    }),
  );
});

test('Each address of a tunnel is another one, names its cell first, and fits into a host name', () => {
  const addresses = Array.from({ length: 200 }, newTunnelAddress);
  expect(new Set(addresses).size).toBe(200);
  for (const address of addresses) expect(address).toMatch(/^[a-z0-9]{27}$/);
  expect(new Set(addresses.map((address) => address[0]))).toEqual(new Set([CELL.toLowerCase()]));
  expect(addresses.every(isTunnelAddress)).toBe(true);
  // Without the character of the cell: an address that was made before there were cells.
  expect(addresses.every((address) => isTunnelAddress(address.slice(1)))).toBe(true);
  const [address = ''] = addresses;
  for (const other of ['', 'x', `${address}2`, `${address.slice(1)}O`, address.slice(2), `${address}/`])
    expect(isTunnelAddress(other), other).toBe(false);
});

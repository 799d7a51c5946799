import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROUTES } from '#shared/contract/table.ts';
import { generateTicket } from '#shared/domain/delivery/stream.ts';
import { CELL, CELL_ALPHABET } from '#shared/domain/ids/cell.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { generateApiKey } from '#shared/domain/organization/api-key.ts';
import { newTunnelAddress } from '#shared/domain/tunnel/tunnel-address.ts';
import { publicUrlOf } from '#shared/services/tunnels/public-url.ts';
import { cellOfRequest } from '#testing/cell-of-request.ts';

const PAGE = readFileSync(new URL('../../docs/scale.md', import.meta.url), 'utf8');

/** The operations that docs/scale.md lists as those that name no cell. */
const WITHOUT_CELL = [...PAGE.matchAll(/^\| `((?:GET|POST) \/[^`]*)` \|/gm)].map(([, operation]) => operation);

const id = () => makeId('agent', Date.now(), randomPart());

test('The character of the cell belongs to the alphabets of ids, keys, tickets and tunnel addresses', () => {
  expect(CELL).toHaveLength(1);
  expect(CELL_ALPHABET).toContain(CELL);
  for (const cell of CELL_ALPHABET) {
    expect(cell).toMatch(/[0-9A-HJKMNP-TV-Z]/);
    expect(cell.toLowerCase()).toMatch(/[a-km-np-z2-9]/);
  }
});

test.each(ROUTES.map((route) => [`${route.method} ${route.path}`, route] as const))(
  'A request to %s names its cell, or docs/scale.md says what a router needs for it',
  (name, { auth, path }) => {
    const request = {
      path: path.replace(/\{\w+\}/g, id),
      headers: { authorization: auth === 'none' ? undefined : `Bearer ${generateApiKey('org')}` },
    };
    expect(cellOfRequest(request)).toBe(WITHOUT_CELL.includes(name) ? undefined : CELL);
  },
);

test.each<[string, () => Parameters<typeof cellOfRequest>[0]]>([
  ['an agent key', () => ({ path: '/v1/me', headers: { authorization: `Bearer ${generateApiKey('agt')}` } })],
  ['a login token', () => ({ path: '/v1/me', headers: { authorization: `Bearer ${generateApiKey('usr')}` } })],
  ['the ticket of a stream', () => ({ path: '/', query: { ticket: generateTicket() } })],
  [
    'the key of a browser that connects a tunnel',
    () => ({ path: '/', headers: { 'sec-websocket-protocol': `aid.tunnel.v1, bearer.${generateApiKey('agt')}` } }),
  ],
  [
    'the host of a tunnel',
    () => ({ path: '/page', host: new URL(publicUrlOf('https://*.t.example', newTunnelAddress())).host }),
  ],
  [
    'the path of a tunnel',
    () => ({ path: new URL(publicUrlOf('https://t.example/dev', newTunnelAddress())).pathname }),
  ],
  [
    'the provider account of submitted mail',
    () => ({ path: '/v1/webhooks/mail/inbound', headers: { 'x-aid-provider-account': id() } }),
  ],
])('A router finds the cell in %s', (_, request) => {
  expect(cellOfRequest(request())).toBe(CELL);
});

test('The credential decides before an id in the path, which may be that of an agent in another cell', () => {
  const [other] = [...CELL_ALPHABET].filter((cell) => cell !== CELL);
  const foreign = `agt_01M7YKTVVJ${other}${'0'.repeat(15)}`;
  const path = `/v1/identities/${foreign}/a2a/rpc`;
  expect(cellOfRequest({ path })).toBe(other);
  expect(cellOfRequest({ path, headers: { authorization: `Bearer ${generateApiKey('agt')}` } })).toBe(CELL);
});

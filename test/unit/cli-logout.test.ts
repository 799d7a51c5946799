import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';

const WHO = { actor_type: 'user', actor_id: 'usr_1', org_id: 'org_1', org_slug: 'acme', org_name: 'Acme' };
const root = mkdtempSync(join(tmpdir(), 'aid-logout-'));
let url: string;
/** The keys that each logout was sent with. */
let logouts: (string | undefined)[];
let status: number;

const server = createServer((request, response) => {
  if (request.url !== '/v1/auth/logout') {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(WHO));
    return;
  }
  logouts.push(request.headers.authorization);
  const error = { code: 'auth.unauthorized', message: 'no', retryable: false, request_id: 'req_1' };
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(status === 204 ? undefined : JSON.stringify({ error }));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

beforeEach(() => {
  logouts = [];
  status = 204;
});

async function loggedIn(key: string) {
  const aid = commandLineIn(mkdtempSync(join(root, 'home-')));
  expect(await aid(['login', '--url', url, '--key', key])).toMatchObject({ code: 0 });
  return aid;
}

test('A logout ends the session of a person at the service, and removes its token', async () => {
  const aid = await loggedIn('aid_usr_one');
  expect((await aid(['logout'])).rows).toEqual([{ profile: 'default', removed: true, session: 'ended' }]);
  expect(logouts).toEqual(['Bearer aid_usr_one']);
  expect((await aid(['logout'])).rows).toEqual([{ profile: 'default', removed: false }]);
  expect(logouts).toHaveLength(1);
});

test('A session that has ended before is no error', async () => {
  const aid = await loggedIn('aid_usr_one');
  status = 401;
  expect((await aid(['logout'])).rows).toEqual([{ profile: 'default', removed: true, session: 'ended' }]);
});

test('The token is removed and the reason said where the service refuses to end the session', async () => {
  const aid = await loggedIn('aid_usr_one');
  status = 403;
  const { rows, code } = await aid(['logout']);
  expect([code, rows]).toEqual([0, [{ profile: 'default', removed: true, session: 'open' }]]);
});

test('A key of an organization or an agent remains valid, so nothing is sent', async () => {
  for (const key of ['aid_org_one', 'aid_agt_one']) {
    const aid = await loggedIn(key);
    expect((await aid(['logout'])).rows).toEqual([{ profile: 'default', removed: true }]);
  }
  expect(logouts).toEqual([]);
});

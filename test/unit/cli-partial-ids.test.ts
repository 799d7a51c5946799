import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
const aid = commandLineIn(folder);
const ids = (kind: string) =>
  ['01M8D7Z4AAAAAA', '01M8D7Z4BBBBBB', '01M8D7Z5CCCCCC'].map((one) => `${kind}_${one}000000000000`);
const [ONE, TWO, THREE] = ids('msg') as [string, string, string];
let requests: string[] = [];
/** Lists three of each kind, and returns the id of what is asked for. */
const server = createServer((request, response) => {
  const { pathname: path } = new URL(request.url ?? '', 'http://x');
  requests.push(`${request.method} ${path}`);
  const rows = (kind: string) => ids(kind).map((id) => ({ id, created_at: '2026-01-01T00:00:00.000Z' }));
  const body = path.endsWith('/mail/messages')
    ? { messages: rows('msg'), next: null }
    : path === '/v1/identities'
      ? { identities: rows('agt') }
      : path === '/v1/auth/sessions'
        ? { sessions: rows('ses') }
        : { id: path.split('/').at(-1) };
  if (request.method === 'DELETE') {
    response.writeHead(204).end();
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

function typed(line: string, others: Parameters<typeof aid>[1] = {}) {
  requests = [];
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return aid(line.split(' '), { environment: { AID_URL: url, AID_KEY: 'aid_org_x' }, ...others });
}

test('The beginning of an id is enough where no other of the newest begins so', async () => {
  expect((await typed('mail get msg_01M8D7Z5 --agent agt_1')).rows).toEqual([{ id: THREE }]);
  expect(requests).toEqual([
    'GET /v1/identities/agt_1/mail/messages',
    `GET /v1/identities/agt_1/mail/messages/${THREE}`,
  ]);
  expect((await typed('mail get msg_01M8D7Z4A… --agent agt_1')).rows).toEqual([{ id: ONE }]);
  const [{ body, url }] = (await typed('mail reply msg_01M8D7Z4B --agent agt_01M8D7Z5 --text x --dry-run')).rows;
  expect(body).toMatchObject({ in_reply_to_message_id: TWO });
  expect(url).toContain(`/v1/identities/${ids('agt')[2]}/mail/send`);
});

test('A beginning that several ids have names them, and one that none has says where it was looked for', async () => {
  expect(await typed('mail get msg_01M8D7Z4 --agent agt_1')).toMatchObject({
    code: 2,
    errors: `aid: several ids begin with msg_01M8D7Z4: ${ONE}, ${TWO}; give more of it\n`,
  });
  expect(await typed('mail get msg_01M8D7ZZ --agent agt_1')).toMatchObject({
    code: 4,
    errors: 'aid: none of the newest 200 ids begins with msg_01M8D7ZZ; give the whole id\n',
  });
});

test('A whole id, and what is no id, is used as it is', async () => {
  expect((await typed(`mail get ${ONE} --agent agt_1`)).rows).toEqual([{ id: ONE }]);
  expect(requests).toHaveLength(1);
  expect((await typed('mail get msg_1 --agent agt_1')).rows).toEqual([{ id: 'msg_1' }]);
  expect(requests).toHaveLength(1);
});

test('What deletes or ends something asks with the whole id, and --yes needs it', async () => {
  const asked = await typed('agents suspend agt_01M8D7Z5', { isTerminal: true, typed: 'n' });
  expect(asked).toMatchObject({ code: 2, errors: expect.stringContaining(`${ids('agt')[2]}? [y/N]`) });
  expect(requests).toEqual(['GET /v1/identities']);
  expect(await typed('agents suspend agt_01M8D7Z5 --yes')).toMatchObject({
    code: 2,
    errors: 'aid: --yes needs the whole id, and agt_01M8D7Z5 is the beginning of one\n',
  });
  expect(requests).toEqual([]);
});

test('A person ends a session by the beginning of its id, after a question with the whole one', async () => {
  const [, , id] = ids('ses');
  const asked = await typed('sessions revoke ses_01M8D7Z5', { isTerminal: true, typed: 'y' });
  expect(asked).toMatchObject({ code: 0, errors: expect.stringContaining(`Revoke a session ${id}? [y/N]`) });
  expect(requests).toEqual(['GET /v1/auth/sessions', `DELETE /v1/auth/sessions/${id}`]);
  expect(await typed(`sessions revoke ${id}`)).toMatchObject({ code: 2, errors: expect.stringContaining('--yes') });
  expect(requests).toEqual([]);
});

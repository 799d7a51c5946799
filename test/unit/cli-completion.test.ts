import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { commandLineIn } from '#test/support/command-line-client.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const aid = commandLineIn(folder);

/** What bash offers at the end of a line, where the program prints what it was called with. */
async function offered(...words: readonly string[]): Promise<string[]> {
  const { output } = await aid(['completion', 'bash']);
  const line = words.map((word) => `'${word}'`).join(' ');
  const script = `${output}\naid() { echo "called-$(echo "$@" | tr ' ' '-')"; }
COMP_WORDS=(aid ${line}); COMP_CWORD=${words.length}; _aid; echo "\${COMPREPLY[@]}"`;
  return execFileSync('bash', [], { input: script, encoding: 'utf8' })
    .split(/\s+/)
    .filter((word) => word !== '');
}

test('A shell offers event types, and asks for the handles of agents and the ids of emails', async () => {
  expect(await offered('trigger', 'mail.rec')).toEqual(['mail.received']);
  expect(await offered('events', 'tail', '--type', 'a2a.task.c')).toEqual(['a2a.task.created', 'a2a.task.canceled']);
  expect(await offered('mail', 'list', '--agent', '')).toEqual(['called-completion-handles']);
  expect(await offered('agents', 'get', '')).toEqual(['called-completion-handles']);
  expect(await offered('mail', 'reply', '')).toEqual(['called-completion-messages']);
  expect(await offered('mail', 'get', '--agent', 'ada', '')).toEqual(['called-completion-messages---agent-ada']);
  expect(await offered('mail', 'get', '--fie')).toEqual([]);
  expect(await offered('mail', 'repl')).toEqual(['reply']);
});

async function serve(listener: RequestListener): Promise<Record<string, string>> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return { AID_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, AID_KEY: 'aid_org_x' };
}

test('The words are those of the service, without any that a shell would expand', async () => {
  const environment = await serve(({ url = '' }, response) => {
    const row = (fields: object) => ({ created_at: '2026-01-01T00:00:00.000Z', ...fields });
    const identities = ['ada', '$(id)', '`id`', 'a b', '-x', 'grace-2'].map((handle, index) =>
      row({ id: `agt_${index}`, handle }),
    );
    const messages = [row({ id: 'msg_1' }), row({ id: 'msg_$(id)' })];
    const isMail = url.startsWith('/v1/identities/agt_5/mail/messages');
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isMail ? { messages } : { identities }));
  });
  expect(await aid(['completion', 'handles', '--timeout', '60'], { environment })).toMatchObject({
    code: 0,
    output: 'ada\ngrace-2\n',
  });
  const messages = ['completion', 'messages', '--agent', 'grace-2', '--timeout', '60'];
  expect(await aid(messages, { environment })).toMatchObject({ code: 0, output: 'msg_1\n' });
});

test('Without a service, a key or a response in time, a shell gets nothing and no error', async () => {
  const silent = await serve(() => {});
  const refused = await serve((_request, response) => response.writeHead(401).end());
  for (const environment of [silent, refused, { AID_URL: 'http://127.0.0.1:1' }]) {
    for (const kind of ['handles', 'messages']) {
      const { code, output, errors } = await aid(['completion', kind], { environment });
      expect({ code, output, errors }).toEqual({ code: 0, output: '', errors: '' });
    }
  }
});

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { forward } from '#clients/cli/src/webhooks/forward.ts';
import { commandLineIn } from '#test/support/command-line-client.ts';

/** `aid webhooks listen` with a receiver, or a service, that means harm. */

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('A response that never ends counts by its status, and is not read to its end', async () => {
  let sent = 0;
  const receiver = await serve((_request, response) => {
    response.writeHead(202);
    const chunk = Buffer.alloc(64 * 1024);
    const send = () => {
      do sent += chunk.byteLength;
      while (response.write(chunk));
    };
    response.on('drain', send);
    send();
  });
  const posted = { body: '{}', headers: () => ({ 'content-type': 'application/json' }) };
  const outcome = await forward(receiver, posted, new AbortController().signal);
  expect(outcome).toMatchObject({ status: 202, error: null });
  // What the buffers of both ends hold is more than what was read.
  expect(sent).toBeLessThan(50 * 1024 * 1024);
});

test('A response that stalls or breaks off within its body counts by its status, and is not asked for again', async () => {
  const requests: string[] = [];
  const receiver = await serve(({ url = '' }, response) => {
    requests.push(url);
    response.writeHead(500, { 'content-length': 100 });
    response.write('unknown order', () => {
      if (url === '/breaks') setTimeout(() => response.destroy(), 50);
    });
  });
  const posted = { body: '{}', headers: () => ({}) };
  // The limit of the whole attempt never ends, so what ends a body that stalls is the limit of the body.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  for (const path of ['/stalls', '/breaks']) {
    const outcome = await forward(`${receiver}${path}`, posted, new AbortController().signal);
    expect(outcome).toMatchObject({ status: 500, error: null, response: 'unknown order' });
  }
  expect(requests).toEqual(['/stalls', '/breaks']);
  const stopped = new AbortController();
  const forwarding = forward(`${receiver}/stalls`, posted, stopped.signal);
  setTimeout(() => stopped.abort(), 200);
  await expect(forwarding).rejects.toThrow('aborted');
});

const EVENT_ID = 'evt_01KDVAW2ZZ0000000000000000';

/** A service that gives an organization an id, and each event a type and time of its choice. */
async function hostileService(organization: string, text: string): Promise<string> {
  return serve(({ url = '' }, response) => {
    const body = url.startsWith('/v1/me')
      ? { actor_type: 'user', actor_id: 'key_1', org_id: organization }
      : { events: [{ id: EVENT_ID, type: text, created_at: text, version: 1, payload: {}, delivery_body: text }] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body));
  });
}

async function listen(service: string, receiver: string, replayed = EVENT_ID) {
  const home = mkdtempSync(join(tmpdir(), 'aid-listen-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const aid = commandLineIn(home, { environment: { AID_URL: service, AID_KEY: 'aid_org_x' } });
  const args = ['webhooks', 'listen', '--forward-to', receiver, '--replay', replayed];
  const { code, output, errors } = await aid(args, { isTerminal: true });
  return { home, code, output, errors };
}

test('A service that names a path as the id of its organization makes the command write nothing', async () => {
  const receiver = await serve((_request, response) => response.end());
  const { home, code, errors } = await listen(await hostileService('../../evil', 'mail.received'), receiver);
  expect(code).toBe(1);
  expect(errors).toBe('aid: the service returned "../../evil" as the id of the organization\n');
  expect(existsSync(join(home, 'listen-secrets')) ? readdirSync(join(home, 'listen-secrets')) : []).toEqual([]);
});

const HOSTILE = '\u001b[2J\u009b31m\u202e\r\nforged  204  x\u2028forged';

test('What a service says of an event reaches the receiver as a body only, and the terminal as one line', async () => {
  const requests: { headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  const receiver = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    requests.push({ headers: request.headers, body });
    response.end();
  });
  const { code, output } = await listen(await hostileService('org_1', HOSTILE), receiver);
  expect(code).toBe(0);
  expect(requests.map(({ body }) => body)).toEqual([HOSTILE]);
  expect(Object.values(requests[0]?.headers ?? {}).filter((value) => String(value).includes('forged'))).toEqual([]);
  expect(output).not.toMatch(/[^\P{Cc}\n]|[\u2028-\u202e]/u);
  expect(output.trimEnd().split('\n')).toHaveLength(2);
});

test('--replay takes the beginning of an id, and the lines of a response fit into the terminal', async () => {
  const receiver = await serve((_request, response) => response.writeHead(500).end('x'.repeat(200)));
  const { code, output } = await listen(await hostileService('org_1', 'mail.received'), receiver, 'evt_01KDVAW2');
  expect(code).toBe(0);
  expect(output.split('\n').slice(-3)).toEqual([`    ${'x'.repeat(76)}`, '    …', '']);
});

import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { Aid, type Answer, type Event, fileCursor, type TaskHandler } from '#clients/typescript/src/index.ts';
import { type Agent, makeAgent, makeOrganization, type Organization, sharedStack } from '#testing/fixture.ts';
import { HostileProxy } from '#testing/hostile-proxy/hostile-proxy.ts';
import { sendMail } from '#testing/mailer.ts';
import { seedOfRun } from '#testing/seed.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';

let organization: Organization;
let caller: Agent;
let worker: Agent;

beforeAll(async () => {
  organization = await makeOrganization();
  [caller, worker] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
});

const aidOf = ({ key }: { key: string }, url = sharedStack().baseUrl) => new Aid({ key, url });

/** A signal that ends what a test has begun. */
function endingSignal(): AbortController {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  return ending;
}

async function hostileProxy(rates = {}): Promise<HostileProxy> {
  const proxy = await HostileProxy.start({ upstream: sharedStack().baseUrl, seed: seedOfRun(), rates });
  onTestFinished(() => proxy.stop());
  return proxy;
}

/** Has the tasks of an agent done until the test ends, or the returned function is called. */
function startWork(agent: Agent, handler: TaskHandler, options = {}): () => Promise<void> {
  const ending = new AbortController();
  const done = aidOf(agent).tasks.work(handler, { signal: ending.signal, ...options });
  const end = () => {
    ending.abort();
    return done;
  };
  onTestFinished(end);
  return end;
}

async function settled(id: string, state: string) {
  return expect.poll(() => aidOf(caller).tasks.get(id), { timeout: 60_000 }).toMatchObject({ state });
}

test('follow yields each matching event once and in order through a hostile network', async () => {
  const ours = await makeOrganization();
  const agent = await makeAgent(ours);
  const aid = aidOf(ours);
  const proxy = await hostileProxy({ message: { drop: 0.05, repeat: 0.1, reset: 0.02, close: 0.02 } });
  const ending = endingSignal();
  const start = await aid.events.list({ limit: 1 }).firstPage();
  const since = start[0]?.created_at ?? '1970-01-01T00:00:00.000Z';
  const count = 120;
  const followed = [undefined, ['a2a.contact_rule.changed'], ['a2a.contact_rule.changed', 'a2a.settings.updated']].map(
    async (types) => {
      const seen: Event[] = [];
      const events = aidOf(ours, proxy.url).events.follow({ types, since, signal: ending.signal });
      const wanted = types?.length === 1 ? count : 2 * count;
      for await (const event of events) if (seen.push(event) === wanted) break;
      return seen.map(({ id }) => id);
    },
  );
  for (let index = 0; index < count; index += 1) {
    await aid.a2a.rules.create({ identity_id: agent.id, handle: `some-agent-${index}`, action: 'block' });
    await aidOf(agent).a2a.settings.update({ description: `version ${index}` });
  }
  const log = await aid.events.list({ since, limit: 200 }).all();
  const rules = log.filter(({ type }) => type === 'a2a.contact_rule.changed');
  expect(await Promise.all(followed)).toEqual([log, rules, log].map((events) => events.map(({ id }) => id)));
});

test('follow reads the history and waits where WebSockets cannot be opened', async () => {
  const proxy = await hostileProxy({ handshake: { refuseBefore: 1, refuseAfter: 0 } });
  const ending = endingSignal();
  const seen: string[] = [];
  const types = ['a2a.settings.updated', 'a2a.contact_rule.changed'];
  const followed = [types, types.slice(0, 1)].map(async (some) => {
    const events = aidOf(worker, proxy.url).events.follow({ types: some, signal: ending.signal, since: new Date() });
    let count = 0;
    for await (const { type } of events) {
      seen.push(type);
      count += 1;
      if (count === 3) return;
    }
  });
  for (let index = 0; index < 3; index += 1) {
    await aidOf(worker).a2a.settings.update({ description: `history ${index}` });
  }
  await Promise.all(followed);
  expect(seen).toHaveLength(6);
});

test('follow continues at the place in its file, and repeats the event that its consumer left the loop at', async () => {
  await withTemporaryFolder(async (folder) => {
    const cursor = fileCursor(`${folder}/place`);
    const aid = aidOf(worker);
    const begun = aid.events.follow({ cursor, signal: AbortSignal.timeout(1000) });
    for await (const _event of begun) throw new Error('there is no event yet');
    const place = await cursor.load();
    for (const text of ['one', 'two', 'three']) await aid.a2a.settings.update({ description: text });
    const read = async (count: number) => {
      const seen: string[] = [];
      for await (const event of aid.events.follow({ cursor })) if (seen.push(event.id) === count) break;
      return seen;
    };
    expect(place).not.toBeUndefined();
    const first = await read(2);
    const second = await read(2);
    expect(second[0]).toBe(first[1]);
    const log = await aid.events.list({ since: place as string }).all();
    expect([...first, second[1]]).toEqual(log.map(({ id }) => id));
  });
});

test('follow gives whole messages on request', async () => {
  const ending = endingSignal();
  const events = aidOf(worker).events.follow({ types: ['mail.received'], expand: 'message', signal: ending.signal });
  const next = events.next();
  await sendMail({ to: worker.address, subject: 'long', text: `${'words '.repeat(100)}end` });
  const { value } = await next;
  expect(value?.type).toBe('mail.received');
  expect(value?.message?.text).toMatch(/words end\s*$/);
});

test('waitForReply returns the whole reply, and names the spam and the automatic replies that it passed over', async () => {
  const aid = aidOf(worker);
  const sent = await aid.mail.send({ to: 'friend@example.com', subject: 'A question', text: 'Well?' });
  await expect.poll(() => aid.mail.messages.get(sent.id), { timeout: 60_000 }).toMatchObject({ status: 'delivered' });
  const { rfc_message_id: parent } = await aid.mail.messages.get(sent.id);
  const reply = (text: string, headers: Record<string, string> = {}) =>
    sendMail({
      from: 'friend@example.com',
      to: worker.address,
      subject: 'Re: A question',
      text,
      inReplyTo: parent ?? '',
      headers,
    });
  expect(await aid.mail.waitForReply(sent, { timeoutMs: 0 })).toEqual({ message: null, heldBack: [] });
  await reply('I am away.', { 'Auto-Submitted': 'auto-replied' });
  const waiting = aid.mail.waitForReply(sent.id, { timeoutMs: 60_000 });
  await expect
    .poll(async () => (await aid.mail.waitForReply(sent, { timeoutMs: 0 })).heldBack, { timeout: 60_000 })
    .toEqual([{ id: expect.stringMatching(/^msg_/), reason: 'automated' }]);
  await reply('Very well.');
  const { message, heldBack } = await waiting;
  expect(message?.text?.trim()).toBe('Very well.');
  expect(heldBack).toHaveLength(1);
  const found = await aid.mail.waitForReply(sent.thread_id, { timeoutMs: 0 });
  expect(found.message?.id).toBe(message?.id);
  const automated = await aid.mail.waitForReply(sent, { timeoutMs: 0, accept: ['automated'] });
  expect(automated.message?.text?.trim()).toBe('I am away.');
  const none = await aid.mail.waitForReply(sent, { timeoutMs: 0, accept: () => false });
  expect(none).toEqual({
    message: null,
    heldBack: [
      { id: heldBack[0]?.id, reason: 'automated' },
      { id: message?.id, reason: 'not_accepted' },
    ],
  });
});

test('vault.use proves, redeems and runs, with a key as PEM, as JWK and as a function', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64');
  const agent = await makeAgent(organization);
  const aid = aidOf(agent);
  await aid.vault.keypair.set({ algorithm: 'ed25519', public_key: raw });
  const secret = await aid.vault.secrets.create({ name: 'token', value: 'the value' });
  const keys = [
    String(privateKey.export({ format: 'pem', type: 'pkcs8' })),
    privateKey.export({ format: 'jwk' }),
    (data: Uint8Array) => sign(null, data, privateKey),
    (data: Uint8Array) => sign(null, data, privateKey).toString('base64'),
  ];
  for (const one of keys) {
    const use = aid.vault.use(secret.id, async (value) => `used ${value}`, { purpose: 'a test', privateKey: one });
    expect(await use).toBe('used the value');
  }
  await expect(aid.vault.use(secret.id, () => 'never')).rejects.toMatchObject({ code: 'vault.proof_invalid' });
  const leases = await aid.vault.leases.list().all();
  expect(leases.map(({ status, purpose }) => [status, purpose])).toEqual([
    ['revoked', null],
    ...keys.map(() => ['exhausted', 'a test']),
  ]);
});

test('work replies with what the handler returns, and with a failure that hides why', async () => {
  const errors: unknown[] = [];
  startWork(
    worker,
    (task, { text }) => {
      if (text === 'text') return 'a text';
      if (text === 'parts') return [{ data: { a: 1 } }];
      if (text === 'reply') return { state: 'rejected', message: 'no' };
      if (text === 'result') return { total: task.messages.length };
      if (text === 'unknown') return { state: 'of a newer version' };
      if (text === 'throw') throw new Error('the password is x');
      return undefined;
    },
    { concurrency: 4, onError: (error: Error) => errors.push(error.message) },
  );
  const aid = aidOf(caller);
  const tasks = await Promise.all(
    ['text', 'parts', 'reply', 'result', 'nothing', 'throw', 'unknown'].map((message) =>
      aid.tasks.create({ to_handle: worker.handle, message }),
    ),
  );
  const states = ['completed', 'completed', 'rejected', 'completed', 'completed', 'failed', 'failed'];
  await Promise.all(tasks.map(({ id }, index) => settled(id, states[index] as string)));
  const ended = await Promise.all(tasks.map(({ id }) => aid.tasks.get(id)));
  const said = ended.map(({ messages }) => messages.slice(1).map(({ parts }) => parts));
  const failure = [[{ text: 'The agent could not complete the task.' }]];
  expect(said).toEqual([[[{ text: 'a text' }]], [[{ data: { a: 1 } }]], [[{ text: 'no' }]], [], [], failure, failure]);
  expect(ended[3]?.result).toEqual({ total: 1 });
  expect(errors).toHaveLength(2);
  expect(errors).toContain('the password is x');
});

test('work shows progress, asks the caller and gets the reply while another task has its place', async () => {
  const agent = await makeAgent(organization);
  startWork(agent, async (_task, context) => {
    if (context.text === 'quick') return 'done';
    await context.update('thinking');
    const answer: Answer = await context.ask('Which color?');
    return `painted ${answer}, or ${answer.text}`;
  });
  const aid = aidOf(caller);
  const asking = await aid.tasks.create({ to_handle: agent.handle, message: 'paint' });
  await settled(asking.id, 'input_required');
  const quick = await aid.tasks.create({ to_handle: agent.handle, message: 'quick' });
  await settled(quick.id, 'completed');
  await aid.tasks.message(asking.id, { message: 'blue' });
  await settled(asking.id, 'completed');
  const { messages } = await aid.tasks.get(asking.id);
  const said = messages.map(({ parts }) => parts[0]?.text);
  expect(said).toEqual(['paint', 'thinking', 'Which color?', 'blue', 'painted blue, or blue']);
});

test('work takes over a question that another worker has asked, and asks and says nothing twice', async () => {
  const agent = await makeAgent(organization);
  const handler: TaskHandler = async (_task, context) => {
    await context.update('thinking');
    const first = await context.ask('Which color?');
    const second = await context.ask('How large?');
    return `${first} and ${second}`;
  };
  const gone = startWork(agent, handler);
  const aid = aidOf(caller);
  const { id } = await aid.tasks.create({ to_handle: agent.handle, message: 'paint' });
  await settled(id, 'input_required');
  await gone();
  await aid.tasks.message(id, { message: 'blue' });
  startWork(agent, handler, { leaseMs: 10_000 });
  await settled(id, 'input_required');
  await aid.tasks.message(id, { message: 'small' });
  await settled(id, 'completed');
  const { messages } = await aid.tasks.get(id);
  const said = messages.map(({ parts }) => parts[0]?.text);
  expect(said).toEqual(['paint', 'thinking', 'Which color?', 'blue', 'How large?', 'small', 'blue and small']);
});

test('work keeps the lease of a long task, and drops it when the task is canceled', async () => {
  const agent = await makeAgent(organization);
  let aborted = 0;
  let runs = 0;
  const handler: TaskHandler = async (_task, { signal, text }) => {
    runs += 1;
    const end = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => {
        aborted += 1;
        resolve();
      });
      if (text === 'long') setTimeout(resolve, 15_000);
    });
    await end;
    return 'done';
  };
  startWork(agent, handler, { leaseMs: 10_000 });
  startWork(agent, handler, { leaseMs: 10_000 });
  const aid = aidOf(caller);
  const long = await aid.tasks.create({ to_handle: agent.handle, message: 'long' });
  const canceled = await aid.tasks.create({ to_handle: agent.handle, message: 'canceled' });
  await settled(canceled.id, 'working');
  await aid.tasks.cancel(canceled.id);
  await settled(long.id, 'completed');
  await expect.poll(() => aborted, { timeout: 60_000 }).toBe(1);
  expect(runs).toBe(2);
});

test('serve gives a function and a server a public address', async () => {
  const server = createServer((request, response) => {
    response.writeHead(201, { 'x-path': request.url, 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] });
    request.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const aid = aidOf(worker);
  const large = Buffer.alloc(300_000, 'large');
  const handled = await aid.tunnels.serve({
    handler: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/large') return new Response(large, { headers: { 'content-length': String(large.length) } });
      if (pathname === '/pieces') return new Response(large);
      if (pathname === '/fails') throw new Error('out of order');
      return Response.json({ method: request.method, path: pathname, body: await request.text() });
    },
  });
  const served = await aid.tunnels.serve({ port: (server.address() as AddressInfo).port, name: 'pipe' });
  const at = (path: string) => `${handled.url.replace(/\/$/, '')}${path}`;
  expect(await (await fetch(at('/hello'), { method: 'POST', body: 'x' })).json()).toEqual({
    method: 'POST',
    path: '/hello',
    body: 'x',
  });
  for (const path of ['/large', '/pieces']) {
    expect(Buffer.from(await (await fetch(at(path))).arrayBuffer()).equals(large)).toBe(true);
  }
  expect((await fetch(at('/fails'))).status).toBe(502);
  const piped = await fetch(`${served.url.replace(/\/$/, '')}/a?b=c`, { method: 'PUT', body: large });
  expect([piped.status, piped.headers.get('x-path')]).toEqual([201, '/a?b=c']);
  expect(Buffer.from(await piped.arrayBuffer()).equals(large)).toBe(true);
  await Promise.all([handled.close(), served.close()]);
  expect((await fetch(at('/hello'))).status).toBe(404);
  await expect(aid.tunnels.serve({ tunnelId: handled.tunnel.id, port: 1 })).rejects.toMatchObject({
    code: 'tunnel.deleted',
  });
});

import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { readModel } from '#clients/description/model/read-model.ts';
import { Aid, type AidOptions, Pages, ValidationError } from '#clients/typescript/src/index.ts';
import { DOCUMENT } from '#testing/described-api.ts';
import { methodsOf } from '../support/sdk-methods.ts';

/** A request as the client hands it to `fetch`. */
interface Sent {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: unknown;
}

const AGENT = 'agt_01J8ZQ4M6T0000000000000000';

/** A client with a service that replies with what `reply` says, and the requests that it got. */
function clientOf(reply: (sent: Sent) => Response = () => Response.json({}), options: AidOptions = {}) {
  const sent: Sent[] = [];
  const fetch = async (url: string | URL | Request, init: RequestInit = {}) => {
    const request = {
      url: new URL(String(url)),
      method: String(init.method),
      headers: new Headers(init.headers),
      body: init.body === undefined ? undefined : JSON.parse(String(init.body)),
    };
    sent.push(request);
    return reply(request);
  };
  const aid = new Aid({ key: 'aid_org_test', url: 'http://aid.test/', fetch, ...options });
  return { aid, sent, last: () => sent.at(-1) as Sent };
}

const METHODS = methodsOf(readModel(DOCUMENT).client);

test.each(METHODS)('$method.operation makes the request of its operation', async ({ method, call }) => {
  const { aid, last } = clientOf(() => Response.json(method.page === undefined ? {} : { [method.page.items]: [] }));
  const ids = method.pathParameters.filter(
    ({ name }) => method.identity?.in !== 'path' || name !== method.identity.name,
  );
  const values = ids.map(({ name }, index) => `${name}/${index}`);
  const takesParameters = method.body !== undefined || method.query.length > 0;
  const params = method.body === undefined ? { limit: 7 } : { field: 'value' };
  const result = call(aid, [...values, ...(takesParameters ? [params] : []), { headers: { 'X-Mark': '1' } }]);
  await (result instanceof Pages ? result.firstPage() : result);
  let rest = method.path;
  for (const { name } of method.pathParameters) {
    const index = ids.findIndex((one) => one.name === name);
    rest = rest.replace(`{${name}}`, index < 0 ? 'me' : encodeURIComponent(values[index] as string));
  }
  const { url, method: verb, headers, body } = last();
  expect([verb, url.pathname]).toEqual([method.verb, rest]);
  expect(headers.get('idempotency-key') !== null).toBe(method.idempotent);
  expect(headers.get('authorization')).toBe('Bearer aid_org_test');
  expect(headers.get('x-mark')).toBe('1');
  expect(headers.get('user-agent')).toMatch(/^aid-stack-typescript\/\d+\.\d+\.\d+/);
  expect(body).toEqual(method.body === undefined ? undefined : params);
  expect(url.search).toBe(method.body === undefined && takesParameters ? '?limit=7' : '');
});

test.each(METHODS.filter(({ method }) => method.identity !== undefined))(
  '$method.operation is made for the agent of the scope, of its parameters or of its options',
  async ({ method, call }) => {
    const { aid, last } = clientOf(() => Response.json(method.page === undefined ? {} : { [method.page.items]: [] }));
    const { identity } = method;
    const ids = method.pathParameters.slice(identity?.in === 'path' ? 1 : 0).map(() => 'some_id');
    const takesParameters = method.body !== undefined || method.query.length > 0;
    const calls: [Aid, unknown[]][] = [
      [aid.identity(AGENT), ids],
      [aid.identity('agt_other'), [...ids, ...(takesParameters ? [{}] : []), { identityId: AGENT }]],
      ...(takesParameters ? [[aid.identity('agt_other'), [...ids, { identityId: AGENT }]] as [Aid, unknown[]]] : []),
    ];
    for (const [client, args] of calls) {
      const result = call(client, args);
      await (result instanceof Pages ? result.firstPage() : result);
      const { url, body } = last();
      const found = {
        path: url.pathname.split('/').includes(AGENT),
        query: url.searchParams.get(identity?.name ?? '') === AGENT,
        body: (body as Record<string, unknown> | undefined)?.[identity?.name ?? ''] === AGENT,
      };
      expect(Object.entries(found).flatMap(([place, isThere]) => (isThere ? [place] : []))).toEqual([identity?.in]);
      expect(`${url} ${JSON.stringify(body)}`).not.toContain('agt_other');
    }
  },
);

test('An id that would make another path is refused before a request is made', async () => {
  const { aid, sent } = clientOf();
  for (const id of ['', '.', '..', undefined, 7]) {
    await expect(aid.mail.messages.get(id as string)).rejects.toThrow('mail.messages.get: an id is missing');
    await expect(aid.mail.reply(id as string, {})).rejects.toThrow('mail.reply: an id is missing');
  }
  expect(() => aid.identity('..')).toThrow('identity: an id is missing');
  expect(sent).toEqual([]);
});

test.each(METHODS)('$method.operation rejects what the program has mistaken, and does not throw', async (tested) => {
  const { aid, sent } = clientOf();
  const { method, call } = tested;
  const ids = method.pathParameters.slice(method.identity?.in === 'path' ? 1 : 0);
  const params = method.body !== undefined || method.query.length > 0 ? [{}] : [];
  const right = ids.map(({ name }) => name);
  const mistakes = [
    ...(ids.length > 0 ? [[...ids.map(() => '..'), ...params]] : []),
    [...right, ...params, { identityId: '.' }],
    [...right, ...params, { timeoutMs: Number.NaN }],
  ];
  for (const args of mistakes) {
    const made = call(aid, args);
    const uses =
      made instanceof Pages
        ? [() => made.firstPage(), () => made.all(), () => made[Symbol.asyncIterator]().next()]
        : [() => made, () => made.withResponse()];
    for (const use of uses) await expect(use()).rejects.toMatchObject({ code: 'validation.failed' });
  }
  expect(sent).toEqual([]);
});

test('The methods that are written by hand reject what the program has mistaken, and do not throw', async () => {
  const { aid, sent } = clientOf();
  const wrong = null as never;
  const calls: Record<string, () => Promise<unknown>> = {
    request: () => aid.request(wrong, '/v1/me'),
    'mail.send': () => aid.mail.send({ to: 'a@b.example', attachments: wrong }, { timeoutMs: -1 }),
    'mail.reply': () => aid.mail.reply(wrong, { text: 'Yes.' }),
    'mail.waitForReply': () => aid.mail.waitForReply(wrong, wrong),
    'mail.waitForCode': () => aid.mail.waitForCode({ from: 'two words' }),
    'tasks.work': () => aid.tasks.work(wrong, wrong),
    'tunnels.serve': () => aid.tunnels.serve(wrong),
    'vault.keypair.set': () => aid.vault.keypair.set({ algorithm: 'ed25519', public_key: 'a private one' }),
    'vault.use': () => aid.vault.use('..', wrong, wrong),
  };
  for (const [name, make] of Object.entries(calls)) await expect(make(), name).rejects.toThrow();
  const events = aid.events.follow({ since: 'yesterday' });
  await expect(events.next()).rejects.toThrow('since: expected a time');
  expect(sent).toEqual([]);
});

test('The card of an agent is that of the scope unless another agent is named', async () => {
  const { aid, last } = clientOf();
  await aid.a2a.card('agt_1');
  expect(last().url.pathname).toBe('/v1/identities/agt_1/a2a/agent-card.json');
  const card = METHODS.find(({ name }) => name === 'a2a.card');
  await card?.call(aid.identity('agt_2'), []);
  expect(last().url.pathname).toBe('/v1/identities/agt_2/a2a/agent-card.json');
});

test('A token is for the agent of the key, or for the one that identity names, and the options are those of the call', async () => {
  const { aid, last } = clientOf(() => Response.json({ token: 'a.b.c', token_type: 'JWT', expires_at: '2026-11-28' }));
  const { token } = await aid.identity.token({ audience: 'x', ttlSeconds: 60 }, { idempotencyKey: 'mine' });
  expect([last().url.pathname, last().body, token]).toEqual([
    '/v1/identities/me/tokens',
    { audience: 'x', ttl_seconds: 60 },
    'a.b.c',
  ]);
  expect(last().headers.get('idempotency-key')).toBe('mine');
  await aid.identity('agt_2').identity.token({ audience: 'x' });
  expect([last().url.pathname, last().body]).toEqual(['/v1/identities/agt_2/tokens', { audience: 'x' }]);
});

test('A reply to a message names it, whether it is given by its id or whole', async () => {
  const { aid, last } = clientOf();
  for (const message of ['msg_1', { id: 'msg_1' }]) {
    await aid.mail.reply(message, { text: 'Yes.', identityId: 'agt_1' });
    expect(last().url.pathname).toBe('/v1/identities/agt_1/mail/send');
    expect(last().body).toEqual({ text: 'Yes.', in_reply_to_message_id: 'msg_1' });
  }
});

test('A time may be a Date, in a query and in a body', async () => {
  const { aid, last } = clientOf(() => Response.json({ events: [] }));
  const since = new Date(1_700_000_000_000);
  await aid.events.list({ since }).firstPage();
  expect(last().url.searchParams.get('since')).toBe(since.toISOString());
  await aid.events.streams.create({ since });
  expect(last().body).toEqual({ since: since.toISOString() });
});

test('A call resolves to the reply, and to the reply with its response on request', async () => {
  const { aid } = clientOf(() => Response.json({ org_name: 'Acme' }, { headers: { 'x-request-id': 'req_1' } }));
  expect(await aid.me()).toEqual({ org_name: 'Acme' });
  const { data, response } = await aid.me().withResponse();
  expect(data.org_name).toBe('Acme');
  expect(response.headers.get('x-request-id')).toBe('req_1');
});

test('A client, and a reply with a secret, print as [redacted] and not as the secret', async () => {
  const secret = 'aid_agt_secret';
  const { aid } = clientOf(() => Response.json({ id: 'key_1', key: secret }, { status: 201 }), {
    key: 'aid_org_secret',
  });
  for (const text of [inspect(aid, { depth: 9 }), JSON.stringify(aid), `${aid}`, inspect(aid.identity('agt_1'))]) {
    expect(text).not.toContain('secret');
  }
  expect(inspect(aid)).toContain('[redacted]');
  const created = await aid.apiKeys.create({ name: 'one', identityId: AGENT });
  expect(inspect(created)).toBe("{ id: 'key_1', key: '[redacted]' }");
  expect(created.key).toBe(secret);
  expect(JSON.parse(JSON.stringify(created))).toEqual({ id: 'key_1', key: secret });
  const { aid: redeemer } = clientOf(() => Response.json({ version: 1, value: { password: secret } }));
  const redeemed = await redeemer.vault.leases.redeem('lea_1', { lease_token: 'aid_lease_1' });
  expect(inspect([redeemed], { depth: 9 })).toBe("[ { version: 1, value: '[redacted]' } ]");
  expect(redeemed.value).toEqual({ password: secret });
});

test('A key that cannot be sent, and an address that is none, are refused without being shown', () => {
  expect(() => new Aid({ key: 'aid_org_a\nb' })).toThrow(/^key: it contains/);
  expect(() => new Aid({ url: 'localhost:8787' })).toThrow('url: expected an address with http or https');
  expect(() => new Aid({ url: 'nonsense' })).toThrow(ValidationError);
});

test('Any operation can be called by its path', async () => {
  const { aid, last } = clientOf(() => Response.json({ drafts: [] }));
  expect(await aid.request('get', '/v1/drafts', { query: { limit: 3 } })).toEqual({ drafts: [] });
  expect(last().url.href).toBe('http://aid.test/v1/drafts?limit=3');
  await aid.request('POST', '/v1/drafts', { body: { subject: 'Hello' } }, { idempotencyKey: 'my-key' });
  expect(last()).toMatchObject({ method: 'POST', body: { subject: 'Hello' } });
  expect(last().headers.get('idempotency-key')).toBe('my-key');
});

import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { MAX_BODY_BYTES } from '#shared/domain/limits/limits.ts';
import { useEngine } from '../support/engine.ts';
import { everyRow } from '../support/every-row.ts';
import { HookApi, hookOrganization, openHook } from '../support/hook-api.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { submittedMail } from '../support/mail-signature.ts';

vi.hoisted(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
});

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;
let files: ReadonlyMap<string, Buffer>;

beforeAll(() => {
  ({ api, hook, files } = openHook(engine.table));
});

const organization = () => hookOrganization(api);

describe('mail submitted by a provider account', () => {
  test('Submitted mail reaches the mailboxes of its organization and no others, with a count per recipient', async () => {
    const [ours, theirs] = [await organization(), await organization()];
    const second = await api.agent(ours.key);
    const to = [
      ours.address,
      `${second.handle}@agents.test`,
      theirs.address,
      'unknown@agents.test',
      'x@elsewhere.example',
    ];
    const reply = await hook.submit(ours.account, [submittedMail(to, { id: 'one@example.com' })]);
    expect([reply.status, reply.body]).toEqual([200, { ingested: 2, unroutable: 3, blocked: 0 }]);
    const [message] = await ours.messages();
    expect(message).toMatchObject({ subject: 'Hook', rfc_message_id: '<one@example.com>' });
    expect(message?.auth).toEqual({
      spf: 'none',
      dkim: 'none',
      dmarc: 'none',
      spam: 'none',
      virus: 'none',
      sender_verified: false,
    });
    expect(await ours.messages(second)).toHaveLength(1);
    expect(await theirs.messages()).toEqual([]);
    expect((await ours.events()).map(({ type }) => type)).toEqual(['mail.received', 'mail.received']);
    expect(await theirs.events()).toEqual([]);
  });

  test('Repeated submitted mail counts as neither ingested nor blocked, in any request', async () => {
    const { account, address, messages, events } = await organization();
    const mail = submittedMail([address], { id: 'repeat@example.com' });
    expect((await hook.submit(account, [mail, mail])).body).toEqual({ ingested: 1, unroutable: 0, blocked: 0 });
    const again = submittedMail([address, address.replace('@', '+tag@')], { id: 'repeat@example.com' });
    expect((await hook.submit(account, [again])).body).toEqual({ ingested: 0, unroutable: 0, blocked: 0 });
    expect(await messages()).toHaveLength(1);
    expect(await events()).toHaveLength(1);
  });

  test('Two accounts may use the same idempotency key from the same address, and the mail of both is ingested', async () => {
    const [ours, theirs] = [await organization(), await organization()];
    const mails = [submittedMail([ours.address, theirs.address], { id: 'both@example.com' })];
    const headers = { 'idempotency-key': 'batch-2026-01-01-0001' };
    for (const { account } of [ours, theirs]) {
      const reply = await hook.submit(account, mails, headers);
      expect([reply.body, reply.headers['idempotency-replayed']]).toEqual([
        { ingested: 1, unroutable: 1, blocked: 0 },
        undefined,
      ]);
    }
    expect([(await ours.messages()).length, (await theirs.messages()).length]).toEqual([1, 1]);
    expect((await hook.submit(theirs.account, mails, headers)).headers['idempotency-replayed']).toBe('true');
  });

  test('No row or file name holds an unkeyed hash of the mail, from which a code in it could be guessed', async () => {
    const { account, address } = await organization();
    for (const id of [undefined, 'code@example.com']) {
      const mail = submittedMail([address], { id, text: 'Your code is 483920.' });
      expect((await hook.submit(account, [mail])).body.ingested).toBe(1);
      const raw = Buffer.from(mail.raw_base64, 'base64');
      const kept = JSON.stringify([await everyRow(engine.table), [...files.keys()]]);
      for (const algorithm of ['md5', 'sha1', 'sha256', 'sha512']) {
        for (const encoding of ['hex', 'base64', 'base64url'] as const) {
          expect(kept).not.toContain(createHash(algorithm).update(raw).digest(encoding));
        }
      }
    }
  });

  test('Repeated submitted mail without a Message-ID is recognized by its bytes', async () => {
    const { account, address } = await organization();
    const [one, two] = [submittedMail([address], { text: 'one' }), submittedMail([address], { text: 'two' })];
    expect((await hook.submit(account, [one, two, one])).body.ingested).toBe(2);
    expect((await hook.submit(account, [two])).body.ingested).toBe(0);
  });

  test('Submitted mail changes nothing of an earlier mail with the same Message-ID from another account', async () => {
    const { account, address, messages, agent, key } = await organization();
    await hook.submit(account, [submittedMail([address], { id: 'same@example.com', text: 'the first' })]);
    const before = new Map(files);
    await hook.submit(account, [submittedMail([address], { id: 'same@example.com', text: 'another text' })]);
    expect(new Map(files)).toEqual(before);
    const [message] = await messages();
    const params = { id: agent.id, mid: message?.id ?? '' };
    expect((await api.call('getMessage', { key, params })).body.text).toContain('the first');
  });

  test('Two emails with one Message-ID for two agents stay separate', async () => {
    const { account, address, agent, key, messages } = await organization();
    const second = await api.agent(key);
    const texts = { [address]: 'for the first', [`${second.handle}@agents.test`]: 'for the second' };
    const mails = Object.entries(texts).map(([to, text]) => submittedMail([to], { id: 'copies@example.com', text }));
    expect((await hook.submit(account, mails)).body.ingested).toBe(2);
    for (const [of, text] of [
      [agent, 'for the first'],
      [second, 'for the second'],
    ] as const) {
      const [message] = await messages(of);
      const params = { id: of.id, mid: message?.id ?? '' };
      expect((await api.call('getMessage', { key, params })).body.text).toContain(text);
    }
  });

  test('Submitted mail that a contact rule blocks is counted as blocked, without an event', async () => {
    const { account, address, key, events } = await organization();
    const rule = { action: 'block', match_type: 'exact_email', match_target: 'eve@example.com', direction: 'inbound' };
    expect((await api.call('createContactRule', { key, body: rule })).status).toBe(201);
    expect((await hook.submit(account, [submittedMail([address], {})])).body).toEqual({
      ingested: 0,
      unroutable: 0,
      blocked: 1,
    });
    expect(await events()).toEqual([]);
  });

  test('Submitted mail is listed in the order of its arrival', async () => {
    const { account, address, messages } = await organization();
    const mails = Array.from({ length: 8 }, (_, n) => submittedMail([address], { text: `number ${n}` }));
    await hook.submit(account, mails);
    expect((await messages()).map(({ snippet }) => snippet).reverse()).toEqual(mails.map((_, n) => `number ${n}`));
  });

  test('Submitted mail may be a bounce, without a sender', async () => {
    const { account, address } = await organization();
    for (const from of ['', '<>']) {
      expect((await hook.submit(account, [submittedMail([address], { from, text: from })])).body.ingested).toBe(1);
    }
  });
});

describe('a signed body', () => {
  const good = submittedMail(['ada@agents.test'], {});
  test.each([
    [[{ ...good, raw_base64: 'not base64!' }], 'messages.0.raw_base64'],
    [[{ ...good, raw_base64: `${good.raw_base64.slice(0, 8)}\n${good.raw_base64.slice(8)}` }], 'messages.0.raw_base64'],
    [[{ ...good, raw_base64: 'YQ' }], 'messages.0.raw_base64'],
    [[{ ...good, raw_base64: '' }], 'messages.0.raw_base64'],
    [[good, { ...good, envelope: { from: 'eve', to: ['a@b'] } }], 'messages.1.envelope.from'],
    [[{ ...good, envelope: { from: 'eve@x', to: [] } }], 'messages.0.envelope.to'],
    [[{ ...good, envelope: { from: 'eve@x', to: ['a@b', 'not an address'] } }], 'messages.0.envelope.to.1'],
    [[{ ...good, envelope: { from: 'eve@x', to: ['a@b', '<c@d>'] } }], 'messages.0.envelope.to.1'],
    [[{ ...good, envelope: { from: 'eve@x', to: Array(101).fill('a@b') } }], 'messages.0.envelope.to'],
    [[{ ...good, envelope: { from: 'eve@x', to: ['a@b'], cc: [] } }], 'messages.0.envelope.cc'],
    [[{ ...good, surprise: 1 }], 'messages.0.surprise'],
    [Array(101).fill(good), 'messages'],
    [Array(6).fill({ ...good, envelope: { from: 'eve@x', to: Array(84).fill('a@b') } }), 'messages'],
    ['text', 'messages'],
  ])('The invalid signed body %# is rejected, and the error names what is wrong', async (messages, field) => {
    const { account, events } = await organization();
    const reply = await hook.submit(account, messages);
    expect(reply.status).toBe(400);
    expect(reply.body.error.message.split(':')[0]).toBe(field);
    expect(await events()).toEqual([]);
  });

  test('A signed body may have any content type', async () => {
    const { account, address } = await organization();
    for (const type of ['text/plain', 'application/octet-stream', 'application/x-www-form-urlencoded']) {
      const reply = await hook.submit(account, [submittedMail([address], { text: type })], { 'content-type': type });
      expect(reply.body).toEqual({ ingested: 1, unroutable: 0, blocked: 0 });
    }
  });

  test('A signed body of more than 5 MB is rejected before it is hashed', async () => {
    expect((await hook.send('x'.repeat(MAX_BODY_BYTES.mail + 1))).status).toBe(413);
  });

  test('A signed body is not checked once the rate limit of its IP address is used up', async () => {
    const limited = new InProcessApi(engine.table, { ipRequestsPerMinute: 1 });
    // A minute that no other test uses.
    limited.now = () => Date.UTC(2100, 0);
    const statuses = [await new HookApi(limited).send('{'), await new HookApi(limited).send('{')].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([401, 429]);
  });
});

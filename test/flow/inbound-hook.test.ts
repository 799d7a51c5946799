import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  type Agent,
  freshName,
  makeAgent,
  makeOrganization,
  type Organization,
  sharedStack,
} from '#testing/fixture.ts';
import { eventually } from '../support/eventually.ts';
import { eventsOf, messageWith } from '../support/log-reader.ts';
import { type HookAccount, signedHeaders, submittedMail } from '../support/mail-signature.ts';

describe('POST /v1/webhooks/mail/inbound', () => {
  let organization: Organization;
  let agent: Agent;
  let account: HookAccount;

  beforeAll(async () => {
    organization = await makeOrganization();
    agent = await makeAgent(organization);
    const body = { provider: 'smtp', host: '127.0.0.1', port: 9, is_default: false };
    const made = await organization.api.ok('createProviderAccount', { body });
    account = { id: made.id, secret: made.inbound_secret };
    organization.api.signer = (sent) => signedHeaders(account, sent);
  });

  const submit = (messages: object[]) => organization.api.ok('receiveMail', { key: null, body: { messages } });

  test('A signed mail becomes a message, an event and a raw file', async () => {
    const id = `${freshName('m')}@example.com`;
    const mail = submittedMail([agent.address, 'unknown@elsewhere.example'], { id, text: 'from the hook' });
    expect(await submit([mail])).toEqual({ ingested: 1, unroutable: 1, blocked: 0 });
    const message = await messageWith(agent, 'Hook');
    expect(message).toMatchObject({ rfc_message_id: `<${id}>`, snippet: 'from the hook', folder: 'inbox' });
    const events = await eventsOf(organization, 1);
    expect(events.map(({ type, payload }) => [type, payload.messageId])).toEqual([['mail.received', message.id]]);
    const params = { id: agent.id, mid: message.id };
    const raw = await agent.api.ok('getRawMessage', { params });
    expect(await (await fetch(raw.download_url)).text()).toBe(Buffer.from(mail.raw_base64, 'base64').toString());
    expect(await submit([mail])).toEqual({ ingested: 0, unroutable: 1, blocked: 0 });
  });

  test('A submitted mail ends a wait for mail', async () => {
    const body = {
      messages: [submittedMail([agent.address], { id: `${freshName('m')}@example.com`, text: 'wake up' })],
    };
    const waiting = organization.api.ok('waitForEvent', {
      query: { type: 'mail.received', since: new Date().toISOString(), timeout_ms: 20_000 },
    });
    await organization.api.ok('receiveMail', { body });
    expect((await waiting).event).toMatchObject({ type: 'mail.received', identity_id: agent.id });
  });

  test('The signature covers the exact bytes: UTF-8, unusual spacing, any content type', async () => {
    const text = freshName('bytes');
    const mail = submittedMail([agent.address], { id: `${text}@example.com`, text: `${text} Grüße 😀` });
    const body = ` {\n\t"messages" : ${JSON.stringify([mail])} }\r\n`;
    const headers = { 'content-type': 'text/plain; charset=UTF-8' };
    expect(await organization.api.ok('receiveMail', { body, headers })).toMatchObject({ ingested: 1 });
    await eventually(async () => {
      const { messages } = await agent.api.ok('listMessages', { params: { id: agent.id } });
      expect(messages.some(({ snippet }) => snippet === `${text} Grüße 😀`)).toBe(true);
    });
  });

  test('An error gives a forger no detail, and a genuine sender the reason', async () => {
    const body = { messages: [submittedMail([agent.address], {})] };
    const forged = { 'x-aid-signature': `v1=${'0'.repeat(64)}` };
    await organization.api.refused('receiveMail', 'auth.unauthorized', { body, headers: forged });
    await organization.api.as(null).refused('receiveMail', 'auth.unauthorized', { body, headers: forged });
    const sns = { Type: 'Notification', TopicArn: 'arn:aws:sns:eu-central-1:111122223333:inbound' };
    const { api } = await makeOrganization();
    await api.refused('receiveMail', 'auth.unauthorized', { body: sns, headers: { 'content-type': 'text/plain' } });
    await organization.api.refused('receiveMail', 'validation.failed', { body: { messages: {} } });
    const nothing = { ingested: 0, unroutable: 0, blocked: 0 };
    expect(await organization.api.ok('receiveMail', { body: { messages: [] } })).toEqual(nothing);
  });

  test('The request of the example in the documentation is accepted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aid-example-'));
    try {
      const [, script = ''] = /```js\n([\s\S]+?)```/.exec(await readFile('docs/provider-accounts.md', 'utf8')) ?? [];
      const subject = freshName('documented');
      await writeFile(join(folder, 'example.mjs'), script);
      await writeFile(join(folder, 'mail.eml'), `From: ada@example.com\r\nSubject: ${subject}\r\n\r\ntext\r\n`);
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'example.mjs')], {
        env: {
          AID_URL: sharedStack().baseUrl,
          AID_ACCOUNT: account.id,
          AID_INBOUND_SECRET: account.secret,
          MAIL: join(folder, 'mail.eml'),
          TO: agent.address,
        },
      });
      expect(stdout).toBe('200 {"ingested":1,"unroutable":0,"blocked":0}\n');
      await messageWith(agent, subject);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('Mail of a deleted account is rejected', async () => {
    const { id, inbound_secret: secret } = await organization.api.ok('createProviderAccount', {
      body: { provider: 'smtp', host: '127.0.0.1', port: 9, is_default: false },
    });
    const sent = JSON.stringify({
      messages: [submittedMail([agent.address], { id: `${freshName('m')}@example.com` })],
    });
    await organization.api.ok('deleteProviderAccount', { params: { id } });
    const headers = signedHeaders({ id, secret }, sent);
    await organization.api.refused('receiveMail', 'auth.unauthorized', { body: sent, headers });
  });
});

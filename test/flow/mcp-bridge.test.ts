import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Agent, freshName, makeAgent, makeOrganization, type Organization } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { BRIDGED_CLIENTS, secondBridged } from '../support/bridged-clients.ts';
import { messageWith } from '../support/log-reader.ts';
import { secondClient, textOf } from '../support/mcp-clients.ts';
import { aidOf } from '../support/sdk.ts';

let organization: Organization;
let agent: Agent;
let peer: Agent;
const folder = mkdtempSync(join(tmpdir(), 'aid-mcp-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
mkdirSync(join(folder, 'files'));
writeFileSync(join(folder, 'files', 'Größe.pdf'), 'a PDF');

/** An organization that is not verified may send little, so each client has its own. */
async function makeAgents(): Promise<void> {
  organization = await makeOrganization();
  [agent, peer] = await Promise.all([makeAgent(organization), makeAgent(organization)]);
}

type Connect = (typeof BRIDGED_CLIENTS)[keyof typeof BRIDGED_CLIENTS];

/** A wait that its client gives up after the first progress, with an email to a stranger who never replies. */
async function expectEndedWait(connect: Connect): Promise<void> {
  const client = await connect({ key: agent.key, folder });
  const email = { to: ['stranger@elsewhere.example'], subject: `Wait ${freshName()}`, text: 'x' };
  const sent = await client.call('send_email', { ...email, attachments: [{ path: 'files/Größe.pdf' }] });
  const { message_id } = sent.structuredContent;
  const message = await agent.api.ok('getMessage', { params: { id: agent.id, mid: message_id } });
  expect(message.attachments).toMatchObject([{ filename: 'Größe.pdf', content_type: 'application/pdf', size: 5 }]);
  const giving = new AbortController();
  const seen: number[] = [];
  const waiting = client.call(
    'wait_for_reply',
    { message_id, timeout_seconds: 50 },
    {
      signal: giving.signal,
      onprogress: ({ progress }) => {
        seen.push(progress);
        giving.abort();
      },
    },
  );
  await expect(waiting).rejects.toThrow();
  expect(seen.length).toBeGreaterThan(0);
  expect((await client.call('whoami')).structuredContent).toMatchObject({ handle: agent.handle });
}

async function expectRefused(connect: Connect): Promise<void> {
  await expect(connect({ key: 'aid_agent_wrong', folder })).rejects.toThrow(/Run aid login, or set --key or AID_KEY/);
}

describe('the second client', () => {
  beforeAll(makeAgents);

  test('Its tools are those of the service, with files by path', async () => {
    const [tools, ofService] = await Promise.all([
      secondBridged({ key: agent.key, folder }).then((client) => client.tools()),
      secondClient({ key: agent.key }).then((client) => client.tools()),
    ]);
    const changed = ['send_email', 'reply_to_email', 'get_attachment'];
    const others = (all: typeof tools) => all.filter(({ name }) => !changed.includes(name));
    expect(tools.map(({ name }) => name)).toEqual(ofService.map(({ name }) => name));
    expect(others(tools)).toEqual(others(ofService));
    for (const name of ['send_email', 'reply_to_email']) {
      const tool = tools.find((one) => one.name === name);
      expect(tool?.inputSchema).toMatchObject({
        properties: { attachments: { items: { properties: { path: { type: 'string' }, content_base64: {} } } } },
      });
    }
  });

  test('Every argument of an email and of a reply arrives, with files by path, and a repetition sends nothing', async () => {
    const client = await secondBridged({ key: agent.key, folder });
    const subject = `Bridged ${freshName()}`;
    const email = {
      to: [peer.address],
      cc: ['Copy <copy@elsewhere.example>'],
      bcc: ['blind@elsewhere.example'],
      reply_to: ['answers@elsewhere.example'],
      subject,
      text: 'Plain – größe',
      html: '<p>Plain – größe</p>',
      attachments: [
        { path: 'files/Größe.pdf' },
        { filename: 'x.txt', content_type: 'text/plain', content_base64: Buffer.from('x').toString('base64') },
      ],
    };
    const sent = await client.call('send_email', email);
    expect(sent.isError, textOf(sent)).toBeFalsy();
    const { message_id: mid } = sent.structuredContent;
    const message = await agent.api.ok('getMessage', { params: { id: agent.id, mid } });
    expect(message).toMatchObject({
      subject,
      text: email.text,
      html: email.html,
      cc: [{ address: 'copy@elsewhere.example', name: 'Copy' }],
      bcc: [{ address: 'blind@elsewhere.example' }],
      reply_to: [{ address: 'answers@elsewhere.example' }],
      attachments: [
        { filename: 'Größe.pdf', content_type: 'application/pdf', size: 5 },
        { filename: 'x.txt', content_type: 'text/plain', size: 1 },
      ],
    });
    expect((await client.call('send_email', email)).structuredContent).toMatchObject({
      message_id: mid,
      already_sent: true,
    });
    const again = await client.call('send_email', { ...email, send_again: true });
    expect(again.structuredContent.message_id).not.toBe(mid);

    const received = await messageWith(peer, subject);
    const other = await secondBridged({ key: peer.key, folder });
    const reply = await other.call('reply_to_email', {
      message_id: received.id,
      text: 'Thanks.',
      reply_all: true,
      allow_reply_to: true,
      cc: ['third@elsewhere.example'],
      attachments: [{ path: join(folder, 'files', 'Größe.pdf'), filename: 'again.pdf' }],
    });
    expect(reply.isError, textOf(reply)).toBeFalsy();
    const replied = await peer.api.ok('getMessage', {
      params: { id: peer.id, mid: reply.structuredContent.message_id },
    });
    expect(replied).toMatchObject({ text: 'Thanks.', attachments: [{ filename: 'again.pdf', size: 5 }] });
    const addresses = [...replied.to, ...replied.cc].map(({ address }) => address);
    expect(addresses).toEqual(expect.arrayContaining(['copy@elsewhere.example', 'third@elsewhere.example']));
  });

  test('An attachment is stored as it came, and its name does not matter', async () => {
    const client = await secondBridged({ key: agent.key, args: ['--save', folder], folder: '/' });
    const subject = `Stored ${freshName()}`;
    const content = Buffer.from(Array.from({ length: 70_000 }, (_, index) => index % 251));
    const attachments = [{ filename: '../../.bashrc', content }];
    await sendMail({ to: agent.address, subject, text: 'x', attachments });
    const { id: message_id } = await messageWith(agent, subject);
    const { attachments: listed } = (await client.call('get_message', { message_id })).structuredContent;
    const save_to = join(folder, `${freshName('stored')}.bin`);
    const args = { message_id, attachment_id: listed[0].attachment_id, save_to };
    const stored = await client.call('get_attachment', args);
    expect(stored.structuredContent).toEqual({ saved_to: save_to, saved_bytes: content.length });
    expect(stored._meta).toEqual({ 'aid/request_id': expect.any(String) });
    expect(readFileSync(save_to)).toEqual(content);
    expect(textOf(await client.call('get_attachment', args))).toMatch(/already exists/);
  });

  test('A task is sent, found, answered and read through it', async () => {
    const [caller, worker] = await Promise.all([
      secondBridged({ key: agent.key, folder }),
      secondBridged({ key: peer.key, folder }),
    ]);
    const sent = await caller.call('send_task', {
      to_handle: peer.handle,
      text: 'Add them.',
      data: { numbers: [1, freshName()] },
    });
    const { task_id } = sent.structuredContent;
    await worker.call('reply_to_task', { task_id, text: 'Three.' });
    expect(textOf(await caller.call('get_task', { task_id }))).toContain('Three.');
  });

  test('A wait passes its progress on, and a client that gives up ends it at the service', () =>
    expectEndedWait(secondBridged));

  test('A program runs with a secret that no message has in any form', async () => {
    const value = `s3cret/"${freshName()}"\\ größe`;
    const secret = await aidOf(agent).vault.secrets.create({ name: freshName(), value });
    const client = await secondBridged({ key: agent.key, args: ['--allow-commands', process.execPath], folder });
    const tools = (await client.tools()).map(({ name }) => name);
    expect(tools).toEqual(expect.arrayContaining(['list_secrets', 'run_with_secret']));
    expect(tools.filter((name) => /lease/.test(name))).toEqual([]);
    expect(textOf(await client.call('list_secrets'))).toContain(secret.id);
    const program = `
      const { TOKEN: s } = process.env;
      for (const form of ['utf8', 'base64', 'base64url', 'hex']) console.log(Buffer.from(s).toString(form));
      console.error(JSON.stringify({ s }), encodeURIComponent(s), s.length);`;
    const ran = await client.call('run_with_secret', {
      secret_id: secret.id,
      command: process.execPath,
      args: ['-e', program],
      environment_variable: 'TOKEN',
      purpose: 'a test',
      show_lines: ['*[redacted]*'],
    });
    expect(ran._meta).toEqual({ 'aid/request_id': expect.any(String) });
    expect(ran.structuredContent).toMatchObject({
      exit_code: 0,
      timed_out: false,
      stderr: expect.stringContaining(`[redacted] ${value.length}\n`),
    });
    const all = client.written.join('\n');
    for (const form of ['utf8', 'base64', 'base64url', 'hex'] as const) {
      expect(all).not.toContain(Buffer.from(value).toString(form));
    }
    expect(all).not.toContain(JSON.stringify(value).slice(1, -1));
    expect(all).not.toContain(encodeURIComponent(value));
    expect(all).toContain('[redacted]');
    expect((await client.call('redeem_lease', { lease_id: 'x', lease_token: 'y' })).isError).toBe(true);
    const leases = await aidOf(agent).vault.leases.list().all();
    expect(leases.filter(({ secret_id }) => secret_id === secret.id)).toMatchObject([
      { status: 'exhausted', purpose: 'a test' },
    ]);
  });

  test('A wrong key is an error that says what to do', () => expectRefused(secondBridged));
});

/** What depends on the client: the messages of its revision, progress, cancellation, and a connection that fails. */
test.each(Object.entries(BRIDGED_CLIENTS).filter(([name]) => name !== 'the second client'))(
  'With %s too an email with a file is sent, a wait is given up, and a wrong key says what to do',
  async (_name, connect) => {
    await makeAgents();
    await expectEndedWait(connect);
    await expectRefused(connect);
  },
);

test('With an org key the agent is named by its handle, also where a secret is used and a file is stored', async () => {
  await makeAgents();
  const args = ['--identity', agent.handle, '--allow-commands', process.execPath];
  const client = await secondBridged({ key: organization.key, args, folder });
  expect((await client.call('whoami')).structuredContent).toMatchObject({ handle: agent.handle });
  const value = freshName('value');
  const secret = await aidOf(organization).vault.secrets.create({ name: freshName(), value, identity_id: agent.id });
  const ran = await client.call('run_with_secret', {
    secret_id: secret.id,
    command: process.execPath,
    args: ['-p', 'process.env.X'],
    environment_variable: 'X',
    show_lines: ['[redacted]'],
  });
  expect(ran.structuredContent, textOf(ran)).toMatchObject({ stdout: '[redacted]\n' });
  const subject = `For the org key ${freshName()}`;
  await sendMail({ to: agent.address, subject, text: 'x', attachments: [{ filename: 'a.txt', content: 'text' }] });
  const { id: message_id } = await messageWith(agent, subject);
  const { attachments } = (await client.call('get_message', { message_id })).structuredContent;
  const save_to = `${freshName('org')}.txt`;
  await client.call('get_attachment', { message_id, attachment_id: attachments[0].attachment_id, save_to });
  expect(readFileSync(join(folder, save_to), 'utf8')).toBe('text');
});

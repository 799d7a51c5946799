import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ValidationError } from '#clients/typescript/src/index.ts';
import { type Agent, sharedStack } from '#testing/fixture.ts';
import { sendMail } from '#testing/mailer.ts';
import { commandLineIn } from '../support/command-line-client.ts';
import { messageWith } from '../support/log-reader.ts';
import { secondClient, textOf } from '../support/mcp-clients.ts';
import { aidOf } from '../support/sdk.ts';
import { newAgent } from '../support/sending-agent.ts';

const folder = mkdtempSync(join(tmpdir(), 'aid-codes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const LINK = 'https://shop.example/confirm?token=4711';

/** What a sign-up sends: from a subdomain, by a program. */
const signUp = (agent: Agent, subject: string, content: { text: string } | { html: string }) =>
  sendMail({
    from: 'Shop <no-reply@mail.shop.example>',
    to: agent.address,
    subject,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...content,
  });

const withCode = (agent: Agent, code: string, subject = 'Your code') =>
  signUp(agent, subject, { text: `Please confirm your address. Your verification code is ${code}.` });

const withLink = (agent: Agent, subject = 'Confirm your email address') =>
  signUp(agent, subject, {
    html: `<p>Please confirm your email address.</p><p><a href="${LINK}">Confirm email address</a></p>`,
  });

test('waitForCode finds a code that arrived before the call or arrives during it, and a link that confirms', async () => {
  const { organization, agent } = await newAgent();
  const { mail } = aidOf(agent);
  const since = new Date();
  await sendMail({ to: agent.address, subject: 'Hello', text: 'How are you?' });
  await messageWith(agent, 'Hello');
  await withCode(agent, '482913');
  await messageWith(agent, 'Your code');
  const found = await mail.waitForCode({ from: 'shop.example', since, timeoutMs: 0 });
  expect(found).toMatchObject({
    code: '482913',
    codes: [{ value: '482913', kind: 'numeric' }],
    link: null,
    message: { subject: 'Your code', is_automated: true, auth: { sender_verified: false } },
    heldBack: [{ reason: 'other_sender' }],
  });
  expect((await mail.waitForCode({ timeoutMs: 0 })).heldBack).toMatchObject([{ reason: 'no_code' }]);

  const later = found.message?.created_at;
  const [next, codeOnly] = [
    mail.waitForCode({ since: later, timeoutMs: 60_000 }),
    mail.waitForCode({ since: later, timeoutMs: 60_000, codesOnly: true }),
  ];
  await withLink(agent);
  expect(await next).toMatchObject({ code: null, codes: [], link: { url: LINK, confirms: true }, heldBack: [] });
  await withCode(agent, '555123', 'Another code');
  expect(await codeOnly).toMatchObject({ code: '555123', heldBack: [{ reason: 'no_code' }] });

  const ofOrganization = aidOf(organization);
  expect(await ofOrganization.identity(agent.id).mail.waitForCode({ since, timeoutMs: 0 })).toMatchObject({
    code: '482913',
  });
  await expect(ofOrganization.mail.waitForCode()).rejects.toBeInstanceOf(ValidationError);
});

test('wait_for_code returns the code as a field, and its sender and the link in the block', async () => {
  const { agent } = await newAgent();
  const client = await secondClient({ key: agent.key });
  await sendMail({
    to: agent.address,
    subject: 'Spam',
    text: 'Your verification code is 111222.',
    headers: { 'x-local-verdicts': 'spam=fail' },
  });
  await messageWith(agent, 'Spam');
  await withCode(agent, '482913');
  const first = await client.call('wait_for_code', { timeout_seconds: 40 });
  const { code, message, held_back: heldBack, timed_out: timedOut } = first.structuredContent;
  expect({ code, timedOut }).toEqual({ code: '482913', timedOut: false });
  expect(heldBack).toMatchObject([{ reason: 'spam' }]);
  expect(message).toMatchObject({ sender_verified: false, is_automated: true });
  expect(message.content).toMatch(
    /^<untrusted [^>]+>\nFrom: Shop <no-reply@mail.shop.example>\nSubject: Your code\nCode: 482913\n/,
  );

  const { next_cursor: cursor } = first.structuredContent;
  const none = await client.call('wait_for_code', { cursor, timeout_seconds: 0 });
  expect(none.structuredContent).toMatchObject({ timed_out: true, note: expect.stringContaining('next_cursor') });
  const waiting = client.call('wait_for_code', { cursor, from: 'shop.example', timeout_seconds: 40 });
  await withLink(agent);
  const second = await waiting;
  expect(second.structuredContent.code).toBeUndefined();
  expect(second.structuredContent.message.content).toContain(`\nLink: Confirm email address\nLink to: ${LINK}\n`);
  expect(textOf(second)).toContain(LINK);
});

test('aid mail wait --code prints the code or the link alone, also for a program, and the object as JSON', async () => {
  const { agent } = await newAgent();
  const aid = commandLineIn(folder, { environment: { AID_URL: sharedStack().baseUrl, AID_KEY: agent.key } });
  const waiting = aid(['mail', 'wait', '--code', '--from', 'shop.example', '--timeout', '60']);
  await withCode(agent, '482913');
  expect(await waiting).toMatchObject({ code: 0, output: '482913\n', errors: '' });
  const { created_at: since } = await messageWith(agent, 'Your code');
  await withLink(agent);
  const next = ['mail', 'wait', '--code', '--since', since, '--timeout'];
  expect(await aid([...next, '60'], { isTerminal: true })).toMatchObject({ code: 0, output: `${LINK}\n` });
  const [row] = (await aid(['mail', 'wait', '--code', '--json'])).rows;
  expect(row).toMatchObject({ code: '482913', link: null, message: { subject: 'Your code' } });
  const { code, errors } = await aid([...next, '0', '--codes-only']);
  expect({ code, errors }).toEqual({
    code: 1,
    errors: expect.stringMatching(/^aid: skipped msg_\w+: no_code\naid: no code within 0 s\n$/),
  });
});

import { beforeAll, expect, test } from 'vitest';
import { suppressedAmong } from '#shared/data/entities/mail/suppression.ts';
import { recordDeliveryUpdate } from '#shared/services/outbound-mail/record-delivery-update.ts';
import { useEngine } from '../support/engine.ts';
import { type HookApi, hookOrganization, openHook } from '../support/hook-api.ts';
import type { InProcessApi } from '../support/in-process-api.ts';
import { type WrittenReport, writtenBounce, writtenComplaint } from '../support/mail-reports.ts';
import { receiveMails } from '../support/receive-mails.ts';

const engine = useEngine();
let api: InProcessApi;
let hook: HookApi;

beforeAll(() => {
  process.env.POWERTOOLS_METRICS_DISABLED = 'true';
  ({ api, hook } = openHook(engine.table));
  api.limits.unverifiedEmailsPerDay = 1000;
});

/** An agent that has sent a message to two addresses, which a provider has accepted. */
async function sent(rfcMessageId: string | null, providerMessageId = 'provider-1') {
  const organization = await hookOrganization(api);
  const { agent, account, address } = organization;
  const body = { to: ['ada@example.com', 'bob+x@example.com'], subject: 'Lamp', text: 'text' };
  const { body: queued } = await api.call('sendMail', { key: agent.key, params: { id: agent.id }, body });
  const mail = { organizationId: organization.id, identityId: agent.id, messageId: queued.id };
  const receipt = { providerMessageId, rfcMessageId };
  await recordDeliveryUpdate(engine.table, mail, { receipt, outcomes: [] });
  const outcomes = async () => {
    const { events } = (await api.call('listEvents', { key: organization.key })).body;
    return events
      .filter(({ type }) => type !== 'mail.sent' && type !== 'mail.received')
      .map(({ type, aggregate_id: id, payload }) => ({ type, id, ...(payload as { detail: object }).detail }));
  };
  return {
    ...organization,
    messageId: queued.id,
    ownId: `<${queued.id}@agents.test>`,
    outcomes,
    /** Receives a report with an empty return path by the webhook, and returns the record of its message. */
    receive: async (raw: Buffer) => {
      const submitted = [{ raw_base64: raw.toString('base64'), envelope: { from: '', to: [address] } }];
      expect((await hook.submit(account, submitted)).body).toMatchObject({ ingested: 1 });
      const list = await api.call('listMessages', { key: agent.key, params: { id: agent.id } });
      return list.body.messages[0];
    },
    message: async () =>
      (await api.call('getMessage', { key: agent.key, params: { id: agent.id, mid: queued.id } })).body,
    suppressed: async () =>
      (await suppressedAmong(engine.table, [organization.id], body.to)).map(({ address }) => address),
  };
}

const failed = (recipient: string, status = '5.1.1') => [
  `Final-Recipient: rfc822; ${recipient}`,
  'Action: failed',
  `Status: ${status}`,
  'Diagnostic-Code: smtp; 550 no such user',
];

test('A delivery status notification that arrives as mail is the outcome of the message that it is about', async () => {
  const { receive, ownId, messageId, outcomes, message, suppressed } = await sent(null);
  const bounce = writtenBounce({ originalId: ownId, blocks: [failed('ADA@example.com')] });
  const report = await receive(bounce);
  expect(await outcomes()).toEqual([
    {
      type: 'mail.bounced',
      id: messageId,
      recipient: 'ada@example.com',
      bounce_type: 'Permanent',
      bounce_sub_type: 'General',
      status: '5.1.1',
      action: 'failed',
      diagnostic: 'smtp; 550 no such user',
    },
  ]);
  const { thread_id, status, detail } = await message();
  expect({ status, detail }).toEqual({ status: 'bounced', detail: 'ada@example.com: smtp; 550 no such user' });
  expect(report).toMatchObject({ thread_id, is_automated: true, subject: 'Report' });
  expect(await suppressed()).toEqual(['ada@example.com']);
  // The same outcome in another report is not recorded again, and the other recipient's is.
  await receive(Buffer.concat([bounce, Buffer.from('\r\n ')]));
  await receive(writtenBounce({ originalId: ownId, blocks: [failed('bob+x@example.com')] }));
  expect((await outcomes()).map(({ type }) => type)).toEqual(['mail.bounced', 'mail.bounced']);
});

test.each<[string, (own: string) => WrittenReport]>([
  ['the id of its envelope', (own) => ({ envelopeId: own.slice(1, -1), blocks: [failed('ada@example.com')] })],
  ['the Message-ID of the provider', () => ({ originalId: '<p-1@x.example>', blocks: [failed('ada@example.com')] })],
  [
    'the original recipient of a forwarded email',
    (own) => ({
      originalId: own,
      blocks: [['Original-Recipient: rfc822;bob+2Bx@example.com', ...failed('other@elsewhere.example')]],
    }),
  ],
])('A bounce is matched by %s', async (_, report) => {
  const { receive, ownId, outcomes } = await sent('<p-1@x.example>', 'p-1');
  await receive(writtenBounce(report(ownId)));
  expect((await outcomes()).map(({ type }) => type)).toEqual(['mail.bounced']);
});

test('A transient failure is an outcome and suppresses no one, and a delay is none', async () => {
  const { receive, ownId, outcomes, suppressed } = await sent(null);
  const delayed = ['Final-Recipient: rfc822; bob+x@example.com', 'Action: delayed', 'Status: 4.4.1'];
  await receive(writtenBounce({ originalId: ownId, blocks: [failed('ada@example.com', '4.2.2'), delayed] }));
  expect(await outcomes()).toMatchObject([{ type: 'mail.bounced', bounce_type: 'Transient' }]);
  expect(await suppressed()).toEqual([]);
});

test('A report of abuse that arrives by SES is a complaint of the recipient, once', async () => {
  const { address, ownId, outcomes, message, suppressed } = await sent(null);
  const named = { originalId: ownId, blocks: [['Feedback-Type: abuse', 'Original-Rcpt-To: <ada@example.com>']] };
  const redacted = { originalId: ownId, blocks: [['Feedback-Type: abuse']] };
  for (const raw of [writtenComplaint(named), writtenComplaint(redacted)]) {
    expect((await receiveMails({ to: address, raw })).batchItemFailures).toEqual([]);
  }
  expect(await outcomes()).toMatchObject([
    { type: 'mail.complained', recipient: 'ada@example.com', feedback_type: 'abuse' },
  ]);
  expect(await message()).toMatchObject({ status: 'complained' });
  expect(await suppressed()).toEqual(['ada@example.com']);
});

test.each<[string, (own: string) => Buffer]>([
  ['a bounce of another address', (own) => writtenBounce({ originalId: own, blocks: [failed('eve@example.com')] })],
  [
    'a bounce of an unknown message',
    () => writtenBounce({ originalId: '<x@y.z>', blocks: [failed('ada@example.com')] }),
  ],
  [
    'a bounce of our id under another domain',
    (own) =>
      writtenBounce({ originalId: own.replace('agents.test', 'x.example'), blocks: [failed('ada@example.com')] }),
  ],
  ['a bounce without an id', () => writtenBounce({ blocks: [failed('ada@example.com')] })],
  [
    'feedback that an email is not spam',
    (own) =>
      writtenComplaint({ originalId: own, blocks: [['Feedback-Type: not-spam', 'Original-Rcpt-To: ada@example.com']] }),
  ],
  [
    'a complaint about several recipients that names none',
    (own) =>
      writtenComplaint({ originalId: own, blocks: [['Feedback-Type: abuse']] }, 'ada@example.com, bob+x@example.com'),
  ],
  [
    'a forwarded bounce',
    (own) => {
      const bounce = writtenBounce({ originalId: own, blocks: [failed('ada@example.com')] });
      return Buffer.concat([Buffer.from('From: a@b.c\r\nContent-Type: message/rfc822\r\n\r\n'), bounce]);
    },
  ],
])('%s changes no message', async (_, report) => {
  const { receive, ownId, outcomes, message, suppressed } = await sent(null);
  await receive(report(ownId));
  expect(await outcomes()).toEqual([]);
  expect((await message()).status).toBe('sent');
  expect(await suppressed()).toEqual([]);
});

test('A report about a message of another agent changes nothing', async () => {
  const [one, other] = [await sent(null), await sent(null)];
  await other.receive(writtenBounce({ originalId: one.ownId, blocks: [failed('ada@example.com')] }));
  expect([await one.outcomes(), await other.outcomes()]).toEqual([[], []]);
});

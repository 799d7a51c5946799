import {
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  NotFoundException,
  SendEmailCommand,
  TooManyRequestsException,
} from '@aws-sdk/client-sesv2';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sendServiceMail } from '#functions/workers/outbound-mail/send-service-mail.ts';
import { type CodePurpose, findOutbox, insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { getKeyring } from '#shared/runtime/stage-keyring.ts';
import { mailContext, NO_ORGANIZATION } from '#shared/services/codes/issue-code.ts';
import { useEngine } from '../support/engine.ts';
import { useMailOutHarness } from '../support/mail-out-harness.ts';

vi.mock('#shared/runtime/stage-keyring.ts', async (original) => {
  const actual = await original<typeof import('#shared/runtime/stage-keyring.ts')>();
  const { Keyring } = await import('#shared/runtime/keyring.ts');
  const keyring = new Keyring(new Uint8Array(32));
  return { ...actual, getKeyring: async () => keyring };
});

const MINUTE = 60_000;
const engine = useEngine();
const { ses, retries } = useMailOutHarness(engine);
const throttled = () => new TooManyRequestsException({ message: 'Maximum sending rate exceeded.', $metadata: {} });

beforeEach(() => {
  ses.on(SendEmailCommand).resolves({ MessageId: 'ses-1' });
});

/** The job that emails a code valid for 15 minutes, requested some time ago. */
async function asked(ago = 0, over: { purpose?: CodePurpose; organizationName?: string; resetsPassword?: true } = {}) {
  const createdAt = Date.now() - ago;
  const place = { organizationId: NO_ORGANIZATION, id: makeId('message', createdAt, randomPart()) };
  const entry = insertOutbox({
    ...place,
    createdAt,
    kind: 'code_mail',
    purpose: 'signup',
    to: 'ada@example.com',
    organizationName: 'Lamps',
    sealedCode: (await getKeyring()).seal('code-mail', mailContext(place), '123456'),
    minutes: 15,
    ...over,
  });
  await commit(engine.table, { build: (tx) => tx.put(entry) }, { now: Date.now });
  const row = () => findOutbox(engine.table, place.organizationId, place.id);
  return { job: { organizationId: place.organizationId, outboxId: place.id }, row };
}

const sent = () => ses.commandCalls(SendEmailCommand).length;

describe('the mail with a code', () => {
  test('The mail with a code for a new password says what the code is for', async () => {
    const { job } = await asked(0, { purpose: 'unlock', resetsPassword: true, organizationName: '' });
    await sendServiceMail(job);
    const raw = ses.commandCalls(SendEmailCommand)[0]?.args[0].input.Content?.Raw?.Data;
    expect((await PostalMime.parse(raw as Uint8Array)).subject).toBe('123456 is your code for a new password');
  });

  test('The mail with a code is sent once, tagged by its purpose', async () => {
    const { job, row } = await asked();
    await sendServiceMail(job);
    await sendServiceMail(job);
    expect(ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input)).toMatchObject([
      { Destination: { ToAddresses: ['ada@example.com'] }, EmailTags: [{ Name: 'aid-purpose', Value: 'code' }] },
    ]);
    expect(await row()).toMatchObject({ providerMessageId: 'ses-1' });
  });

  test('A code has a tenant and a configuration set of its own, in which nothing suppresses its recipient', async () => {
    const { job, row } = await asked();
    const missing = new NotFoundException({ message: 'Tenant <aid-test-codes> does not exist.', $metadata: {} });
    ses.on(SendEmailCommand).rejectsOnce(missing).resolves({ MessageId: 'ses-2' });
    ses.on(CreateTenantCommand).resolves({});
    ses.on(CreateTenantResourceAssociationCommand).resolves({});
    await sendServiceMail(job);
    const calls = ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input);
    expect(calls.map(({ TenantName, ConfigurationSetName }) => [TenantName, ConfigurationSetName])).toEqual([
      ['aid-test-codes', 'aid-test-codes'],
      ['aid-test-codes', 'aid-test-codes'],
    ]);
    expect(ses.commandCalls(CreateTenantCommand).map(({ args }) => args[0].input)).toEqual([
      { TenantName: 'aid-test-codes', SuppressionAttributes: { SuppressionScope: 'TENANT', SuppressedReasons: [] } },
    ]);
    const associated = ses.commandCalls(CreateTenantResourceAssociationCommand).map(({ args }) => args[0].input);
    expect(associated.map(({ ResourceArn = '' }) => ResourceArn.split(':').at(-1))).toEqual([
      'identity/agents.test',
      'configuration-set/aid-test-codes',
    ]);
    expect(await row()).toMatchObject({ providerMessageId: 'ses-2' });
  });

  test('The mail with a code is retried seconds later when SES throttles it, while the code is valid', async () => {
    const { job, row } = await asked();
    ses.on(SendEmailCommand).rejectsOnce(throttled()).rejectsOnce(throttled()).resolves({ MessageId: 'ses-2' });
    await sendServiceMail(job);
    await sendServiceMail(job);
    expect(retries()).toMatchObject([
      { DelaySeconds: 6, MessageBody: JSON.stringify(job) },
      { DelaySeconds: 31, MessageBody: JSON.stringify(job) },
    ]);
    await sendServiceMail(job);
    expect(await row()).toMatchObject({ providerMessageId: 'ses-2' });
  });

  test('The mail with a code is dropped if the code would have expired on arrival', async () => {
    const { job } = await asked(15 * MINUTE - 1000);
    ses.on(SendEmailCommand).rejects(throttled());
    await expect(sendServiceMail(job)).rejects.toThrow('Maximum sending rate exceeded.');
    expect(retries()).toEqual([]);
  });

  test('The mail with a code is left to the queue if it is unknown whether SES accepted it', async () => {
    const { job } = await asked();
    ses.on(SendEmailCommand).rejectsOnce(new Error('socket hang up'));
    await expect(sendServiceMail(job)).rejects.toThrow('socket hang up');
    await expect(sendServiceMail(job)).rejects.toThrow('by another');
    expect([sent(), retries()]).toEqual([1, []]);
  });

  test.each<[CodePurpose, string]>([
    ['owner', '123456 is your verification code'],
    ['signup', '123456 is your sign-up code'],
    ['claim', '123456 is your claim code'],
    ['unlock', '123456 is your code to log in again'],
    ['known_address', 'You already have an account'],
  ])(
    'The mail with a code for %s has a fixed subject, and no link or text that a stranger chose',
    async (purpose, subject) => {
      const organizationName = 'Pay now at https://evil.example, evil.example or pay@evil.example <b>now</b> \u202e';
      const { job } = await asked(0, { purpose, organizationName });
      await sendServiceMail(job);
      const raw = ses.commandCalls(SendEmailCommand)[0]?.args[0].input.Content?.Raw?.Data;
      const mail = await PostalMime.parse(raw as Uint8Array);
      expect(mail.subject).toBe(subject);
      for (const text of [mail.text ?? '', (mail.html ?? '').replaceAll(/<[^>]*>/g, '')]) {
        expect(text).not.toMatch(/evil|https?:|www\.|@|\u202e/);
        if (['owner', 'signup', 'claim'].includes(purpose)) expect(text).toContain('Pay now at');
      }
      expect(mail.html).not.toContain('<b>');
    },
  );
});

test.each([
  ['gone', 5, 'because its receiver responded with 410, which means that it is gone'],
  ['failing', 5, 'because every attempt to deliver to it has failed for 5 days'],
  ['failing', 1, 'because every attempt to deliver to it has failed for a day'],
] as const)('A notice of an endpoint that is %s after %i days is sent once and says why', async (reason, days, why) => {
  const createdAt = Date.now();
  const id = makeId('message', createdAt, randomPart());
  const notice = { to: 'ada@example.com', organizationName: 'lamps.example Lamps', webhookId: 'whk_1', reason, days };
  const entry = insertOutbox({ organizationId: 'org_1', id, createdAt, kind: 'noop', notice });
  await commit(engine.table, { build: (tx) => tx.put(entry) }, { now: Date.now });
  const job = { organizationId: 'org_1', outboxId: id };
  await sendServiceMail(job);
  await sendServiceMail(job);
  const [call, ...others] = ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input);
  expect(others).toEqual([]);
  expect(call).toMatchObject({
    Destination: { ToAddresses: ['ada@example.com'] },
    EmailTags: [{ Name: 'aid-purpose', Value: 'notice' }],
  });
  const mail = await PostalMime.parse(call?.Content?.Raw?.Data as Uint8Array);
  expect(mail.subject).toBe('A webhook endpoint was disabled');
  expect(mail.text).toContain(
    `the webhook endpoint whk_1 of “Lamps” was disabled, ${why}. It receives no more events.`,
  );
  expect(mail.html).toContain(why);
});

test('An entry without an email sends none', async () => {
  const entry = { organizationId: 'org_1', id: randomPart(), createdAt: Date.now(), kind: 'noop' } as const;
  await commit(engine.table, { build: (tx) => tx.put(insertOutbox(entry)) }, { now: Date.now });
  await sendServiceMail({ organizationId: 'org_1', outboxId: entry.id });
  expect(ses.commandCalls(SendEmailCommand)).toHaveLength(0);
});

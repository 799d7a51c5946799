import {
  AlreadyExistsException,
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  MessageRejected,
  NotFoundException,
  SendEmailCommand,
  TooManyRequestsException,
} from '@aws-sdk/client-sesv2';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { sendMessage } from '#functions/workers/outbound-mail/send-message.ts';
import { useEngine } from '../support/engine.ts';
import { useMailOutHarness } from '../support/mail-out-harness.ts';

const harness = useMailOutHarness(useEngine());
const { ses, queued, retries } = harness;

beforeEach(() => {
  ses.on(SendEmailCommand).resolves({ MessageId: 'ses-1' });
});

const error = { message: 'said SES', $metadata: {} };

describe('a queued message', () => {
  test('A queued message is passed to SES with the ids of the service as tags, under the tenant of its organization, and has a sent event', async () => {
    const { job, events, message, organization } = await queued({ bcc: 'eve@example.com' });
    await sendMessage(job);
    const [call] = ses.commandCalls(SendEmailCommand);
    expect(call?.args[0].input).toMatchObject({
      ConfigurationSetName: 'outbound',
      TenantName: organization.id,
      Destination: { ToAddresses: ['ada@example.com', 'eve@example.com'] },
      EmailTags: [
        { Name: 'aid-organization', Value: job.organizationId },
        { Name: 'aid-identity', Value: job.identityId },
        { Name: 'aid-message', Value: job.messageId },
      ],
    });
    expect(await events()).toEqual(['mail.sent']);
    expect(await message()).toMatchObject({ status: 'sent', rfcMessageId: '<ses-1@eu-central-1.amazonses.com>' });
  });

  test('A queued message becomes the requested mail, without its blind copies', async () => {
    const { job } = await queued({
      cc: { address: 'bob@example.com', name: 'Böb, the "2nd"' },
      bcc: 'eve@example.com',
      reply_to: 'team@example.com',
      subject: 'Grüße 🌍',
      html: '<img src="cid:logo">',
      headers: { 'X-Campaign': 'welcome', 'List-Unsubscribe': '<https://example.com/leave>' },
      attachments: [
        { filename: 'résumé.pdf', content_type: 'application/pdf', content_base64: 'JVBERg==' },
        { filename: 'logo.png', content_type: 'image/png', content_base64: 'iVBORw==', content_id: 'logo' },
      ],
    });
    await sendMessage(job);
    const raw = Buffer.from(ses.commandCalls(SendEmailCommand)[0]?.args[0].input.Content?.Raw?.Data ?? '');
    expect(raw.toString()).not.toContain('eve@example.com');
    const mail = await PostalMime.parse(raw);
    const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value;
    expect(mail).toMatchObject({
      subject: 'Grüße 🌍',
      cc: [{ address: 'bob@example.com', name: 'Böb, the "2nd"' }],
      replyTo: [{ address: 'team@example.com' }],
      html: expect.stringContaining('cid:logo'),
    });
    expect(mail.text?.trim()).toBe('text');
    expect([header('auto-submitted'), header('x-campaign'), header('list-unsubscribe')]).toEqual([
      undefined,
      'welcome',
      '<https://example.com/leave>',
    ]);
    expect(
      mail.attachments.map(({ filename, mimeType, contentId, disposition }) => [
        filename,
        mimeType,
        contentId,
        disposition,
      ]),
    ).toEqual([
      ['logo.png', 'image/png', '<logo>', 'inline'],
      ['résumé.pdf', 'application/pdf', undefined, 'attachment'],
    ]);
  });

  test.each(['x'.repeat(998), `Re: ${'é'.repeat(900)}`])(
    'A queued message has no line longer than SES accepts',
    async (subject) => {
      const { job } = await queued({ subject, headers: { 'X-Note': 'y'.repeat(997) } });
      await sendMessage(job);
      const raw = Buffer.from(ses.commandCalls(SendEmailCommand)[0]?.args[0].input.Content?.Raw?.Data ?? '');
      const lines = raw.toString('latin1').split('\r\n');
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(998);
      expect((await PostalMime.parse(raw)).subject).toBe(subject);
    },
  );

  test('A queued message is sent once, however often its job is received', async () => {
    const { job, events } = await queued();
    await Promise.all([sendMessage(job), sendMessage(job), sendMessage(job)]);
    await sendMessage(job);
    expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
    expect(await events()).toEqual(['mail.sent']);
  });

  test('A queued message that SES throttles is retried soon, and then sent', async () => {
    const { job, events, message } = await queued();
    ses.on(SendEmailCommand).rejectsOnce(new TooManyRequestsException(error)).resolves({ MessageId: 'ses-2' });
    await sendMessage(job);
    expect(retries()).toMatchObject([{ DelaySeconds: 6, MessageBody: JSON.stringify(job) }]);
    expect(await message()).toMatchObject({
      status: 'queued',
      detail: 'Not sent yet; retrying: TooManyRequestsException: said SES',
    });
    await sendMessage(job);
    expect(await events()).toEqual(['mail.sent']);
    expect(await message()).toMatchObject({ status: 'sent', detail: null });
  });

  test('A queued message waits while SES has paused the account, which SES reports like a rejection', async () => {
    const { job, message } = await queued();
    const paused = 'Sending paused for this account. For more information, please check your inbox.';
    ses.on(SendEmailCommand).rejects(new MessageRejected({ ...error, message: paused }));
    await sendMessage(job);
    expect(retries()).toMatchObject([{ DelaySeconds: 6 }]);
    expect((await message())?.status).toBe('queued');
  });

  test('A queued message waits for the notification of SES if it is unknown whether SES accepted it', async () => {
    const { job, events } = await queued();
    ses.on(SendEmailCommand).rejectsOnce(new Error('socket hang up')).resolves({ MessageId: 'ses-2' });
    await sendMessage(job);
    expect(retries()).toMatchObject([{ DelaySeconds: 301 }]);
    await sendMessage(job);
    expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    await sendMessage(job);
    expect(ses.commandCalls(SendEmailCommand)).toHaveLength(2);
    expect(await events()).toEqual(['mail.sent']);
  });

  test('A queued message that SES rejects permanently has failed, with a bounce for each recipient', async () => {
    const { job, events, message, log } = await queued({ cc: 'bob@example.com' });
    ses.on(SendEmailCommand).rejects(new MessageRejected(error));
    await sendMessage(job);
    expect(await events()).toEqual(['mail.bounced', 'mail.bounced']);
    expect(await message()).toMatchObject({ status: 'failed', detail: expect.stringContaining('said SES') });
    expect((await log())[1]?.payload.detail).toMatchObject({ recipient: 'bob@example.com', bounce_type: 'rejected' });
    await sendMessage(job);
    expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
    expect(retries()).toEqual([]);
  });

  test('A queued message is given up after a day of temporary errors', async () => {
    const { job, events, message } = await queued();
    ses.on(SendEmailCommand).rejects(new TooManyRequestsException(error));
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 3_600_000 });
    await sendMessage(job);
    expect(retries()).toEqual([]);
    expect(await events()).toEqual(['mail.bounced']);
    expect((await message())?.status).toBe('failed');
  });

  test.each([
    [
      'that does not exist',
      (id: string) => new NotFoundException({ ...error, message: `Tenant <${id}> does not exist.` }),
    ],
    [
      'that may not use the domain yet',
      () => Object.assign(new Error('Tenant not associated with resources [x].'), { name: 'AccessDeniedException' }),
    ],
  ])('A queued message of a tenant %s creates what is missing, whatever exists already', async (_, answer) => {
    const { job, events, organization } = await queued();
    ses.on(SendEmailCommand).rejectsOnce(answer(organization.id)).resolves({ MessageId: 'ses-3' });
    ses.on(CreateTenantCommand).rejects(new AlreadyExistsException(error));
    ses.on(CreateTenantResourceAssociationCommand).resolves({});
    await sendMessage(job);
    // What its recipients bounce or report suppresses them for this organization alone.
    expect(ses.commandCalls(CreateTenantCommand).map(({ args }) => args[0].input)).toEqual([
      {
        TenantName: organization.id,
        SuppressionAttributes: { SuppressionScope: 'TENANT', SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
      },
    ]);
    expect(
      ses.commandCalls(CreateTenantResourceAssociationCommand).map(({ args }) => args[0].input.ResourceArn),
    ).toEqual([
      'arn:aws:ses:eu-central-1:111122223333:identity/agents.test',
      'arn:aws:ses:eu-central-1:111122223333:configuration-set/outbound',
    ]);
    expect(await events()).toEqual(['mail.sent']);
  });

  test('A stage without tenants sends by its configuration set alone, and creates no tenant for an error that names one', async () => {
    vi.stubEnv('SES_TENANTS', 'false');
    onTestFinished(() => void vi.stubEnv('SES_TENANTS', undefined));
    const { job, events, organization } = await queued();
    ses.on(SendEmailCommand).rejectsOnce(new NotFoundException({ ...error, message: 'Tenant <x> does not exist.' }));
    await sendMessage(job);
    const calls = ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input);
    expect(calls.map(({ ConfigurationSetName, TenantName }) => [ConfigurationSetName, TenantName])).toEqual([
      ['outbound', undefined],
    ]);
    expect(JSON.stringify(calls)).toContain(organization.id);
    expect(ses.commandCalls(CreateTenantCommand)).toEqual([]);
    expect(await events()).toEqual([]);
  });

  test('A queued message waits for a tenant that is not available everywhere in SES yet, and has not failed', async () => {
    const { job, events, message } = await queued();
    const answer = Object.assign(new Error('Tenant not associated with resources [x].'), {
      name: 'BadRequestException',
    });
    ses.on(SendEmailCommand).rejectsOnce(answer).rejectsOnce(answer).resolves({ MessageId: 'ses-4' });
    ses.on(CreateTenantCommand).resolves({});
    ses.on(CreateTenantResourceAssociationCommand).resolves({});
    await sendMessage(job);
    expect(retries()).toMatchObject([{ DelaySeconds: 6 }]);
    expect((await message())?.status).toBe('queued');
    await sendMessage(job);
    expect(await events()).toEqual(['mail.sent']);
  });

  test('Every call to SES for a queued message can be aborted, so that it takes no longer than its batch allows', async () => {
    const { job } = await queued();
    ses.on(SendEmailCommand).rejectsOnce(new NotFoundException({ ...error, message: 'Tenant <x> does not exist.' }));
    ses.on(CreateTenantCommand).resolves({});
    ses.on(CreateTenantResourceAssociationCommand).resolves({});
    await sendMessage(job);
    const signals = ses
      .calls()
      .map(({ args }) => (args as unknown as [unknown, { abortSignal?: AbortSignal }?])[1]?.abortSignal);
    expect(signals).toHaveLength(5);
    expect(new Set(signals)).toEqual(new Set([expect.any(AbortSignal)]));
  });
});

import { SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Context, SQSEvent } from 'aws-lambda';
import { describe, expect, test, vi } from 'vitest';
import { handler } from '#functions/workers/mail-status/index.ts';
import { sendMessage } from '#functions/workers/outbound-mail/send-message.ts';
import { putSentMail } from '#shared/data/entities/mail/sent-mail.ts';
import { suppressedAmong } from '#shared/data/entities/mail/suppression.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { tagsOf } from '#shared/services/outbound-mail/tags.ts';
import { useEngine } from '../support/engine.ts';
import { useMailOutHarness } from '../support/mail-out-harness.ts';

const engine = useEngine();
const { ses, queued: queuedMail } = useMailOutHarness(engine);

async function queued() {
  const { job, events } = await queuedMail();
  const tags: Tags = Object.fromEntries(Object.entries(tagsOf(job)).map(([name, value]) => [name, [value]]));
  return { mail: job, events, tags };
}

type Tags = Record<string, string[]>;
const mailOf = (messageId: string, tags: Tags) => ({ messageId, destination: ['ada@example.com'], tags });
const delivered = (messageId: string, tags: Tags = {}) => ({
  eventType: 'Delivery',
  mail: mailOf(messageId, tags),
  delivery: { recipients: ['ada@example.com'], smtpResponse: '250 ok' },
});

/** Handles a notification as a message of the queue, and returns whether it must be received again. */
async function notify(notice: object | string, firstReceived = Date.now()): Promise<boolean> {
  const record = {
    messageId: 'm1',
    receiptHandle: 'r1',
    body: typeof notice === 'string' ? notice : JSON.stringify(notice),
    attributes: { ApproximateFirstReceiveTimestamp: String(firstReceived) },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-central-1:111122223333:mail-status',
    awsRegion: 'eu-central-1',
  };
  const { batchItemFailures } = await handler({ Records: [record] } as unknown as SQSEvent, {} as Context);
  return batchItemFailures.length > 0;
}

describe('a notification of SES', () => {
  test('A notification finds its message by the tags of the service, before the sender has recorded anything', async () => {
    const { events, tags } = await queued();
    expect(await notify(delivered('ses-tagged', tags))).toBe(false);
    expect(await events()).toEqual(['mail.sent', 'mail.delivered']);
    expect(await notify(delivered('ses-tagged', tags))).toBe(false);
    expect(await events()).toHaveLength(2);
  });

  test('A notification without tags finds its message by the id of SES, in the older form as well', async () => {
    const { mail, events } = await queued();
    const note = putSentMail('ses-untagged', mail, Date.now());
    await commit(engine.table, { build: (tx) => tx.put(note) }, { now: Date.now });
    const { eventType, ...rest } = delivered('ses-untagged');
    expect(await notify({ ...rest, notificationType: eventType })).toBe(false);
    expect(await events()).toEqual(['mail.sent', 'mail.delivered']);
  });

  test('A notification about an unknown mail is retried for 15 minutes, then counted, without an event', async () => {
    const { events, tags } = await queued();
    const stray = { ...tags, 'aid-message': ['msg_01M7YKTVVJ2AFKNEW6HZDFK2Q1'] };
    for (const notice of [delivered('ses-unknown'), delivered('ses-unknown', stray)]) {
      expect(await notify(notice)).toBe(true);
      expect(await notify(notice, Date.now() - 14 * 60_000)).toBe(true);
      expect(await notify(notice, Date.now() - 16 * 60_000)).toBe(false);
    }
    expect(await events()).toEqual([]);
  });

  test('A notification about an email of the service itself, or about the setup of a topic, is ignored', async () => {
    expect(await notify(delivered('ses-code', { 'aid-purpose': ['code'] }))).toBe(false);
    expect(await notify('Successfully validated SNS topic for Amazon SES event publishing.')).toBe(false);
  });

  test('An invalid notification is retried until it ends in the dead-letter queue', async () => {
    expect(await notify('{')).toBe(true);
    expect(await notify({ eventType: 'Delivery' })).toBe(true);
  });

  test('A notification for several recipients is one event for each, and a reject fails all of them', async () => {
    const one = await queued();
    const bouncedRecipients = ['a@example.com', 'b@example.com'].map((emailAddress) => ({ emailAddress }));
    const bounce = { bounceType: 'Transient', bounceSubType: 'MailboxFull', bouncedRecipients };
    await notify({ eventType: 'Bounce', mail: mailOf('ses-bounce', one.tags), bounce });
    expect(await one.events()).toEqual(['mail.sent', 'mail.bounced', 'mail.bounced']);
    const other = await queued();
    await notify({ eventType: 'Reject', mail: mailOf('ses-reject', other.tags), reject: { reason: 'Bad content' } });
    expect(await other.events()).toEqual(['mail.sent', 'mail.bounced']);
  });

  test('A notification of a bounce suppresses only recipients of the message, whatever other addresses it names', async () => {
    const { mail, events, tags } = await queued();
    const bouncedRecipients = ['Ada@Example.com', 'customer@example.net'].map((emailAddress) => ({ emailAddress }));
    const bounce = { bounceType: 'Permanent', bounceSubType: 'General', bouncedRecipients };
    expect(await notify({ eventType: 'Bounce', mail: mailOf('ses-forged', tags), bounce })).toBe(false);
    expect(await events()).toEqual(['mail.sent', 'mail.bounced', 'mail.bounced']);
    const addresses = ['ada@example.com', 'customer@example.net'];
    expect(await suppressedAmong(engine.table, [mail.organizationId], addresses)).toMatchObject([
      { address: 'ada@example.com' },
    ]);
  });

  test('A notification of the send completes an attempt with a lost response: the mail is not sent again', async () => {
    const { mail, events, tags } = await queued();
    ses.on(SendEmailCommand).rejectsOnce(new Error('socket hang up')).resolves({ MessageId: 'ses-second' });
    await sendMessage(mail);
    expect(await notify({ eventType: 'Send', mail: mailOf('ses-first', tags), send: {} })).toBe(false);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 600_000 });
    await sendMessage(mail);
    expect(ses.commandCalls(SendEmailCommand)).toHaveLength(1);
    expect(await events()).toEqual(['mail.sent']);
  });
});

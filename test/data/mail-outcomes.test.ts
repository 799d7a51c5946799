import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { findMessage } from '#shared/data/entities/mail/message.ts';
import { findSentMail, type SentMail } from '#shared/data/entities/mail/sent-mail.ts';
import { suppressedAmong } from '#shared/data/entities/mail/suppression.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { MailOutcome, OutcomeKind } from '#shared/domain/mail/outcome.ts';
import { type DeliveryUpdate, recordDeliveryUpdate } from '#shared/services/outbound-mail/record-delivery-update.ts';
import { useEngine } from '../support/engine.ts';
import { InProcessApi } from '../support/in-process-api.ts';
import { memoryBucket } from '../support/memory-bucket.ts';

const engine = useEngine();
let api: InProcessApi;
beforeAll(() => {
  api = new InProcessApi(engine.table, { unverifiedEmailsPerDay: 1000 });
  memoryBucket();
});

async function queued(to: string[] = ['ada@example.com']) {
  const organization = await api.organization();
  const agent = await api.agent(organization.key);
  const body = { to, subject: 'Hello', text: 'text' };
  const sent = await api.call('sendMail', { key: agent.key, params: { id: agent.id }, body });
  expect(sent.status).toBe(202);
  const mail: SentMail = { organizationId: organization.id, identityId: agent.id, messageId: sent.body.id };
  const events = async () =>
    (await api.call('listEvents', { key: agent.key, query: { limit: '200' } })).body.events.reverse();
  const message = async () => {
    const found = await findMessage(engine.table, agent.id, sent.body.id);
    if (found === undefined) throw new Error('no message');
    return found;
  };
  const note = (progress: DeliveryUpdate) => recordDeliveryUpdate(engine.table, mail, progress);
  return { agent, mail, events, message, note };
}

const receipt = { providerMessageId: 'ses-1', rfcMessageId: '<ses-1@email.amazonses.com>' };
const outcome = (kind: OutcomeKind, recipient = 'ada@example.com', suppress = false): MailOutcome => ({
  kind,
  recipient,
  detail: { diagnostic: `${kind}!` },
  suppress,
});

describe('outcomes of a message', () => {
  test('A message that a provider accepted has one sent event, even if both the sender and SES report it', async () => {
    const { note, events, message, mail } = await queued();
    const recorded = await Promise.all(Array.from({ length: 5 }, () => note({ receipt, outcomes: [] })));
    expect(recorded).toEqual(Array(5).fill(true));
    expect((await events()).map(({ type }: { type: string }) => type)).toEqual(['mail.sent']);
    expect(await message()).toMatchObject({
      status: 'sent',
      providerMessageId: 'ses-1',
      rfcMessageId: '<ses-1@email.amazonses.com>',
    });
    expect(await findSentMail(engine.table, 'ses-1')).toMatchObject(mail);
  });

  test('The events of a message are in the right order when the outcome arrives before the sender’s own record', async () => {
    const { note, events, message } = await queued();
    await note({ receipt, outcomes: [outcome('bounced')] });
    await note({ receipt, outcomes: [] });
    const log = await events();
    expect(log.map(({ type }: { type: string }) => type)).toEqual(['mail.sent', 'mail.bounced']);
    expect(log[1]?.payload.detail).toEqual({ recipient: 'ada@example.com', diagnostic: 'bounced!' });
    expect(await message()).toMatchObject({ status: 'bounced', detail: 'ada@example.com: bounced!' });
  });

  test('Each recipient of a message has an event for its outcome, in as many commits as necessary', async () => {
    const recipients = Array.from({ length: 50 }, (_, index) => `r${index}@example.com`);
    const { note, events, message, mail } = await queued(recipients);
    const outcomes = recipients.map((recipient) => outcome('bounced', recipient, true));
    await Promise.all([note({ receipt, outcomes }), note({ receipt, outcomes })]);
    const log = await events();
    expect(log[0]?.type).toBe('mail.sent');
    const reported = log
      .slice(1)
      .map(({ payload }: { payload: { detail: { recipient: string } } }) => payload.detail.recipient);
    expect(reported.sort()).toEqual([...recipients].sort());
    expect((await message()).status).toBe('bounced');
    const suppressed = await suppressedAmong(engine.table, [mail.organizationId], recipients);
    expect(suppressed).toHaveLength(50);
  });

  test('A complaint suppresses the address for the organization, and the next mail to it is rejected', async () => {
    const { note, agent } = await queued();
    await note({ receipt, outcomes: [outcome('delivered'), outcome('complained', 'ada@example.com', true)] });
    const body = { to: ['Ada@Example.com'], subject: 'Again', text: 'text' };
    const again = await api.call('sendMail', { key: agent.key, params: { id: agent.id }, body });
    expect(again.body.error).toMatchObject({ code: 'mail.recipient_suppressed', retryable: false });
    const elsewhere = await queued(['ada@example.com']);
    expect((await elsewhere.message()).status).toBe('queued');
  });

  test('An outcome for another organization’s message, or for none, has no effect', async () => {
    const { mail, events } = await queued();
    const foreign = await queued();
    const stray = { ...mail, organizationId: foreign.mail.organizationId };
    expect(await recordDeliveryUpdate(engine.table, stray, { receipt, outcomes: [outcome('bounced')] })).toBe(false);
    const missing = { ...mail, messageId: makeId('message', Date.now(), randomPart()) };
    expect(await recordDeliveryUpdate(engine.table, missing, { receipt, outcomes: [outcome('bounced')] })).toBe(false);
    expect(await events()).toEqual([]);
  });

  test('Outcomes have the same result in any order and with any repeats', async () => {
    const kinds: OutcomeKind[] = ['delivered', 'bounced', 'complained'];
    const news = fc.array(
      fc.record({ kind: fc.constantFrom(...kinds), recipient: fc.constantFrom('a@example.com', 'b@example.com') }),
      { minLength: 1, maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(news, async (notices) => {
        const { note, events, message } = await queued(['a@example.com', 'b@example.com']);
        await Promise.all(
          notices.map(({ kind, recipient }) => note({ receipt, outcomes: [outcome(kind, recipient)] })),
        );
        const log: { type: string; payload: { detail?: { recipient: string } } }[] = await events();
        const reported = log.map(({ type, payload }) => `${type} ${payload.detail?.recipient ?? ''}`);
        const expected = new Set(notices.map(({ kind, recipient }) => `mail.${kind} ${recipient}`));
        expect(reported[0]).toBe('mail.sent ');
        expect(new Set(reported.slice(1))).toEqual(expected);
        expect(reported).toHaveLength(expected.size + 1);
        const mostSevere = kinds.findLast((kind) => notices.some((notice) => notice.kind === kind));
        expect((await message()).status).toBe(mostSevere);
      }),
      { numRuns: 15 },
    );
  });
});

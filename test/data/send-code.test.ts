import { SendEmailCommand, TooManyRequestsException } from '@aws-sdk/client-sesv2';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { sendCode } from '../../functions/workers/send-mail/send-code.ts';
import { type CodePurpose, findOutbox, insertOutbox } from '../../shared/data/entities/outbox.ts';
import { commit } from '../../shared/data/unit-of-work.ts';
import { makeId, randomPart } from '../../shared/domain/ids.ts';
import { getKeyring } from '../../shared/runtime/keyring.ts';
import { mailContext, NO_ORGANIZATION } from '../../shared/services/codes/issue-code.ts';
import { useEngine } from '../support/engine.ts';
import { useMailOutHarness } from '../support/mail-out-harness.ts';

vi.mock('../../shared/runtime/keyring.ts', async (original) => {
  const actual = await original<typeof import('../../shared/runtime/keyring.ts')>();
  const keyring = new actual.Keyring(new Uint8Array(32));
  return { ...actual, getKeyring: async () => keyring };
});

const MINUTE = 60_000;
const engine = useEngine();
const { ses, retries } = useMailOutHarness(engine);
const throttled = () => new TooManyRequestsException({ message: 'Maximum sending rate exceeded.', $metadata: {} });

beforeEach(() => {
  ses.on(SendEmailCommand).resolves({ MessageId: 'ses-1' });
});

/** The job of mailing a code that is good for 15 minutes, asked for some time ago. */
async function asked(ago = 0, over: { purpose?: CodePurpose; organizationName?: string } = {}) {
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
  await commit(engine.table, { clockOwners: [], stage: (tx) => tx.put(entry) }, { now: Date.now });
  const row = () => findOutbox(engine.table, place.organizationId, place.id);
  return { job: { organizationId: place.organizationId, outboxId: place.id }, row };
}

const sent = () => ses.commandCalls(SendEmailCommand).length;

describe('the mail with a code', () => {
  test('goes out once, tagged as nobody’s message', async () => {
    const { job, row } = await asked();
    await sendCode(job);
    await sendCode(job);
    expect(ses.commandCalls(SendEmailCommand).map(({ args }) => args[0].input)).toMatchObject([
      { Destination: { ToAddresses: ['ada@example.com'] }, EmailTags: [{ Name: 'aid-purpose', Value: 'code' }] },
    ]);
    expect(await row()).toMatchObject({ providerMessageId: 'ses-1' });
  });

  test('that SES throttles goes out seconds later, while the code is good', async () => {
    const { job, row } = await asked();
    ses.on(SendEmailCommand).rejectsOnce(throttled()).rejectsOnce(throttled()).resolves({ MessageId: 'ses-2' });
    await sendCode(job);
    await sendCode(job);
    expect(retries()).toMatchObject([
      { DelaySeconds: 6, MessageBody: JSON.stringify(job) },
      { DelaySeconds: 31, MessageBody: JSON.stringify(job) },
    ]);
    await sendCode(job);
    expect(await row()).toMatchObject({ providerMessageId: 'ses-2' });
  });

  test('is given up where the code would be void when it comes', async () => {
    const { job } = await asked(15 * MINUTE - 1000);
    ses.on(SendEmailCommand).rejects(throttled());
    await expect(sendCode(job)).rejects.toThrow('Maximum sending rate exceeded.');
    expect(retries()).toEqual([]);
  });

  test('of which nobody knows whether SES took it is left to the queue', async () => {
    const { job } = await asked();
    ses.on(SendEmailCommand).rejectsOnce(new Error('socket hang up'));
    await expect(sendCode(job)).rejects.toThrow('socket hang up');
    await expect(sendCode(job)).rejects.toThrow('by another');
    expect([sent(), retries()]).toEqual([1, []]);
  });

  test.each<[CodePurpose, string]>([
    ['owner', '123456 is your verification code'],
    ['signup', '123456 is your sign-up code'],
    ['claim', '123456 is your claim code'],
    ['unlock', '123456 is your code to log in again'],
    ['known_address', 'You have an account already'],
  ])(
    'for %s has a subject of our own words, and nothing of a stranger in it that could be followed',
    async (purpose, subject) => {
      const organizationName = 'Pay now at https://evil.example, evil.example or pay@evil.example <b>now</b> \u202e';
      const { job } = await asked(0, { purpose, organizationName });
      await sendCode(job);
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

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TEST_VIRUS } from '#testing/test-virus.ts';
import { openMailServices } from './support/mail-services.ts';
import { memoryDatabase } from './support/memory-queue.ts';

let dir: string;
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'aid-test-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

type Services = Parameters<typeof openMailServices>;
const open = (database?: Services[1], before?: Services[2], after?: Services[3]) =>
  openMailServices(dir, database, before, after);

interface Notice {
  readonly eventType: string;
  readonly mail: Record<string, never>;
  readonly delivery?: { readonly recipients: readonly string[] };
  readonly bounce?: { readonly bouncedRecipients: readonly { readonly emailAddress: string }[] };
  readonly complaint?: { readonly complainedRecipients: readonly { readonly emailAddress: string }[] };
}

/** The type and the recipients of each notification, in the order of arrival. */
const summarize = (notices: readonly Notice[]) =>
  notices.map(({ eventType, delivery, bounce, complaint }) => [
    eventType,
    ...(delivery?.recipients ?? []),
    ...(bounce?.bouncedRecipients ?? complaint?.complainedRecipients ?? []).map(({ emailAddress }) => emailAddress),
  ]);

const at = (name: string) => `${name}@simulator.amazonses.com`;

describe('outcomes of sent mail', () => {
  test.each<[string, string, string[]]>([
    ['to any other domain, which is captured', 'bob@elsewhere.test', ['Delivery']],
    ['to an address of the stack', 'eve@agents.test', ['Delivery']],
    ['that is accepted', at('success'), ['Delivery']],
    ['to the bounce address', at('bounce'), ['Bounce']],
    ['that its recipient marks as spam', at('complaint'), ['Delivery', 'Complaint']],
    ['to an address that bounced before', at('suppressionlist'), ['Bounce']],
    ['to a recipient out of the office', at('ooto'), ['Delivery']],
    ['to a label of the simulator, in any case', 'Bounce+a.b+c@Simulator.AmazonSES.com', ['Bounce']],
    ['to an address that the simulator does not know', at('someone'), ['Delivery']],
    ['to another domain with such a name', 'bounce@elsewhere.test', ['Delivery']],
    ['to a name that every JavaScript object has', at('constructor'), ['Delivery']],
  ])('The emulator of SES reports the outcome of a mail %s (%s)', async (_what, recipient, events) => {
    const { send, take, errors } = open();
    await send([recipient]);
    expect(summarize(take('outcomes'))).toEqual([['Send'], ...events.map((event) => [event, recipient])]);
    expect(errors).toEqual([]);
  });

  test('Outcomes are reported per recipient where they differ, and together for recipients with the same outcome', async () => {
    const { send, take } = open();
    await send(['bob@elsewhere.test', at('bounce+1'), at('complaint'), at('bounce+2'), at('suppressionlist')]);
    expect(summarize(take('outcomes'))).toEqual([
      ['Send'],
      ['Delivery', 'bob@elsewhere.test', at('complaint')],
      ['Bounce', at('bounce+1')],
      ['Bounce', at('bounce+2')],
      ['Bounce', at('suppressionlist')],
      ['Complaint', at('complaint')],
    ]);
  });

  test('An email with a virus is accepted, then rejected, and delivered to no one', async () => {
    const { send, take } = open();
    await send(['eve@agents.test', at('ooto')], {
      raw: `From: ada@agents.test\r\nSubject: x\r\n\r\n${TEST_VIRUS}\r\n`,
    });
    expect(take('outcomes')).toMatchObject([
      { eventType: 'Send' },
      { eventType: 'Reject', reject: { reason: 'Bad content' } },
    ]);
    expect(take('received')).toEqual([]);
  });
});

describe('a notification', () => {
  test('A notification describes its mail as SES does, with the tags of the sender in addition to those of SES', async () => {
    const { send, take } = open();
    const EmailTags = [{ Name: 'message', Value: 'msg_1' }];
    const messageId = await send(['bob@elsewhere.test', at('bounce')], { EmailTags });
    const [sent, delivered, bounced] = take('outcomes');
    expect(sent).toEqual({
      eventType: 'Send',
      send: {},
      mail: {
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        source: 'ada@agents.test',
        sourceArn: 'arn:aws:ses:us-east-1:000000000000:identity/agents.test',
        sendingAccountId: '000000000000',
        messageId,
        destination: ['bob@elsewhere.test', at('bounce')],
        headersTruncated: false,
        headers: [
          { name: 'Date', value: expect.any(String) },
          { name: 'From', value: 'Ada <ada@agents.test>' },
          { name: 'To', value: 'bob@elsewhere.test' },
          { name: 'Subject', value: 'Hello' },
        ],
        commonHeaders: {
          from: ['Ada <ada@agents.test>'],
          to: ['bob@elsewhere.test'],
          date: expect.any(String),
          messageId,
          subject: 'Hello',
        },
        tags: {
          'ses:configuration-set': ['everything'],
          'ses:source-ip': ['127.0.0.1'],
          'ses:from-domain': ['agents.test'],
          'ses:caller-identity': ['local'],
          message: ['msg_1'],
        },
      },
    });
    expect([delivered.mail, bounced.mail]).toEqual([sent.mail, sent.mail]);
    expect(delivered.delivery).toEqual({
      timestamp: expect.any(String),
      processingTimeMillis: expect.any(Number),
      recipients: ['bob@elsewhere.test'],
      smtpResponse: expect.stringMatching(/^250 /),
      reportingMTA: expect.any(String),
    });
  });

  test.each([
    ['bounce', 'General', 'smtp; 550 5.1.1 user unknown'],
    ['suppressionlist', 'Suppressed', expect.stringContaining('suppressed sending to this address')],
  ])('A mail to %s@ is reported as a permanent bounce, %s', async (name, bounceSubType, diagnosticCode) => {
    const { send, take } = open();
    await send([at(name)]);
    expect(take('outcomes').at(-1).bounce).toEqual({
      bounceType: 'Permanent',
      bounceSubType,
      bouncedRecipients: [{ emailAddress: at(name), action: 'failed', status: '5.1.1', diagnosticCode }],
      timestamp: expect.any(String),
      feedbackId: expect.stringMatching(/^0100[0-9a-f-]+-000000$/),
      reportingMTA: expect.any(String),
    });
  });

  test('The notification of a complaint gives its kind', async () => {
    const { send, take } = open();
    await send([at('complaint')]);
    expect(take('outcomes').at(-1).complaint).toMatchObject({
      complainedRecipients: [{ emailAddress: at('complaint') }],
      complaintFeedbackType: 'abuse',
      complaintSubType: null,
    });
  });

  test('A notification leaves out a header that is too long', async () => {
    const { send, take } = open();
    const long = `X-Long: ${'x'.repeat(900)}\r\n`.repeat(12);
    await send(['bob@elsewhere.test'], { raw: `${long}From: ada@agents.test\r\nSubject: Hello\r\n\r\nHi\r\n` });
    expect(take('outcomes')[0].mail).toMatchObject({ headersTruncated: true, headers: [] });
  });

  test.each<[string, string | undefined, string[]]>([
    ['that publishes bounces only', 'bounces', ['Bounce']],
    ['that is disabled', 'off', []],
    ['that does not exist', 'other', []],
    ['that the mail does not name', undefined, []],
  ])(
    'A mail with a configuration set %s publishes only the events of that set',
    async (_what, ConfigurationSetName, events) => {
      const { send, take } = open();
      await send(['bob@elsewhere.test', at('bounce')], { ConfigurationSetName });
      expect(take('outcomes').map(({ eventType }: Notice) => eventType)).toEqual(events);
    },
  );
});

describe('mail to this stack', () => {
  test('Mail to an address of the stack is ingested', async () => {
    const { send, take, stored } = open();
    const messageId = await send(['Eve+tag@agents.test', 'bob@elsewhere.test']);
    const [notice, ...others] = take('received');
    expect(others).toEqual([]);
    expect(notice.receipt.recipients).toEqual(['Eve+tag@agents.test']);
    expect(await stored(notice)).toContain(`Message-ID: <${messageId}@email.amazonses.com>`);
  });

  test('A recipient out of the office sends a reply that is marked as automatic', async () => {
    const { send, take, stored } = open();
    const messageId = await send([at('ooto+label')]);
    const [notice, ...others] = take('received');
    expect(others).toEqual([]);
    expect(notice).toMatchObject({ mail: { source: '' }, receipt: { recipients: ['ada@agents.test'] } });
    const reply = (await stored(notice)).replace(/\r\n[ \t]+/g, ' ');
    for (const field of [
      `From: ${at('ooto+label')}`,
      'Subject: Auto: Hello',
      'Auto-Submitted: auto-replied',
      `In-Reply-To: <${messageId}@email.amazonses.com>`,
      `References: <${messageId}@email.amazonses.com>`,
    ]) {
      expect(reply).toContain(`${field}\r\n`);
    }
  });
});

describe('after a kill', () => {
  test.each<[string, 'before' | 'after']>([
    ['before any outcome was published', 'before'],
    ['after the outcome was published, but before that was recorded', 'after'],
  ])('After a kill %s, the next start publishes the outcomes of the mail', async (_when, moment) => {
    const database = memoryDatabase();
    let reached: () => void = () => {};
    const atTheKill = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const hang = () => {
      reached();
      return new Promise<void>(() => {});
    };
    const killed = moment === 'before' ? open(database, [hang]) : open(database, [], [hang]);
    void killed.send([at('complaint'), 'eve@agents.test']);
    await atTheKill;

    const next = open(database);
    const first = summarize(next.take('outcomes'));
    await next.email.resume();
    const all = [['Send'], ['Delivery', at('complaint'), 'eve@agents.test'], ['Complaint', at('complaint')]];
    expect(first).toEqual(moment === 'before' ? [] : all);
    expect(summarize(next.take('outcomes'))).toEqual(all);
    const ids = next.take('received').map(({ mail }) => mail.messageId);
    expect(new Set(ids).size, 'repeats have the id of the first').toBe(1);

    await open(database).email.resume();
    expect(open(database).take('outcomes')).toEqual([]);
  });
});

import { PublishCommand, SNSClient } from '@aws-sdk/client-sns';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { notifyLate } from '#functions/workers/sweep/ways/notify-late.ts';

const MINUTE = 60_000;
const TOPIC = 'arn:aws:sns:eu-central-1:111122223333:aid-prod-alarms';
const NONE = { notified: [], notifiedAt: 0 };
const MCP = { way: 'http-mcp', seconds: 180 };
const DOMAIN = { way: 'mail-domain', seconds: 200 };
const topics = mockClient(SNSClient);

beforeEach(() => {
  topics.reset();
  topics.on(PublishCommand).resolves({});
  vi.stubEnv('STAGE', 'prod');
  vi.stubEnv('NOTICE_TOPIC', TOPIC);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterAll(() => topics.restore());

const sent = () => topics.commandCalls(PublishCommand).map(({ firstArg }) => firstArg.input);

test('Operators are emailed which ways are late, since when, and which section of the runbook is about each', async () => {
  const now = 100 * MINUTE;
  expect(await notifyLate([MCP, DOMAIN], NONE, now)).toEqual({
    notified: ['http-mcp', 'mail-domain'],
    notifiedAt: now,
  });
  expect(sent()).toEqual([
    {
      TopicArn: TOPIC,
      Subject: 'aid-prod: late: http-mcp, mail-domain',
      Message: [
        'http-mcp has not worked for 180 seconds: docs/runbook.md#way-a-function',
        'mail-domain has not worked for 200 seconds: docs/runbook.md#way-the-mail-domain',
        'All ways: npm run ops -- ways --stage prod',
        '',
      ].join('\n'),
    },
  ]);
});

test('What operators know is not sent again, and a way that works again is named', async () => {
  const known = { notified: ['http-mcp', 'mail-domain'], notifiedAt: 0 };
  expect(await notifyLate([DOMAIN, MCP], known, 100 * MINUTE)).toEqual(known);
  expect(sent()).toEqual([]);
  await notifyLate([DOMAIN], known, 100 * MINUTE);
  expect(sent()[0]?.Message).toContain('http-mcp works again\n');
  await notifyLate([], known, 100 * MINUTE);
  expect(sent()[1]?.Subject).toBe('aid-prod: all ways work again');
});

test('A way that works every other minute sends at most one email in five minutes', async () => {
  let known: Awaited<ReturnType<typeof notifyLate>> = NONE;
  for (let minute = 10; minute < 30; minute++)
    known = await notifyLate(minute % 2 ? [] : [MCP], known, minute * MINUTE);
  expect(sent().length).toBeLessThanOrEqual(4);
});

test('An email that SNS refuses is sent in the next minute, and a stage without an address sends none', async () => {
  topics.on(PublishCommand).rejectsOnce(new Error('throttled')).resolves({});
  expect(await notifyLate([MCP], NONE, 100 * MINUTE)).toEqual(NONE);
  expect(await notifyLate([MCP], NONE, 101 * MINUTE)).toMatchObject({ notified: ['http-mcp'] });
  topics.resetHistory();
  vi.stubEnv('NOTICE_TOPIC', undefined);
  expect(await notifyLate([MCP], NONE, 100 * MINUTE)).toEqual(NONE);
  expect(sent()).toEqual([]);
});

test('However many ways are late, the subject is one that SNS accepts', async () => {
  const many = Array.from({ length: 30 }, (_, index) => ({ way: `http-function-${index}`, seconds: 180 }));
  await notifyLate(many, NONE, 100 * MINUTE);
  expect(sent()[0]?.Subject?.length).toBeLessThan(100);
});

import { DescribeActiveReceiptRuleSetCommand, SESClient } from '@aws-sdk/client-ses';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { watchReceiptRules } from '#functions/workers/sweep/receipt-rules.ts';

const ses = mockClient(SESClient);
const OWN = 'aid-prod-inbound';

/** The minutes that the sweep counted, one for each line of metrics. */
let counted: number[];

beforeEach(() => {
  ses.reset();
  counted = [];
  vi.stubEnv('RECEIPT_RULE_SET', OWN);
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => {
    const { ReceiptRulesInactive: minutes } = JSON.parse(String(line)) as Record<string, number>;
    if (minutes !== undefined) counted.push(minutes);
    return true;
  });
});

afterAll(() => ses.restore());

const active = (Name?: string) =>
  ses.on(DescribeActiveReceiptRuleSetCommand).resolves(Name === undefined ? {} : { Metadata: { Name } });

test('The sweep counts nothing while the receipt rules of the stage are active', async () => {
  active(OWN);
  await watchReceiptRules();
  expect(counted).toEqual([]);
});

test('The sweep counts each minute in which no receipt rules are active, or those of another stage', async () => {
  active();
  await watchReceiptRules();
  active('aid-dev-inbound');
  await watchReceiptRules();
  expect(counted).toEqual([1, 1]);
});

test('The sweep counts a minute in which it may not look at the receipt rules, and ends without an error', async () => {
  ses.on(DescribeActiveReceiptRuleSetCommand).rejects(Object.assign(new Error('denied'), { name: 'AccessDenied' }));
  await watchReceiptRules();
  expect(counted).toEqual([1]);
});

test('The sweep of a stage that is to receive no mail does not look at the receipt rules', async () => {
  vi.stubEnv('RECEIPT_RULE_SET', undefined);
  active('aid-dev-inbound');
  await watchReceiptRules();
  expect(counted).toEqual([]);
  expect(ses.calls()).toEqual([]);
});

import { DescribeStacksCommand, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { WAYS_KEY } from '#shared/data/entities/log/heartbeat.ts';
import { resource, useMockedAccount } from '../support/mocked-account.ts';

const { stacks, rows, lineAbout } = useMockedAccount();

/** The stage is deployed, and its sweep has just recorded these ages. */
function deployed(ages: Record<string, number> | undefined): void {
  const about = { CreationTime: new Date(0), StackStatus: 'CREATE_COMPLETE' as const };
  stacks.on(DescribeStacksCommand, { StackName: 'aid-prod-service' }).resolves({
    Stacks: [{ ...about, StackName: 'aid-prod-service', Outputs: [] }],
  });
  stacks.on(ListStackResourcesCommand, { StackName: 'aid-prod-data' }).resolves({
    StackResourceSummaries: [resource('AWS::DynamoDB::Table', 'rows-of-prod', 'Table')],
  });
  rows.on(QueryCommand).resolves({
    Items: ages === undefined ? [] : [{ pk: 'HEARTBEAT#QUEUES', sk: 'delivery', sentAt: Date.now() }],
  });
  const Item = { ...WAYS_KEY, at: Date.now(), ages: { ...ages }, notified: [], notifiedAt: 0 };
  rows.on(GetCommand).resolves(ages === undefined ? {} : { Item });
}

test('A stage that is not deployed, or has recorded no heartbeat yet, is no reason to warn', async () => {
  expect(await lineAbout('heartbeat')).toBe('OK   heartbeat: the stage is not deployed');
  deployed(undefined);
  expect(await lineAbout('heartbeat')).toBe('OK   heartbeat: the deployed release has recorded none');
});

test('The preflight shows how long ago each way worked last', async () => {
  deployed({ address: 40, 'http-mcp': 10 });
  expect(await lineAbout('heartbeat')).toMatch(
    /^OK {3}heartbeat: every way works; seconds since then: address 4\d, http-mcp 1\d, delivery \d$/,
  );
});

test('The preflight warns of a way that does not work and names its section of the runbook, and does not refuse what may repair it', async () => {
  deployed({ address: 40, 'http-mcp': 900, 'http-mail': 800 });
  expect(await lineAbout('heartbeat')).toMatch(
    /^WARN heartbeat: late, in seconds: http-mcp 90\d, http-mail 80\d \(docs\/runbook\.md#way-a-function\); the other ways work: address 4\d, delivery \d$/,
  );
});

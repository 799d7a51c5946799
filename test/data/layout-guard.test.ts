import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import {
  CloudWatchLogsClient,
  CreateLogGroupCommand,
  PutRetentionPolicyCommand,
  ResourceAlreadyExistsException,
} from '@aws-sdk/client-cloudwatch-logs';
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { CloudFormationCustomResourceEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { handler } from '#functions/workers/layout-guard/index.ts';
import { recordMigrated } from '#shared/data/direct-writes/stored-layout.ts';
import { findStoredLayout, STORED_LAYOUT_KEY } from '#shared/data/entities/stage/stored-layout.ts';
import { useEngine } from '../support/engine.ts';

const engine = useEngine();
const stacks = mockClient(CloudFormationClient);
const logs = mockClient(CloudWatchLogsClient);

/** Where CloudFormation takes the response. */
const responses: { body: string; contentType: string | undefined }[] = [];
const server = createServer(async (request: IncomingMessage, response) => {
  let body = '';
  for await (const piece of request) body += piece;
  responses.push({ body, contentType: request.headers['content-type'] });
  response.end();
});

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  server.close();
  stacks.restore();
  logs.restore();
});

const status = (StackStatus: 'UPDATE_IN_PROGRESS' | 'UPDATE_ROLLBACK_IN_PROGRESS') =>
  stacks.on(DescribeStacksCommand).resolves({
    Stacks: [{ StackName: 'aid-dev-service', StackStatus, CreationTime: new Date(0) }],
  });

const stored = async () => {
  const row = await findStoredLayout(engine.table);
  return row && { oldest: row.oldest, newest: row.newest, writes: row.writes };
};
const store = (row: object) =>
  engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item: { ...STORED_LAYOUT_KEY, ...row } }));
const named = (name: string, message: string) => Object.assign(new Error(message), { name });
const OTHER_ROW = { pk: 'ORG#org_1', sk: 'ORG' };

beforeEach(() => {
  status('UPDATE_IN_PROGRESS');
  logs.reset();
  logs.on(CreateLogGroupCommand).resolves({}).on(PutRetentionPolicyCommand).resolves({});
});

afterEach(async () => {
  responses.length = 0;
  for (const Key of [STORED_LAYOUT_KEY, OTHER_ROW])
    await engine.table.client.send(new DeleteCommand({ TableName: engine.table.name, Key }));
});

const NEW_LOGS = ['/aid/dev/worker-delivery', '/aid/dev/http-mcp'];

/** Those of a release. The last release names no logs. */
const properties = (reads: readonly number[], writes: number, namesLogs = true) => ({
  ServiceToken: 'arn',
  Table: engine.table.name,
  Reads: reads.map(String),
  Writes: String(writes),
  ...(namesLogs && { Logs: NEW_LOGS, LogRetentionDays: '14' }),
});

/** The logs that were asked to be created, and those of which the retention was set, with its days. */
const created = () => logs.commandCalls(CreateLogGroupCommand).map(({ args: [{ input }] }) => input.logGroupName);
const kept = () =>
  logs
    .commandCalls(PutRetentionPolicyCommand)
    .map(({ args: [{ input }] }) => [input.logGroupName, input.retentionInDays]);

/** Sends an event as CloudFormation does, and returns what the guard responded. */
async function guard(
  requestType: 'Create' | 'Update' | 'Delete',
  next: Parameters<typeof properties>,
  old?: Parameters<typeof properties>,
) {
  const { port } = server.address() as AddressInfo;
  const event = {
    RequestType: requestType,
    ServiceToken: 'arn',
    ResponseURL: `http://127.0.0.1:${port}/response`,
    StackId: 'arn:aws:cloudformation:eu-central-1:000000000000:stack/aid-dev-service/1',
    RequestId: 'request-1',
    LogicalResourceId: 'Layout',
    ResourceType: 'Custom::AidLayout',
    PhysicalResourceId: 'layout',
    ResourceProperties: properties(...next),
    ...(old !== undefined && { OldResourceProperties: properties(...old) }),
  };
  await handler(event as CloudFormationCustomResourceEvent);
  expect(responses).toHaveLength(1);
  const { body = '{}', contentType } = responses.pop() ?? {};
  expect(contentType).toBeUndefined();
  return JSON.parse(body) as { Status: string; Reason: string };
}

test('The guard gives an empty table the layout of the release, and responds to CloudFormation without a content type', async () => {
  expect(await guard('Create', [[4], 4])).toEqual({
    Status: 'SUCCESS',
    Reason: '',
    StackId: expect.stringContaining('aid-dev-service'),
    RequestId: 'request-1',
    LogicalResourceId: 'Layout',
    PhysicalResourceId: 'layout',
  });
  expect(await stored()).toEqual({ oldest: 4, newest: 4, writes: 4 });
});

test('The guard refuses a table that has rows but no layout, writes nothing to it, and lets the stack be deleted', async () => {
  await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item: OTHER_ROW }));
  const { Status, Reason } = await guard('Create', [[4], 4]);
  expect(Status).toBe('FAILED');
  expect(Reason).toMatch(
    /^table aid-test-\w+ has rows but no layout: they were written by a release before 0\.2\.0, .*another AID_STAGE/,
  );
  expect(await stored()).toBeUndefined();
  expect(await guard('Delete', [[4], 4])).toMatchObject({ Status: 'SUCCESS' });
});

test('The guard follows a change of layout through three releases, and refuses to skip one', async () => {
  await guard('Create', [[4], 4]);
  expect(await guard('Update', [[5], 5], [[4], 4])).toMatchObject({
    Status: 'FAILED',
    Reason: expect.stringContaining('deploy the release in between first'),
  });
  expect(await guard('Update', [[4, 5], 4], [[4], 4])).toMatchObject({ Status: 'SUCCESS' });
  expect(await recordMigrated(engine.table, 5)).toBe(false);
  expect(await guard('Update', [[4, 5], 5], [[4, 5], 4])).toMatchObject({ Status: 'SUCCESS' });
  expect(await stored()).toEqual({ oldest: 4, newest: 5, writes: 5 });
  expect(await guard('Update', [[5], 5], [[4, 5], 5])).toMatchObject({
    Status: 'FAILED',
    Reason: expect.stringContaining('npm run ops -- migrate'),
  });
  expect(await recordMigrated(engine.table, 5)).toBe(true);
  expect(await guard('Update', [[5], 5], [[4, 5], 5])).toMatchObject({ Status: 'SUCCESS' });
  expect(await stored()).toEqual({ oldest: 5, newest: 5, writes: 5 });
});

test('A release that writes the older layout again makes the table a mixed one, until a further migration', async () => {
  await store({ oldest: 5, newest: 5, writes: 5 });
  expect(await guard('Update', [[4, 5], 4], [[4, 5], 5])).toMatchObject({ Status: 'SUCCESS' });
  expect(await stored()).toEqual({ oldest: 4, newest: 5, writes: 4 });
  expect(await recordMigrated(engine.table, 5)).toBe(false);
  expect(await guard('Create', [[4], 4])).toMatchObject({ Status: 'FAILED' });
});

test('To take a failed update back is never refused, whatever the table has', async () => {
  status('UPDATE_ROLLBACK_IN_PROGRESS');
  await store({ oldest: 4, newest: 5, writes: 5 });
  expect(await guard('Update', [[4], 4], [[4, 5], 5])).toMatchObject({ Status: 'SUCCESS' });
  expect(await stored()).toEqual({ oldest: 4, newest: 5, writes: 5 });
});

test('A failure of the guard itself fails the deployment with its name, and does not leave CloudFormation waiting', async () => {
  stacks.on(DescribeStacksCommand).rejects(named('AccessDenied', 'no rights'));
  expect(await guard('Update', [[4], 4], [[4], 4])).toMatchObject({
    Status: 'FAILED',
    Reason: 'the guard has failed, so the release is not deployed: AccessDenied: no rights',
  });
});

test('The guard creates the logs of a release, keeps those that exist, and sets the retention of all, however often it is asked', async () => {
  const exists = new ResourceAlreadyExistsException({ message: 'exists', $metadata: {} });
  logs.on(CreateLogGroupCommand, { logGroupName: NEW_LOGS[1] }).rejects(exists);
  await guard('Create', [[4], 4, false]);
  expect([created(), kept()]).toEqual([[], []]);
  for (let upgrades = 1; upgrades <= 2; upgrades++) {
    logs.resetHistory();
    expect(await guard('Update', [[4], 4], [[4], 4, false])).toMatchObject({ Status: 'SUCCESS' });
    expect(created()).toEqual(NEW_LOGS);
    expect(kept()).toEqual(NEW_LOGS.map((name) => [name, 14]));
    expect(await guard('Update', [[4], 4, false], [[4], 4])).toMatchObject({ Status: 'SUCCESS' });
  }
  expect(created()).toEqual(NEW_LOGS);
  expect(await guard('Delete', [[4], 4])).toMatchObject({ Status: 'SUCCESS' });
  expect(logs.calls()).toHaveLength(2 * NEW_LOGS.length);
});

test('A release that is refused creates no log, one without its logs is refused, and a rollback never is', async () => {
  await engine.table.client.send(new PutCommand({ TableName: engine.table.name, Item: OTHER_ROW }));
  expect(await guard('Create', [[4], 4])).toMatchObject({ Status: 'FAILED' });
  expect(created()).toEqual([]);

  await store({ oldest: 4, newest: 4, writes: 4 });
  logs.on(PutRetentionPolicyCommand).rejects(named('OperationAbortedException', 'another change'));
  expect(await guard('Update', [[4], 4], [[4], 4, false])).toMatchObject({
    Status: 'FAILED',
    Reason: 'the guard has failed, so the release is not deployed: OperationAbortedException: another change',
  });
  status('UPDATE_ROLLBACK_IN_PROGRESS');
  expect(await guard('Update', [[4], 4], [[4], 4, false])).toMatchObject({ Status: 'SUCCESS' });
});

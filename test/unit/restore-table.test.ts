import {
  DescribeTableCommand,
  DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableFromBackupCommand,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { restoreTable } from '#scripts/restore/restore-table.ts';

/** The engine of the other tests restores no tables. */
const dynamo = mockClient(DynamoDBClient);
const client = new DynamoDBClient({ region: 'eu-central-1' });
const KEY = 'arn:aws:kms:eu-central-1:111122223333:key/storage';
const STREAM = 'arn:aws:dynamodb:eu-central-1:111122223333:table/new/stream/now';
const time = new Date('2026-11-22T07:00:00Z');

let tables: Map<string, TableDescription>;
const active = (more: TableDescription = {}): TableDescription => ({ TableStatus: 'ACTIVE', ...more });

beforeEach(() => {
  dynamo.reset();
  tables = new Map([['old', active({ SSEDescription: { KMSMasterKeyArn: KEY } })]]);
  dynamo.on(DescribeTableCommand).callsFake(({ TableName }) => {
    const Table = tables.get(TableName);
    if (Table === undefined) throw new ResourceNotFoundException({ message: 'none', $metadata: {} });
    return { Table };
  });
  const restore = ({ TargetTableName }: { TargetTableName: string }) => {
    tables.set(TargetTableName, active());
    return {};
  };
  dynamo.on(RestoreTableToPointInTimeCommand).callsFake(restore);
  dynamo.on(RestoreTableFromBackupCommand).callsFake(restore);
  dynamo.on(UpdateTableCommand).callsFake(({ TableName, ...change }) => {
    const table = tables.get(TableName) ?? {};
    tables.set(TableName, { ...table, ...change, ...(change.StreamSpecification && { LatestStreamArn: STREAM }) });
    return {};
  });
  dynamo.on(UpdateTimeToLiveCommand).resolves({});
  dynamo.on(UpdateContinuousBackupsCommand).resolves({});
});

afterAll(() => dynamo.restore());

const inputs = (command: Parameters<typeof dynamo.commandCalls>[0]) =>
  dynamo.commandCalls(command).map(({ args }) => args[0].input);

test('A table that AWS Backup has restored gets every setting that is missing, and is not restored again', async () => {
  tables.set('new', active());
  expect(await restoreTable(client, { source: 'old', target: 'new', point: { existing: true } })).toBe(STREAM);
  expect(tables.get('new')).toMatchObject({
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    DeletionProtectionEnabled: true,
  });
  expect([...inputs(RestoreTableToPointInTimeCommand), ...inputs(RestoreTableFromBackupCommand)]).toEqual([]);
});

test('A table that AWS Backup was to restore and that is not there is named', async () => {
  const missing = restoreTable(client, { source: 'old', target: 'new', point: { existing: true } });
  await expect(missing).rejects.toThrow('there is no table new: restore it with AWS Backup first');
});

test('A restored table gets the key of the old one, and every setting that DynamoDB does not restore', async () => {
  expect(await restoreTable(client, { source: 'old', target: 'new', point: { time } })).toBe(STREAM);
  expect(inputs(RestoreTableToPointInTimeCommand)).toEqual([
    {
      SourceTableName: 'old',
      TargetTableName: 'new',
      RestoreDateTime: time,
      BillingModeOverride: 'PAY_PER_REQUEST',
      SSESpecificationOverride: { Enabled: true, SSEType: 'KMS', KMSMasterKeyId: KEY },
    },
  ]);
  expect(inputs(UpdateTableCommand)).toEqual([
    { TableName: 'new', StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' } },
    { TableName: 'new', DeletionProtectionEnabled: true },
  ]);
  const TimeToLiveSpecification = { AttributeName: 'expires_at', Enabled: true };
  expect(inputs(UpdateTimeToLiveCommand)).toEqual([{ TableName: 'new', TimeToLiveSpecification }]);
  const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true };
  expect(inputs(UpdateContinuousBackupsCommand)).toEqual([{ TableName: 'new', PointInTimeRecoverySpecification }]);
});

test('A table is restored from a backup, or to the latest time, as well', async () => {
  await restoreTable(client, { source: 'old', target: 'new', point: { backupArn: 'arn:backup' } });
  expect(inputs(RestoreTableFromBackupCommand)).toMatchObject([{ BackupArn: 'arn:backup', TargetTableName: 'new' }]);
  await restoreTable(client, { source: 'old', target: 'newer', point: { latest: true } });
  expect(inputs(RestoreTableToPointInTimeCommand)).toMatchObject([
    { UseLatestRestorableTime: true, SourceTableName: 'old', TargetTableName: 'newer' },
  ]);
});

test('An interrupted restore continues with the same name, and makes no step twice', async () => {
  const done = { StreamSpecification: { StreamEnabled: true }, LatestStreamArn: STREAM };
  tables.set('new', active({ ...done, DeletionProtectionEnabled: true }));
  dynamo.on(UpdateTimeToLiveCommand).rejects(new Error('TimeToLive is already enabled'));
  expect(await restoreTable(client, { source: 'old', target: 'new', point: { time } })).toBe(STREAM);
  expect(inputs(RestoreTableToPointInTimeCommand)).toEqual([]);
  expect(inputs(UpdateTableCommand)).toEqual([]);
});

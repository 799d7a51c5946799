import { describe, expect, test } from 'vitest';
import { TABLE } from '../../shared/data/table.ts';
import { resourcesOf, synthesize } from './stage.ts';

const { dataTemplate, data } = synthesize({ AID_MAIL_RETENTION_DAYS: '90' });
const tables = resourcesOf(dataTemplate, 'AWS::DynamoDB::Table');
const buckets = resourcesOf(dataTemplate, 'AWS::S3::Bucket');
const keys = resourcesOf(dataTemplate, 'AWS::KMS::Key');

describe('what must not be lost', () => {
  test('is one table, a bucket with its access log, and two keys', () => {
    expect([tables.length, buckets.length, keys.length]).toEqual([1, 2, 2]);
  });

  test.each([...tables, ...buckets, ...keys])(
    '%s is kept when its stack is deleted or the resource replaced',
    (_, resource) => {
      expect(resource).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    },
  );

  test('stands in a stack that cannot be deleted by mistake', () => {
    expect(data.terminationProtection).toBe(true);
  });

  test('holds nothing that CloudFormation would have to run code for', () => {
    const types = Object.values(dataTemplate.toJSON().Resources as Record<string, { Type: string }>).map((r) => r.Type);
    expect(types.filter((type) => type.startsWith('Custom::') || type.startsWith('AWS::Lambda'))).toEqual([]);
  });
});

describe('the table', () => {
  const table = tables[0]?.[1].Properties;

  test('can be brought back to any second and cannot be deleted', () => {
    expect(table.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(table.DeletionProtectionEnabled).toBe(true);
  });

  test('is paid by use, streams new images and forgets by its time-to-live attribute', () => {
    expect(table.BillingMode).toBe('PAY_PER_REQUEST');
    expect(table.StreamSpecification).toEqual({ StreamViewType: 'NEW_IMAGE' });
    expect(table.TimeToLiveSpecification).toEqual({ AttributeName: TABLE.timeToLive, Enabled: true });
  });

  test('is encrypted with a key of the stage', () => {
    expect(table.SSESpecification).toMatchObject({ SSEEnabled: true, SSEType: 'KMS' });
  });

  test('has one index, of what is due, that holds keys only', () => {
    expect(table.GlobalSecondaryIndexes).toEqual([
      {
        IndexName: TABLE.dueIndex.name,
        KeySchema: [
          { AttributeName: TABLE.dueIndex.partitionKey, KeyType: 'HASH' },
          { AttributeName: TABLE.dueIndex.sortKey, KeyType: 'RANGE' },
        ],
        Projection: { ProjectionType: 'KEYS_ONLY' },
      },
    ]);
  });
});

describe('the mail bucket', () => {
  const mail = buckets.find(([, { Properties }]) => Properties.LoggingConfiguration !== undefined)?.[1].Properties;

  test('keeps mail for the retention of the stage, and what was replaced for a month', () => {
    expect(mail.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(mail.LifecycleConfiguration.Rules).toEqual([
      expect.objectContaining({ ExpirationInDays: 90, NoncurrentVersionExpiration: { NoncurrentDays: 30 } }),
    ]);
  });

  test('is encrypted with a key of the stage', () => {
    const [rule] = mail.BucketEncryption.ServerSideEncryptionConfiguration;
    expect(rule.ServerSideEncryptionByDefault.SSEAlgorithm).toBe('aws:kms');
  });

  test.each(buckets)('%s is closed to the public', (_, { Properties }) => {
    expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
  });

  test('refuses plain http, as its access log does', () => {
    const policies = resourcesOf(dataTemplate, 'AWS::S3::BucketPolicy');
    expect(policies).toHaveLength(buckets.length);
    for (const [, { Properties }] of policies) {
      expect(Properties.PolicyDocument.Statement).toContainEqual(
        expect.objectContaining({ Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } }),
      );
    }
  });
});

describe('each key', () => {
  test.each(keys)('%s rotates', (_, { Properties }) => {
    expect(Properties.EnableKeyRotation).toBe(true);
  });
});

import { describe, expect, test } from 'vitest';
import { TABLE } from '#shared/data/table.ts';
import { resourcesOf, synthesize, synthesizeData, WITH_SETTINGS } from './stage.ts';

const { dataTemplate, data } = synthesize(WITH_SETTINGS);
const tables = resourcesOf(dataTemplate, 'AWS::DynamoDB::Table');
const buckets = resourcesOf(dataTemplate, 'AWS::S3::Bucket');
const keys = resourcesOf(dataTemplate, 'AWS::KMS::Key');

describe('data that must not be lost', () => {
  test('The data stack has one table, two buckets with their access log, and two keys', () => {
    expect([tables.length, buckets.length, keys.length]).toEqual([1, 3, 2]);
  });

  test.each([...tables, ...buckets, ...keys])(
    '%s is kept when its stack is deleted or the resource is replaced',
    (_, resource) => {
      expect(resource).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    },
  );

  test('The data stack has termination protection', () => {
    expect(data.terminationProtection).toBe(true);
  });

  test('The data stack has no resource for which CloudFormation would have to run code', () => {
    const types = Object.values(dataTemplate.toJSON().Resources as Record<string, { Type: string }>).map((r) => r.Type);
    expect(types.filter((type) => type.startsWith('Custom::') || type.startsWith('AWS::Lambda'))).toEqual([]);
  });
});

describe('the table', () => {
  const table = tables[0]?.[1].Properties;

  test('The table has point-in-time recovery and deletion protection', () => {
    expect(table.PointInTimeRecoverySpecification).toEqual({ PointInTimeRecoveryEnabled: true });
    expect(table.DeletionProtectionEnabled).toBe(true);
  });

  test('The table is billed per request, streams new images and expires rows by its time-to-live attribute', () => {
    expect(table.BillingMode).toBe('PAY_PER_REQUEST');
    expect(table.StreamSpecification).toEqual({ StreamViewType: 'NEW_IMAGE' });
    expect(table.TimeToLiveSpecification).toEqual({ AttributeName: TABLE.timeToLive, Enabled: true });
  });

  test('The table is encrypted with a key of the stage', () => {
    expect(table.SSESpecification).toMatchObject({ SSEEnabled: true, SSEType: 'KMS' });
  });

  test('The table has one index, of due work, with keys only', () => {
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

describe('the content bucket', () => {
  const content = buckets.find(([id]) => id.startsWith('ContentBucket'))?.[1].Properties;

  test('Content of tasks and events never expires unless no row names it, and that of replies and drafts after their rows', () => {
    const { Rules } = content.LifecycleConfiguration;
    const expiring = Rules.filter((rule: object) => 'ExpirationInDays' in rule);
    expect(expiring).toEqual([
      expect.objectContaining({ ExpirationInDays: 40, TagFilters: [{ Key: 'content', Value: 'unused' }] }),
      expect.objectContaining({ ExpirationInDays: 2, Prefix: 'replies/' }),
      // A draft that no one changes is gone after 30 days.
      expect.objectContaining({ ExpirationInDays: 45, Prefix: 'drafts/' }),
      // Segments of search indexes are written again after 180 days.
      expect.objectContaining({ ExpirationInDays: 200, Prefix: 'search/' }),
    ]);
    expect(Rules).toContainEqual(expect.objectContaining({ NoncurrentVersionExpiration: { NoncurrentDays: 30 } }));
    expect(Rules.filter((rule: object) => 'Transitions' in rule)).toEqual([]);
  });

  test('Content is versioned, encrypted with a key of the stage, and each access to it is logged', () => {
    expect(content.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    const [rule] = content.BucketEncryption.ServerSideEncryptionConfiguration;
    expect(rule).toMatchObject({ BucketKeyEnabled: true, ServerSideEncryptionByDefault: { SSEAlgorithm: 'aws:kms' } });
    expect(content.LoggingConfiguration).toMatchObject({ LogFilePrefix: 'content/' });
  });
});

describe('the mail bucket', () => {
  const mail = buckets.find(([id]) => id.startsWith('MailBucket'))?.[1].Properties;

  test('The mail bucket keeps mail for the retention of the stage, and replaced versions for a month', () => {
    expect(mail.VersioningConfiguration).toEqual({ Status: 'Enabled' });
    expect(mail.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({
        Id: 'retention',
        ExpirationInDays: 90,
        NoncurrentVersionExpiration: { NoncurrentDays: 30 },
      }),
    );
  });

  test('The mail bucket deletes mail without a mailbox after a week', () => {
    expect(mail.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({
        TagFilters: [{ Key: 'mail', Value: 'unroutable' }],
        ExpirationInDays: 7,
        NoncurrentVersionExpiration: { NoncurrentDays: 7 },
      }),
    );
  });

  test('The mail bucket deletes files for download links, which exist in another form, after two days', () => {
    expect(mail.LifecycleConfiguration.Rules).toContainEqual(
      expect.objectContaining({
        Prefix: 'downloads/',
        ExpirationInDays: 2,
        NoncurrentVersionExpiration: { NoncurrentDays: 1 },
      }),
    );
  });

  test('Large files of mail move to a cheaper class after a month, if they are kept for as long as that class bills', () => {
    const archived = (retentionDays: string) => {
      const template = synthesizeData({ AID_MAIL_RETENTION_DAYS: retentionDays });
      const rules = resourcesOf(template, 'AWS::S3::Bucket').flatMap(
        ([, { Properties }]) => Properties.LifecycleConfiguration.Rules as Record<string, unknown>[],
      );
      return rules.filter(({ Transitions }) => Transitions !== undefined);
    };
    expect(archived('119')).toEqual([]);
    expect(archived('120')).toEqual(
      ['inbound/', 'attachments/'].map((Prefix) =>
        expect.objectContaining({
          Prefix,
          ObjectSizeGreaterThan: '131072',
          Transitions: [{ StorageClass: 'GLACIER_IR', TransitionInDays: 30 }],
        }),
      ),
    );
  });

  test('The mail bucket is encrypted with a key of the stage', () => {
    const [rule] = mail.BucketEncryption.ServerSideEncryptionConfiguration;
    expect(rule.ServerSideEncryptionByDefault.SSEAlgorithm).toBe('aws:kms');
  });

  test.each(buckets)('The bucket %s blocks public access', (_, { Properties }) => {
    expect(Object.values(Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
  });

  test('The buckets and their access log reject plain HTTP', () => {
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
  test.each(keys)('The key %s rotates', (_, { Properties }) => {
    expect(Properties.EnableKeyRotation).toBe(true);
  });

  test('The key that wraps data keys is a multi-Region key, so that a copy of the table can be read in another region', () => {
    const multiRegion = keys.filter(([, { Properties }]) => Properties.MultiRegion === true).map(([id]) => id);
    expect(multiRegion).toEqual([expect.stringMatching(/^KeysApplication/)]);
  });
});

import type { IKey } from 'aws-cdk-lib/aws-kms';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type LifecycleRule,
  ObjectOwnership,
  StorageClass,
} from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { DOWNLOAD_DAYS } from '#shared/domain/mail/downloads.ts';
import { UNROUTABLE_DAYS, UNROUTABLE_TAG } from '#shared/domain/mail/unroutable.ts';
import { type Access, MAIL_PREFIX, type MailFile } from '../access.ts';
import type { StageConfig } from '../config.ts';
import { grantObjects, type ObjectGrant } from './grant-objects.ts';
import type { Grantor } from './grantor.ts';
import type { ServiceFunction } from './service-function.ts';

/** Days for which a deleted or replaced mail can be restored, and for which access logs are kept. */
const NONCURRENT_DAYS = 30;
const ACCESS_LOG_DAYS = 90;

/** The days after which a large file, which few people ever open again, moves to a cheaper class that reads as fast. */
const ARCHIVE_AFTER_DAYS = 30;

/** The days for which the cheaper class bills at least. Source: Amazon S3 pricing, S3 Glacier Instant Retrieval. */
const ARCHIVE_DAYS = 90;

/** Below this size the cheaper class bills as if a file had it. Source: as above. */
const ARCHIVE_BYTES = 128 * 1024;

export interface MailBucketProps {
  readonly config: StageConfig;
  readonly storageKey: IKey;
}

/** Mail files, kept for the retention of the stage. They are private correspondence, so each access is logged. */
export class MailBucket extends Construct implements Grantor {
  readonly bucket: Bucket;
  readonly accessLogs: Bucket;
  readonly #storageKey: IKey;

  constructor(scope: Construct, id: string, { config, storageKey }: MailBucketProps) {
    super(scope, id);
    this.#storageKey = storageKey;
    const closed = {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
    } as const;
    this.accessLogs = new Bucket(this, 'AccessLogs', {
      ...closed,
      encryption: BucketEncryption.S3_MANAGED,
      lifecycleRules: [{ id: 'expire', expiration: Duration.days(ACCESS_LOG_DAYS) }],
    });
    const lifecycleRules = lifecycleRulesOf(config);
    this.bucket = new Bucket(this, 'Bucket', {
      ...closed,
      encryption: BucketEncryption.KMS,
      encryptionKey: storageKey,
      bucketKeyEnabled: true,
      versioned: true,
      serverAccessLogsBucket: this.accessLogs,
      lifecycleRules,
    });
    writeSizesAsText(this.bucket, lifecycleRules);
  }

  /** Grants files by prefix, and sets MAIL_BUCKET. A function without files gets neither. */
  grantTo(fn: ServiceFunction, { readFiles = [], writeFiles = [], tagFiles = [] }: Access): void {
    if (readFiles.length + writeFiles.length + tagFiles.length === 0) return;
    fn.addEnvironment('MAIL_BUCKET', this.bucket.bucketName);
    this.#allowFiles(fn, 's3:GetObject', readFiles);
    this.#allowFiles(fn, 's3:PutObject', writeFiles);
    this.#allowFiles(fn, 's3:PutObjectTagging', tagFiles);
  }

  #allowFiles(fn: ServiceFunction, action: ObjectGrant['action'], files: readonly MailFile[]): void {
    grantObjects(fn, {
      bucket: this.bucket,
      storageKey: this.#storageKey,
      action,
      prefixes: files.map((file) => MAIL_PREFIX[file]),
      reason: 'A file is named after its mail: the prefix is the narrowest thing that is known before the mail is.',
    });
  }
}

function lifecycleRulesOf({ mailRetentionDays }: StageConfig): LifecycleRule[] {
  return [
    {
      id: 'retention',
      expiration: Duration.days(mailRetentionDays),
      noncurrentVersionExpiration: Duration.days(NONCURRENT_DAYS),
      abortIncompleteMultipartUploadAfter: Duration.days(7),
    },
    {
      id: 'unroutable',
      tagFilters: { [UNROUTABLE_TAG.name]: UNROUTABLE_TAG.value },
      expiration: Duration.days(UNROUTABLE_DAYS),
      noncurrentVersionExpiration: Duration.days(UNROUTABLE_DAYS),
    },
    {
      id: 'downloads',
      prefix: MAIL_PREFIX.downloads,
      expiration: Duration.days(DOWNLOAD_DAYS),
      noncurrentVersionExpiration: Duration.days(1),
    },
    ...archiving(mailRetentionDays),
  ];
}

/** Raw mail and the attachments of outgoing mail go to a cheaper class, unless they expire before that pays. */
function archiving(retentionDays: number): LifecycleRule[] {
  if (retentionDays < ARCHIVE_AFTER_DAYS + ARCHIVE_DAYS) return [];
  return [MAIL_PREFIX.raw, MAIL_PREFIX.attachments].map((prefix) => ({
    id: `archive-${prefix.replace('/', '')}`,
    prefix,
    objectSizeGreaterThan: ARCHIVE_BYTES,
    transitions: [
      {
        storageClass: StorageClass.GLACIER_INSTANT_RETRIEVAL,
        transitionAfter: Duration.days(ARCHIVE_AFTER_DAYS),
      },
    ],
  }));
}

/** The construct writes the size of a rule as a number, which is a string in the schema of CloudFormation. */
function writeSizesAsText(bucket: Bucket, rules: readonly LifecycleRule[]): void {
  const resource = bucket.node.defaultChild as CfnBucket;
  for (const [index, { objectSizeGreaterThan: bytes }] of rules.entries()) {
    if (bytes === undefined) continue;
    resource.addPropertyOverride(`LifecycleConfiguration.Rules.${index}.ObjectSizeGreaterThan`, String(bytes));
  }
}

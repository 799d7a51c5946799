import type { IKey } from 'aws-cdk-lib/aws-kms';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import {
  CONTENT_PREFIX,
  type ContentKind,
  DRAFT_CONTENT_DAYS,
  REPLY_DAYS,
  SEGMENT_DAYS,
  UNUSED_DAYS,
  UNUSED_TAG,
} from '#shared/domain/stage/large-content.ts';
import type { Access } from '../access.ts';
import { grantObjects, type ObjectGrant } from './grant-objects.ts';
import type { Grantor } from './grantor.ts';
import type { ServiceFunction } from './service-function.ts';

/** Days for which a deleted object can be restored. */
const NONCURRENT_DAYS = 30;

export interface ContentBucketProps {
  readonly storageKey: IKey;
  readonly accessLogs: Bucket;
}

/**
 * The content of tasks, events and drafts that is too large for rows, and the segments of search indexes. An object
 * lives as long as the row that names it, so nothing expires but stored replies, drafts, segments, which are written
 * again before, and objects that no row names. Every object is written once, under a random key.
 *
 * See: docs/decisions/0031-large-content.md.
 */
export class ContentBucket extends Construct implements Grantor {
  readonly bucket: Bucket;
  readonly #storageKey: IKey;

  constructor(scope: Construct, id: string, { storageKey, accessLogs }: ContentBucketProps) {
    super(scope, id);
    this.#storageKey = storageKey;
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
      encryption: BucketEncryption.KMS,
      encryptionKey: storageKey,
      bucketKeyEnabled: true,
      versioned: true,
      serverAccessLogsBucket: accessLogs,
      serverAccessLogsPrefix: 'content/',
      lifecycleRules: [
        {
          id: 'unused',
          tagFilters: { [UNUSED_TAG.name]: UNUSED_TAG.value },
          expiration: Duration.days(UNUSED_DAYS),
        },
        {
          id: 'replies',
          prefix: CONTENT_PREFIX.reply,
          expiration: Duration.days(REPLY_DAYS),
          noncurrentVersionExpiration: Duration.days(1),
        },
        {
          id: 'drafts',
          prefix: CONTENT_PREFIX.draft,
          expiration: Duration.days(DRAFT_CONTENT_DAYS),
        },
        {
          id: 'search',
          prefix: CONTENT_PREFIX.search,
          expiration: Duration.days(SEGMENT_DAYS),
        },
        {
          id: 'deleted',
          noncurrentVersionExpiration: Duration.days(NONCURRENT_DAYS),
          abortIncompleteMultipartUploadAfter: Duration.days(7),
        },
      ],
    });
  }

  /** Grants content by prefix, and sets CONTENT_BUCKET. A function without content gets neither. */
  grantTo(fn: ServiceFunction, { readContent = [], writeContent = [] }: Access): void {
    if (readContent.length + writeContent.length === 0) return;
    fn.addEnvironment('CONTENT_BUCKET', this.bucket.bucketName);
    this.#allow(fn, 's3:GetObject', readContent);
    this.#allow(fn, 's3:PutObject', writeContent);
    this.#allow(fn, 's3:PutObjectTagging', writeContent);
  }

  #allow(fn: ServiceFunction, action: ObjectGrant['action'], kinds: readonly ContentKind[]) {
    grantObjects(fn, {
      bucket: this.bucket,
      storageKey: this.#storageKey,
      action,
      prefixes: kinds.map((kind) => CONTENT_PREFIX[kind]),
      reason: 'An object is named after its organization: the prefix is the narrowest thing that is known before.',
    });
  }
}

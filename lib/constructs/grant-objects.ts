import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import { Aws } from 'aws-cdk-lib/core';
import { exportNameOf } from '../acknowledge.ts';
import type { ServiceFunction } from './service-function.ts';

/** What a function may do with objects of a bucket. */
export interface ObjectGrant {
  readonly bucket: Bucket;
  readonly storageKey: IKey;
  readonly action: 's3:GetObject' | 's3:PutObject' | 's3:PutObjectTagging';
  /** The beginnings of the object keys. */
  readonly prefixes: readonly string[];
  /** Why the permission ends in a wildcard. */
  readonly reason: string;
}

/** S3 encrypts and decrypts on behalf of the caller. No caller may use the storage key without S3. */
const KEY_ACTIONS = { 's3:GetObject': 'kms:Decrypt', 's3:PutObject': 'kms:GenerateDataKey' } as const;

/** Allows a function one action on the objects with these prefixes, and what it needs of the bucket's key. */
export function grantObjects(fn: ServiceFunction, grant: ObjectGrant): void {
  const { bucket, storageKey, action, prefixes, reason } = grant;
  if (prefixes.length === 0) return;
  fn.allow({ actions: [action], resources: prefixes.map((prefix) => bucket.arnForObjects(`${prefix}*`)) });
  if (action !== 's3:PutObjectTagging') {
    fn.allow({
      actions: [KEY_ACTIONS[action]],
      resources: [storageKey.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `s3.${Aws.REGION}.amazonaws.com` } },
    });
  }
  for (const prefix of prefixes) fn.acceptWildcard(`${exportNameOf(bucket, bucket.bucketArn)}/${prefix}*`, reason);
}

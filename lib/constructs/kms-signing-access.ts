import type { Stack } from 'aws-cdk-lib/core';
import { KMS_SIGNING_KEY, kmsSigningKeyTags } from '#shared/contract/kms-signing-key.ts';
import type { Access } from '../access.ts';
import type { StageConfig } from '../config.ts';
import type { Grantor } from './grantor.ts';
import type { ServiceFunction } from './service-function.ts';

/** These properties of a key never change, so no tag makes a key that encrypts one that this is about. */
const SIGNS = { 'kms:KeySpec': KMS_SIGNING_KEY.spec, 'kms:KeyUsage': KMS_SIGNING_KEY.usage } as const;

const EVERY_KEY = 'arn:<AWS::Partition>:kms:<AWS::Region>:<AWS::AccountId>:key/*';

/**
 * Signing keys in KMS: a function creates them, so no template names them, and their tags are what policies know them
 * by. Without `AID_SIGNING_KEYS` no function gets anything.
 *
 * Source: KMS developer guide, ABAC for AWS KMS; Condition keys for AWS KMS.
 */
export class KmsSigningAccess implements Grantor {
  readonly #config: StageConfig;
  readonly #keys: string;

  constructor(scope: Stack, config: StageConfig) {
    this.#config = config;
    this.#keys = scope.formatArn({ service: 'kms', resource: 'key', resourceName: '*' });
  }

  grantTo(fn: ServiceFunction, access: Access): void {
    const { signingKeys } = this.#config;
    const replacesKeys = access.write.includes('signingKey');
    if (signingKeys === 'table' || (access.signs !== true && !replacesKeys)) return;
    fn.addEnvironment('SIGNING_KEYS', signingKeys);
    if (access.signs === true) this.#grantSign(fn);
    if (replacesKeys) this.#grantReplace(fn);
    fn.acceptWildcard(EVERY_KEY, 'Keys that a function creates, which only their tags and their use distinguish.');
  }

  #grantSign(fn: ServiceFunction): void {
    fn.allow({
      actions: ['kms:Sign'],
      resources: [this.#keys],
      conditions: {
        StringEquals: {
          ...SIGNS,
          ...this.#tags('aws:ResourceTag'),
          'kms:SigningAlgorithm': KMS_SIGNING_KEY.algorithm,
          'kms:MessageType': KMS_SIGNING_KEY.messageType,
        },
      },
    });
  }

  /** A function that may tag keys decides what others may do with them, so it may set the tags of this stage only. */
  #grantReplace(fn: ServiceFunction): void {
    const tags = this.#tags('aws:RequestTag');
    if (this.#config.signingKeys === 'kms') {
      fn.allow({ actions: ['kms:CreateKey'], resources: ['*'], conditions: { StringEquals: { ...SIGNS, ...tags } } });
      fn.acceptWildcard('*', 'kms:CreateKey knows no resources (Service Authorization Reference, AWS KMS).');
      // A key that is being created may have no properties yet; one that exists has them.
      const conditions = { StringEquals: tags, StringEqualsIfExists: SIGNS };
      fn.allow({ actions: ['kms:TagResource'], resources: [this.#keys], conditions });
      // Not by tags: KMS applies those of a new key within minutes. A public key is public.
      fn.allow({ actions: ['kms:GetPublicKey'], resources: [this.#keys], conditions: { StringEquals: SIGNS } });
    }
    fn.allow({
      actions: ['kms:ScheduleKeyDeletion'],
      resources: [this.#keys],
      conditions: {
        StringEquals: { ...SIGNS, ...this.#tags('aws:ResourceTag') },
        NumericEquals: { 'kms:ScheduleKeyDeletionPendingWindowInDays': String(KMS_SIGNING_KEY.deletionDays) },
      },
    });
  }

  #tags(kind: 'aws:RequestTag' | 'aws:ResourceTag') {
    const tags = Object.entries(kmsSigningKeyTags(this.#config.stage));
    return Object.fromEntries(tags.map(([name, value]) => [`${kind}/${name}`, value]));
  }
}

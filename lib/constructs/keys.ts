import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { ID_PREFIX } from '#shared/domain/ids/ids.ts';
import type { Access } from '../access.ts';
import type { StageConfig } from '../config.ts';
import type { Grantor } from './grantor.ts';
import type { ServiceFunction } from './service-function.ts';

/**
 * The longest period that KMS accepts. KMS charges a dollar a month more for each of the first two rotations of a key,
 * so yearly ones would triple its price. The data keys, under which values are sealed, have versions of their own.
 *
 * See: AWS KMS pricing; KMS API reference, EnableKeyRotation; docs/decisions/0004-encryption-at-rest.md#the-kms-keys.
 */
const ROTATION_PERIOD = Duration.days(2560);

export interface KeysProps {
  readonly config: StageConfig;
}

/**
 * Two keys with two purposes. The storage key encrypts at rest; only AWS services use it, on behalf of a caller that
 * may read the row or object. The application key wraps the data keys of the keyring, which decrypt signing secrets and
 * stored replies, and the keys that sign tokens where they are in the table; only a function that uses either may call
 * it. With one key for both, one wrong condition would let every reader of the table decrypt secrets.
 *
 * The application key is a multi-Region key, because that cannot be changed later. Without a replica of it in another
 * region, a copy of the table there could not be used: its secrets would stay sealed.
 *
 * See: docs/decisions/0004-encryption-at-rest.md#the-kms-keys.
 */
export class Keys extends Construct implements Grantor {
  readonly storage: Key;
  readonly application: Key;
  readonly #stage: string;

  constructor(scope: Construct, id: string, { config }: KeysProps) {
    super(scope, id);
    this.#stage = config.stage;
    const kept = {
      enableKeyRotation: true,
      rotationPeriod: ROTATION_PERIOD,
      removalPolicy: RemovalPolicy.RETAIN,
    } as const;
    this.storage = new Key(this, 'Storage', {
      ...kept,
      alias: `aid/${config.stage}/storage`,
      description: 'Encryption at rest: table, mail, topics',
    });
    this.application = new Key(this, 'Application', {
      ...kept,
      multiRegion: true,
      alias: `aid/${config.stage}/application`,
      description: 'Wraps the data keys of the keyring',
    });
    // SES writes to the encrypted bucket and topics.
    this.storage.addToResourcePolicy(
      new PolicyStatement({
        sid: 'ServicesOfThisAccount',
        principals: [new ServicePrincipal('ses.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    );
  }

  /**
   * Grants the application key as far as the function's rows require, and sets KEY_ID. The encryption context keeps the
   * stage's keyring, the organizations' keys of the vault and the signing keys apart. A function with none of them gets
   * nothing.
   */
  grantTo(fn: ServiceFunction, access: Access): void {
    this.#grantContext(fn, 'aid', [
      ...(access.read.includes('keyring') ? ['kms:Decrypt'] : []),
      ...(access.write.includes('keyring') ? ['kms:GenerateDataKeyWithoutPlaintext'] : []),
    ]);
    const organization = { StringLike: { 'kms:EncryptionContext:organization': `${ID_PREFIX.organization}_*` } };
    const vaultActions = [
      ...(access.read.includes('vaultKey') ? ['kms:Decrypt'] : []),
      ...(access.write.includes('vaultKey') ? ['kms:GenerateDataKey'] : []),
    ];
    this.#grantContext(fn, 'aid-vault', vaultActions, organization);
    const createsKeys = [...access.write, ...(access.insert ?? [])].includes('signingKey');
    this.#grantContext(fn, 'aid-issuer', [
      ...(access.signs === true ? ['kms:Decrypt'] : []),
      ...(createsKeys ? ['kms:GenerateDataKeyPairWithoutPlaintext'] : []),
    ]);
  }

  #grantContext(fn: ServiceFunction, service: string, actions: string[], conditions: object = {}): void {
    if (actions.length === 0) return;
    fn.addEnvironment('KEY_ID', this.application.keyArn);
    fn.allow({
      actions,
      resources: [this.application.keyArn],
      conditions: {
        StringEquals: { 'kms:EncryptionContext:service': service, 'kms:EncryptionContext:stage': this.#stage },
        ...conditions,
      },
    });
  }
}

import {
  AttributeType,
  BillingMode,
  type ITable,
  ProjectionType,
  StreamViewType,
  Table,
  TableEncryption,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import { Aws, RemovalPolicy, Stack } from 'aws-cdk-lib/core';
import { Construct } from 'constructs';
import { PREFIX, type RowKind, TABLE } from '#shared/data/table.ts';
import { type Access, CHECK_ACTIONS, INSERT_ACTIONS, READ_ACTIONS, WRITE_ACTIONS } from '../access.ts';
import type { StageConfig } from '../config.ts';
import type { Grantor } from './grantor.ts';
import type { ServiceFunction } from './service-function.ts';

export interface SingleTableProps {
  readonly config: StageConfig;
  readonly storageKey: IKey;
}

/**
 * The one table. Its stream carries new images only, it has on-demand capacity, and it is kept when its stack is
 * deleted.
 *
 * A stage may use a restored table instead. The data stack keeps the table that it created and everything that it
 * exports of it, so that the switch changes the service stack only, and can be taken back.
 *
 * See: docs/data-model.md; DynamoDB developer guide, fine-grained access control (`dynamodb:LeadingKeys`).
 */
export class SingleTable extends Construct implements Grantor {
  /** The table that the stage uses. */
  readonly table: ITable;
  readonly streamArn: string;
  readonly #storageKey: IKey;

  constructor(scope: Construct, id: string, props: SingleTableProps) {
    super(scope, id);
    this.#storageKey = props.storageKey;
    const created = new Table(this, 'Table', {
      partitionKey: { name: TABLE.partitionKey, type: AttributeType.STRING },
      sortKey: { name: TABLE.sortKey, type: AttributeType.STRING },
      timeToLiveAttribute: TABLE.timeToLive,
      billingMode: BillingMode.PAY_PER_REQUEST,
      stream: StreamViewType.NEW_IMAGE,
      encryption: TableEncryption.CUSTOMER_MANAGED,
      encryptionKey: props.storageKey,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    created.addGlobalSecondaryIndex({
      indexName: TABLE.dueIndex.name,
      partitionKey: { name: TABLE.dueIndex.partitionKey, type: AttributeType.STRING },
      sortKey: { name: TABLE.dueIndex.sortKey, type: AttributeType.STRING },
      projectionType: ProjectionType.KEYS_ONLY,
    });
    if (created.tableStreamArn === undefined) throw new Error('The table has no stream.');
    const { restoredTable } = props.config;
    for (const value of [created.tableName, created.tableArn, created.tableStreamArn])
      Stack.of(this).exportValue(value);
    this.streamArn = restoredTable?.streamArn ?? created.tableStreamArn;
    this.table = restoredTable === undefined ? created : Table.fromTableArn(this, 'Restored', restoredTable.arn);
  }

  /** Rows by prefix, the number of all rows, and the stream; nothing for a function without rows. */
  grantTo(fn: ServiceFunction, access: Access): void {
    if (access.read.length + access.write.length === 0) return;
    const { tableArn, tableName } = this.table;
    fn.addEnvironment('TABLE_NAME', tableName);
    this.#allowKeys(fn, READ_ACTIONS, tableArn, access.read);
    this.#allowKeys(fn, WRITE_ACTIONS, tableArn, access.write);
    if (access.insert) this.#allowKeys(fn, INSERT_ACTIONS, tableArn, access.insert);
    if (access.check) this.#allowKeys(fn, CHECK_ACTIONS, tableArn, access.check);
    if (access.due) this.#allowKeys(fn, ['dynamodb:Query'], `${tableArn}/index/${TABLE.dueIndex.name}`, ['due']);
    if (access.countsRows) this.#allowCounting(fn);
    if (access.stream) this.#allowStream(fn);
    this.#allowDecryption(fn);
  }

  /** To count the rows of every kind, and to read none of them. */
  #allowCounting(fn: ServiceFunction): void {
    fn.allow({
      actions: ['dynamodb:Scan'],
      resources: [this.table.tableArn],
      conditions: { StringEquals: { 'dynamodb:Select': 'COUNT' } },
    });
  }

  /** The calls that the poller of a mapping makes with the function's role. */
  #allowStream(fn: ServiceFunction): void {
    fn.allow({
      actions: ['dynamodb:DescribeStream', 'dynamodb:GetRecords', 'dynamodb:GetShardIterator'],
      resources: [this.streamArn],
    });
    fn.allow({ actions: ['dynamodb:ListStreams'], resources: ['*'] });
    fn.acceptWildcard('*', 'dynamodb:ListStreams names no stream and cannot be bounded to one; it reads names only.');
  }

  #allowKeys(fn: ServiceFunction, actions: readonly string[], resource: string, kinds: readonly RowKind[]) {
    if (kinds.length === 0) return;
    const prefixes = [...new Set(kinds)].sort().map((kind) => `${PREFIX[kind]}*`);
    fn.allow({
      actions: [...actions],
      resources: [resource],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes } },
    });
  }

  /** DynamoDB decrypts on behalf of the caller. No caller may use the storage key without DynamoDB. */
  #allowDecryption(fn: ServiceFunction): void {
    fn.allow({
      actions: ['kms:Decrypt'],
      resources: [this.#storageKey.keyArn],
      conditions: { StringEquals: { 'kms:ViaService': `dynamodb.${Aws.REGION}.amazonaws.com` } },
    });
  }
}

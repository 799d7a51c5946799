import { z } from 'zod';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import { readProperties } from '../assembly/read-properties.ts';
import { type TableClient, TableError } from './table-client.ts';

/** Properties with the same form in CloudFormation and the DynamoDB API. */
const tableSchema = z.object({
  AttributeDefinitions: z.array(z.unknown()),
  KeySchema: z.array(z.unknown()),
  GlobalSecondaryIndexes: z.array(z.record(z.string(), z.unknown())).optional(),
  LocalSecondaryIndexes: z.array(z.unknown()).optional(),
  StreamSpecification: z.object({ StreamViewType: z.string() }).optional(),
  TimeToLiveSpecification: z.object({ AttributeName: z.string(), Enabled: z.boolean() }).optional(),
});

/** A table of the stack, with the stream as the engine names it. */
export interface LocalTable {
  readonly name: string;
  /** The stream's ARN in the template, by which mappings refer to it. */
  readonly streamArn: string;
  /** The stream's ARN in the engine, by which it is read. */
  readonly engineStreamArn: string | undefined;
}

/** Creates the tables of the templates that do not exist yet. */
export async function createTables(assembly: Assembly, client: TableClient): Promise<readonly LocalTable[]> {
  const tables: LocalTable[] = [];
  for (const resource of assembly.resources('AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable')) {
    await createTable(resource, client);
    const { Table } = await client.call<{ Table: { LatestStreamArn?: string } }>('DescribeTable', {
      TableName: resource.name,
    });
    tables.push({
      name: resource.name,
      streamArn: resource.attribute('StreamArn'),
      engineStreamArn: Table.LatestStreamArn,
    });
  }
  return tables;
}

async function createTable(resource: Resource, client: TableClient): Promise<void> {
  const properties = readProperties(resource, tableSchema);
  const stream = properties.StreamSpecification;
  try {
    await client.call('CreateTable', {
      TableName: resource.name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: properties.AttributeDefinitions,
      KeySchema: properties.KeySchema,
      ...(properties.GlobalSecondaryIndexes && {
        GlobalSecondaryIndexes: properties.GlobalSecondaryIndexes.map(index),
      }),
      ...(properties.LocalSecondaryIndexes !== undefined && {
        LocalSecondaryIndexes: properties.LocalSecondaryIndexes,
      }),
      ...(stream && { StreamSpecification: { StreamEnabled: true, StreamViewType: stream.StreamViewType } }),
    });
  } catch (error) {
    if (error instanceof TableError && error.type === 'ResourceInUseException') return;
    throw error;
  }
  const ttl = properties.TimeToLiveSpecification;
  if (ttl === undefined) return;
  await client.call('UpdateTimeToLive', {
    TableName: resource.name,
    TimeToLiveSpecification: { AttributeName: ttl.AttributeName, Enabled: ttl.Enabled },
  });
}

/** The properties of an index that the API accepts. Templates may have more. */
function index({ IndexName, KeySchema, Projection }: Readonly<Record<string, unknown>>): unknown {
  return { IndexName, KeySchema, Projection };
}

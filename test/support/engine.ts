import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { beforeAll } from 'vitest';
import { startDynamoDb } from '#local/engines/dynamodb-engine.ts';
import { TABLE } from '#shared/data/table.ts';
import type { Table } from '#shared/data/table-client.ts';
import { createDocumentClient } from '#shared/runtime/document-client.ts';
import { memoryContents } from '#testing/memory-contents.ts';

/** A DynamoDB-compatible engine with an empty table like that of the stack. Large content of its rows is in memory. */
export interface Engine {
  readonly endpoint: string;
  readonly table: Table;
  stop(): Promise<void>;
}

const CREDENTIALS = { accessKeyId: 'test', secretAccessKey: 'test' };
const REGION = 'eu-central-1';

/** Starts the engine of the local profile on a temporary file, or uses the one that `AID_DYNAMODB_ENDPOINT` names. */
export async function startEngine(): Promise<Engine> {
  const given = process.env.AID_DYNAMODB_ENDPOINT;
  const folder = mkdtempSync(join(tmpdir(), 'aid-engine-'));
  const server = await startDynamoDb(folder, given);
  const options = { endpoint: server.endpoint, region: REGION, credentials: CREDENTIALS };
  const client = new DynamoDBClient(options);
  const name = `aid-test-${randomBytes(6).toString('hex')}`;
  await createTable(client, name);
  return {
    endpoint: server.endpoint,
    table: {
      client: createDocumentClient(options),
      name,
      contents: memoryContents(),
    },
    stop: async () => {
      if (given !== undefined) await client.send(new DeleteTableCommand({ TableName: name }));
      client.destroy();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

let running: Promise<Engine> | undefined;

/**
 * Runs one engine for all test files of a process, which ends with the process. The files share its table: each creates
 * organizations of its own. Sets the environment so that `getTable` returns the table in the code under test.
 */
export function useEngine(): { readonly table: Table } {
  let engine: Engine | undefined;
  beforeAll(async () => {
    running ??= startEngine();
    engine = await running;
    process.env.TABLE_NAME = engine.table.name;
    process.env.AWS_ENDPOINT_URL_DYNAMODB = engine.endpoint;
    process.env.AWS_REGION = REGION;
    // Settings of the stage that the services read themselves.
    process.env.LIMITS ??= '{}';
    process.env.MAIL_RETENTION_DAYS ??= '365';
    process.env.AWS_ACCESS_KEY_ID = CREDENTIALS.accessKeyId;
    process.env.AWS_SECRET_ACCESS_KEY = CREDENTIALS.secretAccessKey;
  });
  return {
    get table() {
      if (engine === undefined) throw new Error('the engine runs only while tests run');
      return engine.table;
    },
  };
}

async function createTable(client: DynamoDBClient, name: string): Promise<void> {
  const { partitionKey, sortKey, dueIndex } = TABLE;
  const keys = (hash: string, range: string) => [
    { AttributeName: hash, KeyType: 'HASH' as const },
    { AttributeName: range, KeyType: 'RANGE' as const },
  ];
  await client.send(
    new CreateTableCommand({
      TableName: name,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [partitionKey, sortKey, dueIndex.partitionKey, dueIndex.sortKey].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S' as const,
      })),
      KeySchema: keys(partitionKey, sortKey),
      GlobalSecondaryIndexes: [
        {
          IndexName: dueIndex.name,
          KeySchema: keys(dueIndex.partitionKey, dueIndex.sortKey),
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
    }),
  );
}

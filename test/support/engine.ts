import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateTableCommand, DeleteTableCommand, DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { beforeAll } from 'vitest';
import { indexStream } from '#local/engines/stream-index.ts';
import { endGuarded, spawnTied } from '#local/engines/tied-process.ts';
import { freePort } from '#local/http/free-port.ts';
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

/** Starts the bundled engine on a temporary file, or uses the one that `AID_DYNAMODB_ENDPOINT` names. */
export async function startEngine(): Promise<Engine> {
  const given = process.env.AID_DYNAMODB_ENDPOINT;
  const server = given === undefined ? await spawnEngine() : { endpoint: given, file: undefined, stop: async () => {} };
  const options = { endpoint: server.endpoint, region: REGION, credentials: CREDENTIALS };
  const client = new DynamoDBClient(options);
  const name = `aid-test-${randomBytes(6).toString('hex')}`;
  await createTable(client, name);
  if (server.file !== undefined) indexStream(server.file);
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

const MAX_PORTS = 5;

/**
 * Another process may take the free port before the engine binds it. Then the engine exits, and the start is tried
 * again. The engine keeps its data in a file, as in the local profile, because in memory it cannot have the index that
 * keeps its writes fast: half the time of a test with a few hundred writes.
 */
async function spawnEngine(): Promise<{ endpoint: string; file: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'aid-engine-'));
  const file = join(folder, 'table.db');
  for (let tries = 1; ; tries++) {
    const port = await freePort();
    const child = spawnTied(enginePath(), ['serve', '--host', '127.0.0.1', '--port', String(port), '--db-path', file]);
    let complaint = '';
    child.stdout?.resume();
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-2000);
    });
    const endpoint = `http://127.0.0.1:${port}`;
    const alive = () => child.exitCode === null && child.signalCode === null;
    const stop = async () => {
      await endGuarded(child);
      rmSync(folder, { recursive: true, force: true });
    };
    if (await responds(endpoint, alive)) return { endpoint, file, stop };
    await endGuarded(child);
    if (tries >= MAX_PORTS) throw new Error(`the engine does not start: ${complaint.trim()}`);
  }
}

async function responds(endpoint: string, alive: () => boolean): Promise<boolean> {
  const probe = new DynamoDBClient({ endpoint, region: REGION, credentials: CREDENTIALS, maxAttempts: 1 });
  try {
    for (let tries = 0; tries < 400 && alive(); tries++) {
      await sleep(25);
      const responded = await probe.send(new ListTablesCommand({})).then(
        () => true,
        () => false,
      );
      if (responded) return alive();
    }
    return false;
  } finally {
    probe.destroy();
  }
}

function enginePath(): string {
  const manifest = createRequire(import.meta.url).resolve(`@dynoxide/${process.platform}-${process.arch}/package.json`);
  return join(manifest, '..', 'dynoxide');
}

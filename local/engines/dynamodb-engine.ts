import type { ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../http/free-port.ts';
import { StartError } from '../start-error.ts';
import { indexStream } from './stream-index.ts';
import { TableClient } from './table-client.ts';
import { endGuarded, spawnTied } from './tied-process.ts';

/** A running DynamoDB-compatible engine. */
export interface DynamoDbEngine {
  readonly endpoint: string;
  readonly client: TableClient;
  /** The engine's own file, when it is the bundled one. */
  readonly file: string | undefined;
  /** Called when the engine ends unexpectedly. */
  onExit(listener: () => void): void;
  stop(): Promise<void>;
}

const START_TIMEOUT_MS = 10_000;

/** How many more ports are tried when another program takes the one that was free a moment before. */
const MAX_STARTS = 5;

/**
 * Starts the bundled engine on a file of the workspace, or connects to the engine that the environment names. An
 * ephemeral stack uses a temporary file, because in memory the engine cannot have the index that keeps its writes fast.
 */
export async function startDynamoDb(dir: string, attachTo: string | undefined): Promise<DynamoDbEngine> {
  if (attachTo !== undefined) return attached(attachTo);
  const file = join(dir, 'table.db');
  for (let starts = 1; ; starts++) {
    try {
      return await startBundled(file);
    } catch (error) {
      if (starts === MAX_STARTS || !/port \d+ is already in use/.test((error as Error).message)) throw error;
    }
  }
}

async function startBundled(file: string): Promise<DynamoDbEngine> {
  indexStream(file);
  const { host, port } = await hiddenAddress();
  const child = spawnTied(enginePath(), ['serve', '--host', host, '--port', String(port), '--db-path', file]);
  let complaint = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(-2000);
  });
  child.stdout?.resume();
  let stopping = false;
  const engine: DynamoDbEngine = {
    endpoint: `http://${host}:${port}`,
    client: new TableClient(`http://${host}:${port}`),
    file,
    onExit: (listener) => child.once('exit', () => stopping || listener()),
    stop: async () => {
      stopping = true;
      engine.client.close();
      await endGuarded(child);
    },
  };
  try {
    await untilAnswering(engine.client, child, () => complaint);
  } catch (error) {
    await engine.stop();
    throw error;
  }
  indexStream(file);
  return engine;
}

/**
 * An address that a web page cannot find. The engine serves everyone who knows its address, pages of every origin
 * included. On Linux, loopback has 16 million addresses, and with the ports there are too many to try. Other systems
 * have only one.
 */
async function hiddenAddress(): Promise<{ host: string; port: number }> {
  const host = `127.${randomInt(1, 255)}.${randomInt(256)}.${randomInt(1, 255)}`;
  try {
    return { host, port: await freePort(host) };
  } catch {
    return { host: '127.0.0.1', port: await freePort() };
  }
}

async function attached(endpoint: string): Promise<DynamoDbEngine> {
  const client = new TableClient(endpoint);
  try {
    await client.call('ListTables', {});
  } catch (error) {
    throw new StartError(`AID_DYNAMODB_ENDPOINT: no engine responds at ${endpoint} (${(error as Error).message})`);
  }
  return { endpoint, client, file: undefined, onExit: () => {}, stop: async () => client.close() };
}

/** The package of this platform, which set-up installs (`scripts/engine-package.mjs`). */
export function enginePath(): string {
  const name = `@dynoxide/${process.platform}-${process.arch}`;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
    return join(manifest, '..', process.platform === 'win32' ? 'dynoxide.exe' : 'dynoxide');
  } catch {
    throw new StartError(
      `${name} is not installed: npm run setup installs it, or says how to run another engine for AID_DYNAMODB_ENDPOINT`,
    );
  }
}

async function untilAnswering(client: TableClient, child: ChildProcess, complaint: () => string): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  // Another program may be at the address and never respond, so the end of the engine ends the wait too.
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new StartError(`the DynamoDB engine ended: ${complaint().trim() || code}`)));
  });
  ended.catch(() => {});
  const isAnswering = () =>
    client.call('ListTables', {}).then(
      () => true,
      () => false,
    );
  while (Date.now() < deadline) {
    if (await Promise.race([isAnswering(), ended])) return;
    await Promise.race([sleep(15), ended]);
  }
  throw new StartError(`the DynamoDB engine does not respond: ${complaint().trim() || 'it printed nothing'}`);
}

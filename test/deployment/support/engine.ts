import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { reservePort } from '#testing/reserved-port.ts';
import { installPython } from '../../support/tools/install.ts';

const HERE = join(import.meta.dirname, '..');
const ROOT = join(HERE, '..', '..');

export const REGION = 'eu-central-1';
export const ACCOUNT = '000000000000';

/** A decision of the engine about a request of a function. */
export interface Decision {
  readonly allowed: boolean;
  readonly action: string;
  readonly resource: string;
  readonly by: string;
}

/** The running engine: an empty AWS account on this machine. */
export interface Account {
  readonly endpoint: string;
  /** The environment of a program that uses the account. */
  readonly env: Readonly<Record<string, string>>;
  /** The options of a client of the AWS SDK. */
  readonly client: { endpoint: string; region: string; credentials: { accessKeyId: string; secretAccessKey: string } };
  /** What the engine decided about the requests of functions, by their execution roles. */
  decisions(): Decision[];
  log(): string;
  stop(): Promise<void>;
}

/** Installs the engine, and starts it with its state in a folder and this quota of concurrent executions. */
export async function startAccount(folder: string, concurrency: number): Promise<Account> {
  const python = await installPython('deployment-engine', join(HERE, 'tools'));
  mkdirSync(folder, { recursive: true });
  const port = await reservePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const [accessLog, log] = [join(folder, 'access.log'), join(folder, 'engine.log')];
  const output = openSync(log, 'a');
  const path = [join(ROOT, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  const child = spawn(join(python, 'python'), [join(HERE, 'engine', 'engine.py')], {
    cwd: folder,
    stdio: ['ignore', output, output],
    env: {
      PATH: path,
      HOME: folder,
      TMPDIR: folder,
      PYTHONDONTWRITEBYTECODE: '1',
      // The functions run in the Node of this repository.
      NODE_OPTIONS: `--require ${join(HERE, 'engine', 'streaming-globals.cjs')}`,
      AUTH: 'true',
      BIND_HOST: '127.0.0.1',
      GATEWAY_PORT: String(port),
      MINISTACK_HOST: '127.0.0.1',
      MINISTACK_REGION: REGION,
      MINISTACK_APIGW_PROXY_TIMEOUT_SECONDS: '65',
      LAMBDA_ACCOUNT_CONCURRENCY: String(concurrency),
      S3_DATA_DIR: join(folder, 's3'),
      STATE_DIR: join(folder, 'state'),
      ENGINE_ACCESS_LOG: accessLog,
    },
  });
  await untilReady(endpoint, child, log);
  return {
    endpoint,
    env: {
      PATH: path,
      HOME: folder,
      AWS_ENDPOINT_URL: endpoint,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
      AWS_REGION: REGION,
    },
    client: { endpoint, region: REGION, credentials: { accessKeyId: 'test', secretAccessKey: 'test' } },
    decisions: () =>
      readFileSync(accessLog, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Decision),
    log: () => readFileSync(log, 'utf8'),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('close', resolve));
      child.kill('SIGTERM');
      await Promise.race([ended, sleep(10_000)]);
      child.kill('SIGKILL');
    },
  };
}

async function untilReady(endpoint: string, child: ChildProcess, log: string): Promise<void> {
  for (let tries = 0; tries < 2400 && child.exitCode === null; tries++) {
    await sleep(250);
    const isUp = await fetch(endpoint).then(
      () => true,
      () => false,
    );
    if (isUp) return;
  }
  throw new Error(`the engine does not start:\n${readFileSync(log, 'utf8').slice(-4000)}`);
}

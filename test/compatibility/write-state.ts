import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { type Received, Receiver } from '#testing/receiver.ts';
import { type Stack, startStack } from '#testing/stack.ts';
import { startEngine } from '../support/engine.ts';
import { makeSignedEndpoint, type SignedEndpoint } from './signed-endpoint.ts';
import { untilHeld } from './stack-queues.ts';
import { allKeys, putUnreadable } from './stack-table.ts';
import { stateSettings } from './state-settings.ts';
import { type Declared, missingJobs, missingRows } from './stored-kinds.ts';
import { releaseJobs } from './waiting-jobs.ts';
import { send } from './writer/state-client.ts';
import type { StateRecord, StoredRequest, WriterOptions } from './writer/state-record.ts';

/** A state that a release has written and left: nothing runs on it. */
export interface State {
  /** The settings of a stack that continues with the state. */
  readonly settings: Readonly<Record<string, string>>;
  readonly records: readonly StateRecord[];
  /** What each read of the records returned. */
  readonly before: readonly unknown[];
  readonly receiver: Receiver;
  readonly signed: SignedEndpoint;
  /** Ends the engine and removes the files. */
  end(): Promise<void>;
}

/** The receiver of one endpoint is gone. */
const respond = ({ path }: Received) => ({ status: path === '/gone' ? 410 : 200 });

/**
 * Has the release in a folder write rows and jobs of every kind to a new state. Fails if a kind is missing that the
 * release declares.
 */
export async function writeState(root: string): Promise<State> {
  const [engine, receiver] = await Promise.all([startEngine(), Receiver.start(respond)]);
  const stateDir = mkdtempSync(join(tmpdir(), 'aid-compatibility-'));
  const end = async () => {
    await Promise.all([engine.stop(), receiver.stop()]);
    rmSync(stateDir, { recursive: true, force: true });
  };
  const settings = await stateSettings(engine.endpoint, stateDir);
  const release = { root, settings, receiver };
  try {
    const declared = await declaredBy(root);
    let signed: SignedEndpoint | undefined;
    const settled = await runWriter(release, 'settled', async ({ baseUrl }) => {
      signed = await makeSignedEndpoint(baseUrl, receiver);
    });
    if (signed === undefined) throw new Error('no endpoint was registered');
    const waiting = await runWriter(release, 'waiting', async ({ baseUrl }) => {
      await putUnreadable(engine);
      await untilHeld(baseUrl, [['relay-failures', 1]], 'relay-failures');
      expect(missingRows(await allKeys(engine), declared)).toEqual([]);
    });
    expect(missingJobs(releaseJobs(stateDir), declared)).toEqual([]);
    const records = [settled.record, waiting.record];
    return { settings, records, before: [...settled.before, ...waiting.before], receiver, signed, end };
  } catch (error) {
    await end();
    throw error;
  }
}

interface Release {
  readonly root: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly receiver: Receiver;
}

interface Written {
  readonly record: StateRecord;
  readonly before: unknown[];
}

/** Starts a stack of the release for one of its writers, and ends both after `then`. */
async function runWriter(
  { root, settings, receiver }: Release,
  state: WriterOptions['state'],
  then: (stack: Stack) => Promise<void> = async () => {},
): Promise<Written> {
  const program = state === 'waiting' ? 'test/compatibility/writer/start-without-workers.ts' : 'local/start.ts';
  const stack = await startStack(settings, { root, command: [process.execPath, program] });
  let writer: ChildProcess | undefined;
  try {
    const options = { url: stack.baseUrl, smtpPort: stack.smtpPort, receiver: receiver.url(''), state };
    writer = spawn(process.execPath, ['test/compatibility/writer/write-state.ts', JSON.stringify(options)], {
      cwd: root,
    });
    const record = await recordOf(writer);
    await then(stack);
    const before = await Promise.all(record.reads.map((request) => replyTo(stack.baseUrl, request)));
    expect(before.filter(({ status }) => status !== 200)).toEqual([]);
    return { record, before };
  } finally {
    await stack.stop();
    writer?.kill();
  }
}

/** The line that a writer prints when it has written everything. Its connections stay open until it is ended. */
async function recordOf(writer: ChildProcess): Promise<StateRecord> {
  let complaint = '';
  writer.stderr?.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  const ended = once(writer, 'close').then(() => Promise.reject(new Error(`the writer ended: ${complaint}`)));
  ended.catch(() => {});
  if (writer.stdout === null) throw new Error('the writer has no output');
  const [line] = await Promise.race([once(createInterface(writer.stdout), 'line'), ended]);
  return JSON.parse(line as string) as StateRecord;
}

/** A reply with the read that it is of, so that a difference names the read. */
export async function replyTo(url: string, request: StoredRequest) {
  const { status, reply } = await send(url, request);
  return { read: `${request.method} ${request.path}`, status, reply };
}

/** What a release says in its own files about the rows and jobs that it stores. */
async function declaredBy(root: string): Promise<Declared> {
  const load = (file: string) => import(/* @vite-ignore */ pathToFileURL(join(root, file)).href);
  // Release 0.2.0 has the list of its rows in `shared/data`.
  const rows = ['scripts/data-model/rows.ts', 'shared/data/rows.ts'].find((file) => existsSync(join(root, file)));
  if (rows === undefined) throw new Error('the release does not list its rows');
  const [{ ROWS }, { PREFIX }, { JOB_SCHEMAS }] = await Promise.all(
    [rows, 'shared/data/table.ts', 'shared/contract/jobs.ts'].map(load),
  );
  return { ROWS, PREFIX, JOB_SCHEMAS };
}

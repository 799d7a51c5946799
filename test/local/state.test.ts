import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { readSettings } from '#local/settings.ts';
import { startStack } from '#local/stack.ts';
import { StartError } from '#local/start-error.ts';
import { lockState } from '#local/state/state-lock.ts';
import { markForReset } from '#local/state/state-reset.ts';
import { LAYOUT } from '#shared/domain/stage/layout.ts';
import { EPHEMERAL } from './support/fixture.ts';

const WRITES = LAYOUT.writes;
const NEXT = WRITES + 1;

const dirs: string[] = [];
const temporary = () => {
  const dir = mkdtempSync(join(tmpdir(), 'aid-test-'));
  dirs.push(dir);
  return dir;
};

afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

/** Gives a state folder other layouts. */
function setLayouts(dir: string, oldest: number, newest: number): void {
  withLock(dir, (lock) => lock.prepare('UPDATE layouts SET oldest = ?, newest = ?').run(oldest, newest));
}

/** Makes the lock file of a version before 0.2.0, which stored one number; 0 is that of a version that stored none. */
function makeOldLock(dir: string, layout: number): void {
  withLock(dir, (lock) => lock.exec(`PRAGMA user_version = ${layout}`));
}

function layoutsIn(dir: string): unknown {
  return withLock(dir, (lock) => ({ ...lock.prepare('SELECT oldest, newest FROM layouts').get() }));
}

function withLock<T>(dir: string, work: (lock: DatabaseSync) => T): T {
  const lock = new DatabaseSync(join(dir, 'lock'));
  try {
    return work(lock);
  } finally {
    lock.close();
  }
}

/** Starts a stack on a folder and returns the reason why it refused to start. */
async function refusedStart(stateDir: string): Promise<unknown> {
  const options = { show: () => {}, onBroken: () => {}, build: () => expect.fail('it built') };
  return startStack({ ...options, settings: { ...EPHEMERAL, stateDir } }).catch((error: unknown) => error);
}

test('One process holds a state folder at a time, and the next one can have it after its release', () => {
  const dir = temporary();
  const unlock = lockState(dir);
  expect(() => lockState(dir)).toThrow(StartError);
  unlock();
  lockState(dir)();
});

test.each([
  ['a version before 0.2.0', 'layout 3', (dir: string) => makeOldLock(dir, 3)],
  ['a version without layout numbers', 'no layout number', (dir: string) => makeOldLock(dir, 0)],
  ['a newer version', `layout ${NEXT}`, (dir: string) => setLayouts(dir, NEXT, NEXT)],
  ['two versions, one of them newer', `layouts ${WRITES} to ${NEXT}`, (dir: string) => setLayouts(dir, WRITES, NEXT)],
  ['two versions, one of them older', `layouts 3 to ${WRITES}`, (dir: string) => setLayouts(dir, 3, WRITES)],
])('A state folder of %s is refused with its layout, the needed one and the way out', async (name, found, change) => {
  const dir = temporary();
  if (!name.startsWith('a version')) lockState(dir)();
  writeFileSync(join(dir, 'table.db'), '');
  change(dir);
  const error = await refusedStart(dir);
  expect(error).toBeInstanceOf(StartError);
  expect((error as StartError).message).toBe(
    `state folder ${dir} has ${found}, but this version needs layout ${LAYOUT.reads.join(' or ')}: ` +
      'delete the folder, or name another one in AID_STATE_DIR',
  );
});

test('A folder with other files is refused, and nothing is written to it', async () => {
  const dir = temporary();
  writeFileSync(join(dir, 'notes.txt'), 'x');
  expect(await refusedStart(dir)).toMatchObject({
    name: 'StartError',
    message: expect.stringContaining('has no layout number'),
  });
  expect(readdirSync(dir)).toEqual(['notes.txt']);
});

test('A start that was killed before it stored the layout number leaves a folder that counts as new', () => {
  const dir = temporary();
  writeFileSync(join(dir, 'lock'), '');
  lockState(dir)();
  writeFileSync(join(dir, 'table.db'), '');
  expect(() => lockState(dir)()).not.toThrow();
});

test('A state folder that is marked for a reset is empty at the next start, whatever was stored in it', () => {
  const dir = temporary();
  lockState(dir)();
  mkdirSync(join(dir, 'logs'));
  for (const name of ['table.db', 'emulators.db', join('logs', 'relay.log')]) writeFileSync(join(dir, name), 'x');
  setLayouts(dir, NEXT, NEXT);
  markForReset(dir);
  const unlock = lockState(dir);
  expect(readdirSync(dir).filter((name) => !name.startsWith('lock'))).toEqual([]);
  unlock();
  expect(layoutsIn(dir)).toEqual({ oldest: WRITES, newest: WRITES });
  writeFileSync(join(dir, 'table.db'), 'x');
  lockState(dir)();
  expect(readdirSync(dir)).toContain('table.db');
});

test('A state folder that another stack uses is not emptied', () => {
  const dir = temporary();
  const unlock = lockState(dir);
  writeFileSync(join(dir, 'table.db'), 'x');
  markForReset(dir);
  expect(() => lockState(dir)).toThrow('in use by another stack');
  expect(readdirSync(dir)).toContain('table.db');
  unlock();
});

test.each([
  ['API', { smtpPort: 0 }, 'port'],
  ['SMTP', { port: 0 }, 'smtpPort'],
])('A busy %s port is reported in one line, before anything else happens', async (name, free, busy) => {
  const { createServer } = await import('node:net');
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  const start = startStack({
    settings: { ...EPHEMERAL, ...free, [busy]: port },
    show: () => {},
    onBroken: () => {},
    build: () => expect.fail('it built'),
  });
  await expect(start).rejects.toThrow(new RegExp(`^${name}: port ${port} is in use`));
  server.close();
});

test('The settings of the stage are passed to the synthesis, those of the local profile are not', () => {
  const { stage, port, stateDir } = readSettings({
    AID_PORT: '1',
    AID_MAIL_DOMAIN: 'x.test',
    AID_EPHEMERAL: '1',
    HOME: '/',
  });
  expect({ port, stateDir }).toEqual({ port: 1, stateDir: undefined });
  expect(stage).toEqual({
    AID_PROFILE: 'local',
    AID_MAIL_DOMAIN: 'x.test',
    AID_PUBLIC_URL: expect.any(String),
    AID_RUNBOOK_URL: expect.stringMatching(/\/runbook\.md$/),
    AID_TUNNEL_URL: expect.any(String),
  });
});

test.each([
  [{ AID_PORT: 'x' }, /^AID_PORT/],
  [{ AID_SMTP_PORT: '70000' }, /^AID_SMTP_PORT/],
  [{ AID_EPHEMERAL: 'maybe' }, /^AID_EPHEMERAL/],
  [{ AID_LOG: 'loud' }, /^AID_LOG/],
  [{ AID_DYNAMODB_ENDPOINT: 'nowhere' }, /^AID_DYNAMODB_ENDPOINT/],
])('The setting %j is rejected by name', (environment, message) => {
  expect(() => readSettings(environment)).toThrow(message);
});

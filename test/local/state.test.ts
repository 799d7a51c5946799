import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { readSettings } from '../../local/settings.ts';
import { startStack } from '../../local/stack.ts';
import { StartError } from '../../local/start-error.ts';
import { lockState } from '../../local/state/state-lock.ts';
import { EPHEMERAL } from './support/fixture.ts';

const dirs: string[] = [];
const temporary = () => {
  const dir = mkdtempSync(join(tmpdir(), 'aid-test-'));
  dirs.push(dir);
  return dir;
};

afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

test('Mail to an address of the stack is received, and mail to other addresses is not', () => {
  const dir = temporary();
  const unlock = lockState(dir);
  expect(() => lockState(dir)).toThrow(StartError);
  unlock();
  lockState(dir)();
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
  expect(stage).toEqual({ AID_PROFILE: 'local', AID_MAIL_DOMAIN: 'x.test', AID_PUBLIC_URL: expect.any(String) });
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

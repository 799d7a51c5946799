import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const SERVICES = join(import.meta.dirname, '..', '..', 'shared', 'services');

test.each([
  ['emails', 'mail-reader/mail-reader-process.ts'],
  ['files', 'file-text/file-reader-process.ts'],
])('A process that reads %s ends if its parent is gone before it is ready', async (_, module) => {
  const reader = fork(join(SERVICES, module), [], {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  onTestFinished(() => {
    reader.kill('SIGKILL');
  });
  const exited = once(reader, 'exit');
  reader.disconnect();
  expect(await exited).toEqual([1, null]);
});

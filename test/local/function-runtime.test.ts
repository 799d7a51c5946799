import { writeFileSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { Clock } from '#local/clock.ts';
import { FunctionLogs } from '#local/functions/function-log.ts';
import { FunctionRuntime } from '#local/functions/function-runtime.ts';
import { writeWorkerModule } from '#local/functions/worker-module.ts';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';

const MAIL_READER = join(import.meta.dirname, '../../shared/services/mail-reader/mail-reader.ts');
const folder = makeTemporaryFolder(tmpdir(), 'aid-runtime');
const modulePath = join(folder, 'index.mjs');
writeFileSync(
  modulePath,
  `import { getCompileCacheDir } from 'node:module';
   import { subscribe } from 'node:diagnostics_channel';
   import { getMailReader } from ${JSON.stringify(pathToFileURL(MAIL_READER).href)};
   const children = [];
   subscribe('child_process', ({ process }) => children.push(process));
   let calls = 0;
   export const compiled = async () => getCompileCacheDir() ?? 'nowhere';
   export const handler = async ({ ms }) => {
     await new Promise((resolve) => setTimeout(resolve, ms));
     return ++calls;
   };
   export const leave = async () => {
     process.once('beforeExit', () => { throw new Error('on the way out'); });
     return ++calls;
   };
   export const read = async () => {
     await getMailReader().readHtml('<p>hello</p>');
     return children.map(({ pid }) => pid);
   };`,
);
const lines: string[] = [];
const runtimeOf = (exportName: string) =>
  new FunctionRuntime({
    definition: {
      name: 'aid-test-counter',
      arn: 'arn:aws:lambda:eu-central-1:000000000000:function:aid-test-counter',
      role: 'role',
      modulePath,
      exportName,
      handler: 'index.handler',
      folder,
      timeoutSeconds: 10,
      memoryMb: 128,
      environment: {},
    },
    environment: {},
    workerModule: writeWorkerModule(join(folder, 'runtime')),
    logs: new FunctionLogs({ folder: undefined, level: 'debug', show: (line) => lines.push(line) }),
    loopbackOnly: false,
    tableHost: '127.0.0.1:1',
    tableRights: undefined,
    onUse: () => {},
    engineTables: { host: '127.0.0.1:1', keys: new Map() },
    clock: new Clock(),
  });
const runtime = runtimeOf('handler');

afterAll(() => runtime.stop());

test('An unloaded function begins anew at its next invocation, and its log says nothing of it', async () => {
  expect(await runtime.invoke({ ms: 0 })).toBe('1');
  expect(await runtime.invoke({ ms: 0 })).toBe('2');
  expect(runtime.isLoaded).toBe(true);
  await runtime.unload();
  expect(runtime.isLoaded).toBe(false);
  expect(await runtime.invoke({ ms: 0 })).toBe('1');
  expect(lines).toEqual([]);
});

test('A function with an invocation that is under way, or about to begin, is not idle and not unloaded', async () => {
  await runtime.unload();
  const running = runtime.invoke({ ms: 200 });
  expect(runtime.idleSince).toBeUndefined();
  await runtime.unload();
  expect(await running).toBe('1');
  expect(runtime.idleSince).toBeGreaterThan(0);
});

test('A function keeps its compiled code where the process keeps its own', async () => {
  enableCompileCache(join(folder, 'compiled'));
  const compiled = runtimeOf('compiled');
  try {
    expect(await compiled.invoke({})).toBe(JSON.stringify(getCompileCacheDir()));
  } finally {
    await compiled.stop();
  }
});

test('An unloaded function that has read mail leaves no process, not even one that has ended', async () => {
  const reading = runtimeOf('read');
  const [pid = 0, ...others] = JSON.parse(await reading.invoke({})) as number[];
  expect(others).toEqual([]);
  expect(process.kill(pid, 0)).toBe(true);
  await reading.unload();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('An unloaded function that fails on its way out is unloaded like any other', async () => {
  const leaving = runtimeOf('leave');
  expect(await leaving.invoke({})).toBe('1');
  await leaving.unload();
  expect(await leaving.invoke({})).toBe('1');
  await leaving.stop();
});

import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { mustRun, runCommand } from '#test/description/support/run-command.ts';
import { SDK } from './support/python-program.ts';

const tool = (name: string) => join(inject('sdkPython'), name);
const SOURCES = { cwd: SDK, env: { PYTHONPATH: 'src' } };

test("The Python SDK's own tests pass, which need no service", async () => {
  const { code, output } = await runCommand(tool('python'), ['-W', 'error', '-m', 'pytest', '-q'], SOURCES);
  console.log(output.trim().split('\n').at(-1));
  expect(code, output).toBe(0);
});

test('mypy, strict, finds nothing in the Python SDK and its tests', async () => {
  const args = ['--python-executable', tool('python'), '--cache-dir', join(inject('sdkWorkspace'), 'mypy')];
  const { stdout } = await mustRun(tool('mypy'), args, SOURCES);
  console.log(stdout.trim());
  expect(stdout).toMatch(/^Success: no issues found in \d+ source files/);
});

test('pyright, strict, finds nothing in the Python SDK and its tests', async () => {
  const { stdout } = await mustRun('npx', ['--yes', 'pyright@1.1.414', '--pythonpath', tool('python')], SOURCES);
  console.log(stdout.trim());
  expect(stdout).toContain('0 errors, 0 warnings');
});

test('ruff finds nothing in what is written by hand, and would format it as it is', async () => {
  await mustRun(tool('ruff'), ['check', '--no-cache', '.'], SOURCES);
  await mustRun(tool('ruff'), ['format', '--no-cache', '--check', '.'], SOURCES);
});

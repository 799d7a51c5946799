import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mustRun } from '#test/support/tools/run-command.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { SDK, SOURCES } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

/** The oldest Python that the SDK names, for which both type checkers take it. */
const OLDEST = '3.10';

test('mypy, strict, finds nothing in the Python SDK and its tests', () =>
  withTemporaryFolder(async (cache) => {
    const python = join(sdk.bin, 'python');
    const args = ['-m', 'mypy', '--python-executable', python, '--cache-dir', cache];
    const { stdout } = await mustRun(python, args, SOURCES);
    console.log(stdout.trim());
    expect(stdout).toMatch(/^Success: no issues found in \d+ source files/);
  }));

test('pyright, strict, finds nothing in the Python SDK and its tests', async () => {
  const python = join(sdk.bin, 'python');
  const { stdout } = await mustRun('npx', ['--yes', 'pyright@1.1.414', '--pythonpath', python], SOURCES);
  console.log(stdout.trim());
  expect(stdout).toContain('0 errors, 0 warnings');
});

test('The Python that the package of the SDK asks for is the one that the type checkers and the tests take', () => {
  const settings = readFileSync(join(SDK, 'pyproject.toml'), 'utf8');
  const versions = [...settings.matchAll(/^(?:requires-python|python_?[vV]ersion) = "(?:>=)?([\d.]+)"$/gm)];
  expect(versions.map(([, version]) => version)).toEqual([OLDEST, OLDEST, OLDEST]);
});

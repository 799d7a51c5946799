import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { installPython } from '#test/description/support/install-tools.ts';
import { mustRun, runCommand } from '#test/description/support/run-command.ts';
import { findOldestPython } from './support/oldest-python.ts';
import { SDK } from './support/python-program.ts';

const PINS = join(import.meta.dirname, 'tools', 'oldest');

const python = await findOldestPython();
if (python === undefined) console.log('left out: the tests of the SDK with Python 3.10, which is not on this machine');

// The last line of a run counts it as skipped where there is no Python 3.10. mypy and pyright check for it everywhere.
test.skipIf(python === undefined)(
  'The Python SDK passes its own tests with the oldest Python that it names',
  async () => {
    const folder = join(process.env.AID_TOOLS_DIR ?? inject('sdkWorkspace'), 'sdk-python-oldest');
    const oldest = join(await installPython(folder, PINS, python), 'python');
    const environment = { cwd: SDK, env: { PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' } };
    const { code, output } = await runCommand(oldest, ['-W', 'error', '-m', 'pytest', '-q'], environment);
    console.log(`Python 3.10: ${output.trim().split('\n').at(-1)}`);
    expect(code, output).toBe(0);
  },
);

test('The Python that the package of the SDK asks for is the one that the type checkers and the tests take', async () => {
  const settings = readFileSync(join(SDK, 'pyproject.toml'), 'utf8');
  const versions = [...settings.matchAll(/^(?:requires-python|python_?[vV]ersion) = "(?:>=)?([\d.]+)"$/gm)];
  expect(versions.map(([, version]) => version)).toEqual(['3.10', '3.10', '3.10']);
  const command = [
    '-m',
    'mypy',
    '--python-version',
    '3.10',
    '--cache-dir',
    join(inject('sdkWorkspace'), 'mypy-oldest'),
  ];
  const { stdout } = await mustRun(join(inject('sdkPython'), 'python'), command, {
    cwd: SDK,
    env: { PYTHONPATH: 'src' },
  });
  expect(stdout).toMatch(/^Success/);
});

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installPython } from '#test/support/tools/install.ts';
import { runCommand } from '#test/support/tools/run-command.ts';
import { findOldestPython } from './support/oldest-python.ts';
import { SOURCES } from './support/python-program.ts';

const PINS = join(import.meta.dirname, 'tools', 'oldest');

const python = await findOldestPython();
if (python === undefined) console.log('left out: the tests of the SDK with Python 3.10, which is not on this machine');

// The last line of a run counts it as skipped where there is no Python 3.10. mypy and pyright check for it everywhere.
test.skipIf(python === undefined)(
  'The Python SDK passes its own tests with the oldest Python that it names',
  async () => {
    const oldest = join(await installPython('sdk-python-oldest', PINS, python), 'python');
    const { code, output } = await runCommand(oldest, ['-W', 'error', '-m', 'pytest', '-q'], SOURCES);
    console.log(`Python 3.10: ${output.trim().split('\n').at(-1)}`);
    expect(code, output).toBe(0);
  },
);

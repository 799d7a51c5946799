import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mustRun, runCommand } from '#test/support/tools/run-command.ts';
import { SDK, SOURCES } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const sdk = useSdk();

test("The Python SDK's own tests pass, which need no service", async () => {
  const command = ['-W', 'error', '-m', 'pytest', '-q'];
  const { code, output } = await runCommand(join(sdk.bin, 'python'), command, SOURCES);
  console.log(output.trim().split('\n').at(-1));
  expect(code, output).toBe(0);
});

test('ruff finds nothing in what is written by hand, and would format it as it is', async () => {
  const ruff = join(sdk.bin, 'ruff');
  await mustRun(ruff, ['check', '--no-cache', '.'], { cwd: SDK });
  await mustRun(ruff, ['format', '--no-cache', '--check', '.'], { cwd: SDK });
});

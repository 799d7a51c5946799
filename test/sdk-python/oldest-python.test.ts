import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installPython } from '#test/support/tools/install.ts';
import { runCommand } from '#test/support/tools/run-command.ts';
import { ScriptedService } from '#testing/scripted-service/scripted-service.ts';
import { findOldestPython } from './support/oldest-python.ts';
import { SDK, SOURCES, sdkEnvironment, startProgram } from './support/python-program.ts';

const TOOLS = join(import.meta.dirname, 'tools');

const python = await findOldestPython();
if (python === undefined) console.log('left out: the tests of the SDK with Python 3.10, which is not on this machine');

// The last line of a run counts them as skipped where there is no Python 3.10. mypy and pyright check for it everywhere.
test.skipIf(python === undefined).each([
  ['newest', 'oldest'],
  ['lowest', 'lowest'],
])(
  'The Python SDK passes its own tests and all scenarios with Python 3.10 and the %s dependencies',
  async (_, pins) => {
    const bin = await installPython(`sdk-python-${pins}`, join(TOOLS, pins), python);
    const { code, output } = await runCommand(join(bin, 'python'), ['-W', 'error', '-m', 'pytest', '-q'], SOURCES);
    console.log(`Python 3.10: ${output.trim().split('\n').at(-1)}`);
    expect(code, output).toBe(0);
    const service = await ScriptedService.start();
    try {
      for (const client of ['Aid', 'AsyncAid']) {
        const program = startProgram(bin, 'scenarios', [service.url, client], sdkEnvironment(service.url, ''));
        expect(await program.ended, program.output()).toBe(0);
        console.log(program.output().trim());
      }
    } finally {
      await service.stop();
    }
  },
);

test('The lowest dependencies that are tried are those that the package of the SDK allows', () => {
  const settings = readFileSync(join(SDK, 'pyproject.toml'), 'utf8');
  const pins = readFileSync(join(TOOLS, 'lowest', 'requirements.txt'), 'utf8');
  const allowed = [...settings.matchAll(/"(\w+)>=([\d.]+)(?:,<\d+)?"/g)].filter(([, name]) => name !== 'hatchling');
  expect(allowed.map(([, name]) => name).sort()).toEqual(['cryptography', 'httpx', 'pydantic', 'websockets']);
  const pinned = Object.fromEntries(
    [...pins.matchAll(/^(\w+)==([\d.]+)$/gm)].map(([, name, version]) => [name, version]),
  );
  for (const [, name = '', version] of allowed) {
    expect([version, `${version}.0`, `${version}.0.0`], name).toContain(pinned[name]);
  }
});

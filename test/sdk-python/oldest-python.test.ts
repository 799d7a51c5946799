import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findNewestPython, findPythonOf } from '#test/support/tools/find-python.ts';
import { installPython } from '#test/support/tools/install.ts';
import { runCommand } from '#test/support/tools/run-command.ts';
import { runtimesOf } from '#testing/scripted-service/runtimes.ts';
import { expectScenarios } from './support/expect-scenarios.ts';
import { SDK, SOURCES } from './support/python-program.ts';

const TOOLS = join(import.meta.dirname, 'tools');

/** The Python of each runtime, if this machine has it, and the folder with the pins of its dependencies. */
const PYTHONS: Readonly<Record<string, { readonly python: string | undefined; readonly pins: string }>> = {
  'python-3.10-lowest': { python: await findPythonOf('3.10'), pins: 'lowest' },
  'python-3.10-newest': { python: await findPythonOf('3.10'), pins: 'oldest' },
  'python-3.13-lowest': { python: await findPythonOf('3.13'), pins: 'lowest' },
  'python-3.13-newest': { python: await findPythonOf('3.13'), pins: '' },
  'python-newest': { python: await findNewestPython({ above: 13 }), pins: '' },
};

for (const { id, name } of runtimesOf('test/sdk-python/oldest-python.test.ts')) {
  const { python, pins } = PYTHONS[id] ?? unknown(id);
  if (python === undefined) console.log(`not on this machine, so the SDK was not tried with it: ${name}`);
  // A machine with nothing newer has the newest Python among the others.
  if (python === undefined && id === 'python-newest') continue;
  // A run counts a test as skipped where there is no such Python. mypy and pyright check for the oldest one everywhere.
  test.skipIf(python === undefined)(`The Python SDK passes its own tests and all scenarios: ${name}`, async () => {
    const bin = await installPython(`sdk-${id}`, join(TOOLS, pins), python);
    const { code, output } = await runCommand(join(bin, 'python'), ['-W', 'error', '-m', 'pytest', '-q'], SOURCES);
    console.log(`${name}: ${output.trim().split('\n').at(-1)}`);
    expect(code, output).toBe(0);
    await Promise.all([expectScenarios(bin, 'Aid'), expectScenarios(bin, 'AsyncAid')]);
  });
}

function unknown(id: string): never {
  throw new Error(`this test has no Python for ${id}`);
}

test('The lowest dependencies that are tried are those that the package of the SDK allows', () => {
  const settings = readFileSync(join(SDK, 'pyproject.toml'), 'utf8');
  const pins = readFileSync(join(TOOLS, 'lowest', 'requirements.txt'), 'utf8');
  const allowed = [...settings.matchAll(/"([\w-]+)>=([\d.]+)(?:,<\d+)?"/g)].filter(([, name]) => name !== 'hatchling');
  expect(allowed.map(([, name]) => name).sort()).toEqual([
    'cryptography',
    'httpx',
    'opentelemetry-api',
    'pydantic',
    'websockets',
  ]);
  const lines = [...pins.matchAll(/^([\w-]+)==([\d.]+)$/gm)];
  const pinned = Object.fromEntries(lines.map(([, name, version]) => [name, version]));
  for (const [, name = '', version] of allowed) {
    expect([version, `${version}.0`, `${version}.0.0`], name).toContain(pinned[name]);
  }
});

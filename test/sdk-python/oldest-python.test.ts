import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { installPython } from '#test/support/tools/install.ts';
import { runCommand } from '#test/support/tools/run-command.ts';
import { ScriptedService } from '#testing/scripted-service/scripted-service.ts';
import { findPython } from './support/find-python.ts';
import { SDK, SOURCES, sdkEnvironment, startProgram } from './support/python-program.ts';

const TOOLS = join(import.meta.dirname, 'tools');

for (const [version, dependencies, pins] of [
  ['3.10', 'newest', 'oldest'],
  ['3.10', 'lowest', 'lowest'],
  ['3.13', 'newest', ''],
] as const) {
  const python = await findPython(version);
  // A run counts a test as skipped where there is no such Python. mypy and pyright check for the oldest one everywhere.
  if (python === undefined) console.log(`left out: Python ${version}, which is not on this machine`);
  test.skipIf(python === undefined)(
    `The Python SDK passes its own tests and all scenarios with Python ${version} and the ${dependencies} dependencies`,
    async () => {
      const bin = await installPython(`sdk-python-${version}-${dependencies}`, join(TOOLS, pins), python);
      const { code, output } = await runCommand(join(bin, 'python'), ['-W', 'error', '-m', 'pytest', '-q'], SOURCES);
      console.log(`Python ${version}: ${output.trim().split('\n').at(-1)}`);
      expect(code, output).toBe(0);
      await passScenarios(bin);
    },
  );
}

async function passScenarios(bin: string): Promise<void> {
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
}

test('The lowest dependencies that are tried are those that the package of the SDK allows', () => {
  const settings = readFileSync(join(SDK, 'pyproject.toml'), 'utf8');
  const pins = readFileSync(join(TOOLS, 'lowest', 'requirements.txt'), 'utf8');
  const allowed = [...settings.matchAll(/"(\w+)>=([\d.]+)(?:,<\d+)?"/g)].filter(([, name]) => name !== 'hatchling');
  expect(allowed.map(([, name]) => name).sort()).toEqual(['cryptography', 'httpx', 'pydantic', 'websockets']);
  const lines = [...pins.matchAll(/^(\w+)==([\d.]+)$/gm)];
  const pinned = Object.fromEntries(lines.map(([, name, version]) => [name, version]));
  for (const [, name = '', version] of allowed) {
    expect([version, `${version}.0`, `${version}.0.0`], name).toContain(pinned[name]);
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { expectExample } from '#test/support/example-flows.ts';
import { EXAMPLES } from '#test/support/example-names.ts';
import { mustRun } from '#test/support/tools/run-command.ts';
import { startProgram } from '#test/support/tools/start-program.ts';
import { installWheel } from './support/installed-wheel.ts';
import { SDK } from './support/python-program.ts';
import { useSdk } from './support/use-sdk.ts';

const PROGRAMS = join(SDK, '..', '..', 'examples', 'python');

const sdk = useSdk();
const folder = mkdtempSync(join(tmpdir(), 'aid-examples-'));
let python: string;

beforeAll(async () => {
  python = await installWheel(sdk.bin, folder);
  // Tunnels need the package for WebSockets, which the extra `streams` adds.
  await mustRun(python, ['-m', 'pip', 'install', '--quiet', '--no-input', '-r', join(PROGRAMS, 'requirements.txt')]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** As the sources of the SDK are checked. */
const STYLE = ['--line-length', '120', '--target-version', 'py310'];

const fileOf = (name: string) => `${name.replaceAll('-', '_')}.py`;

test.each(EXAMPLES.map(fileOf))('ruff and mypy, strict, find nothing in examples/python/%s', async (file) => {
  const path = join(PROGRAMS, file);
  await mustRun(join(sdk.bin, 'ruff'), ['check', '--no-cache', '--select', 'E,F,I,UP', ...STYLE, path]);
  await mustRun(join(sdk.bin, 'ruff'), ['format', '--no-cache', '--check', ...STYLE, path]);
  const args = ['-m', 'mypy', '--strict', '--python-executable', python, '--cache-dir', join(folder, 'mypy'), path];
  await mustRun(join(sdk.bin, 'python'), args, { cwd: folder });
});

test.each(EXAMPLES)('examples/python does %s, with the installed package', (name) =>
  expectExample(name, folder, (program, { cwd, env }) =>
    startProgram(python, ['-u', '-W', 'error', join(PROGRAMS, fileOf(program))], { cwd, env }),
  ),
);

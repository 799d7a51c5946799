import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { buildCli } from '#scripts/clients-build/build-cli.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';

const run = promisify(execFile);
const PACKAGE = join(import.meta.dirname, '..', '..', 'clients', 'cli', 'package.json');

test('The bundle of the command line runs in an empty folder, and has the version of its package', () =>
  withTemporaryFolder(async (folder) => {
    await buildCli(folder);
    const aid = (...args: string[]) =>
      run(process.execPath, [join(folder, 'aid.js'), ...args], { cwd: folder, env: {} });
    const { version, dependencies, bin } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
    expect({ dependencies, bin }).toEqual({ dependencies: undefined, bin: { aid: './dist/aid.js' } });
    expect((await aid('--version')).stdout).toBe(`${version}\n`);
    expect(JSON.parse((await aid('commands')).stdout).commands.length).toBeGreaterThan(100);
    await expect(aid('tunnel', '0')).rejects.toMatchObject({ code: 2 });
    // As a Node that is too old for the program: nothing but the check may be loaded before it.
    const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })";
    await expect(
      run(process.execPath, ['--import', `data:text/javascript,${old}`, join(folder, 'aid.js'), '--version']),
    ).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: 'aid: aid-stack-cli needs Node 22 or newer; this is Node 20.20.2, which is no longer supported.\n',
    });
    await expect(aid('tunnel', '1', '--url', 'http://127.0.0.1:1')).rejects.toMatchObject({ code: 1 });
  }));

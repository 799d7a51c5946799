import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { buildCli } from '#scripts/clients-build/build-cli.ts';
import { withTemporaryFolder } from '#testing/temporary-folder.ts';
import { installNpm } from '../support/tools/install.ts';
import { mustRun, runCommand } from '../support/tools/run-command.ts';
import { commandOf } from './support/other-runtimes.ts';
import { CJS, ESM, type Setup, usePackedSdk } from './support/packed-sdk.ts';

/** Other runtimes than the Node of this project, and tools that check packages. */
const sdk = usePackedSdk();
let bin: string;

beforeAll(async () => {
  bin = await installNpm('sdk-typescript', join(import.meta.dirname, 'tools'));
});

const tool = (name: string) => join(bin, name);

test.each(['bun', 'deno'])('An empty project uses the installed package with %s', async (runtime) =>
  sdk.expectRuns(await sdk.emptyProject(runtime), { file: 'main.ts', text: ESM }, commandOf(runtime, bin)),
);

/** The only line that Node 20 prints. */
const NEEDS_NODE_22 = /^aid-stack needs Node 22 or newer; this is Node 20\.\d+\.\d+, which is no longer supported\.\n$/;

/** Programs that meet the error when they are loaded, or later. */
const PROGRAMS: Readonly<Record<string, string>> = {
  'import.mjs': ESM,
  'require.cjs': CJS,
  'later.mjs': `await import('aid-stack');\n`,
  'rejected.cjs': `setTimeout(() => import('aid-stack'), 1);\n`,
};

test.each(Object.entries(PROGRAMS))(
  'Node 20 refuses the package with one line that says why, and prints nothing else (%s)',
  async (file, text) => {
    const project = await sdk.emptyProject(`node-20-${file}`);
    writeFileSync(join(project, file), text);
    const { code, output } = await runCommand(join(bin, '..', 'node20', 'bin', 'node'), [file], { cwd: project });
    expect(code).toBe(1);
    expect(output).toMatch(NEEDS_NODE_22);
  },
);

/** Programs that handle the error; Node prints what else they throw as it does everywhere. */
const HANDLED = `import('aid-stack').catch((error) => {
  console.log(error.name, error.message);
  throw new TypeError('another one');
});
`;

test('A program on Node 20 can handle the error, and its other errors are printed as usual', async () => {
  const project = await sdk.emptyProject('node-20-handled');
  writeFileSync(join(project, 'main.cjs'), HANDLED);
  const { code, stdout, output } = await runCommand(join(bin, '..', 'node20', 'bin', 'node'), ['main.cjs'], {
    cwd: project,
  });
  expect(code).toBe(1);
  expect(stdout).toMatch(/^Error aid-stack needs Node 22 or newer; /);
  expect(output).toMatch(/^TypeError: another one$/m);
  expect(output).toMatch(/^ +at .*main\.cjs/m);
});

test('Node 20 refuses the command line with one line, and prints nothing else', () =>
  withTemporaryFolder(async (folder) => {
    await buildCli(folder);
    const node = join(bin, '..', 'node20', 'bin', 'node');
    const { code, output } = await runCommand(node, [join(folder, 'aid.js'), '--version']);
    expect(code).toBe(1);
    expect(output).toMatch(
      /^aid: aid-stack-cli needs Node 22 or newer; this is Node 20\.\d+\.\d+, which is no longer supported\.\n$/,
    );
  }));

/** Projects that were set up long ago, with the last compiler that was written in JavaScript. */
const SETUPS: Readonly<Record<string, Setup>> = {
  'modules of Node': { options: { module: 'nodenext' }, manifest: { type: 'module' } },
  'CommonJS of Node': { options: { module: 'nodenext' }, manifest: { type: 'commonjs' } },
  'a bundler': { options: { module: 'esnext', moduleResolution: 'bundler' } },
};

test.each(Object.entries(SETUPS))('The types of the package compile in strict mode with %s', (name, setup) =>
  sdk.expectCompiles(name, tool('tsc'), setup),
);

test('attw and publint find nothing wrong with the package', async () => {
  await mustRun(tool('attw'), [sdk.tarball]);
  await mustRun(tool('publint'), ['--strict', sdk.tarball]);
});

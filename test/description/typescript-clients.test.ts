import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { mustRun } from '../support/tools/run-command.ts';
import { npmTools } from './support/description-tools.ts';
import { docExample, exampleRun } from './support/doc-example.ts';
import { generatorWarnings } from './support/generator-warnings.ts';
import { useWorkspace } from './support/workspace.ts';

const ROOT = join(import.meta.dirname, '..', '..');

const workspace = useWorkspace();
let npm: string;

beforeAll(async () => {
  npm = await npmTools();
});

/** The compilers that users have: the last one written in JavaScript, and the one of this project. */
const COMPILERS = {
  'TypeScript 5': () => join(npm, 'tsc'),
  'TypeScript 7': () => join(ROOT, 'node_modules', '.bin', 'tsc'),
};

interface Generator {
  readonly command: string;
  /** The heading of its example in the page about clients. */
  readonly heading: string;
  readonly args: (description: string, folder: string) => readonly string[];
}

const GENERATORS: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    command: 'openapi-typescript',
    heading: 'TypeScript: types only',
    args: (description, folder) => [description, '--output', join(folder, 'aid.ts')],
  },
  'hey-api': {
    command: 'openapi-ts',
    heading: 'TypeScript: a client with one function per operation',
    args: (description, folder) => ['--input', description, '--output', join(folder, 'aid'), '--no-log-file'],
  },
};

const COMPILER_OPTIONS = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  typeRoots: [join(ROOT, 'node_modules', '@types')],
  types: ['node'],
  strict: true,
  noEmit: true,
};

test.each(Object.entries(GENERATORS))(
  'The command of the page makes the client of %s in a folder that has only the description',
  async (name, { heading }) => {
    const folder = join(workspace.folder, `${name}-alone`);
    mkdirSync(folder);
    copyFileSync(workspace.description, join(folder, 'openapi.json'));
    await mustRun('bash', ['-ec', docExample(heading, 'sh')], { cwd: folder });
    expect(['aid', 'aid.ts'].filter((made) => existsSync(join(folder, made)))).toHaveLength(1);
  },
);

test.each(Object.entries(GENERATORS))(
  '%s generates, without a warning, TypeScript that compiles in strict mode, and its example works',
  async (name, { command, heading, args }) => {
    const folder = join(workspace.folder, name);
    mkdirSync(folder);
    symlinkSync(join(npm, '..'), join(folder, 'node_modules'));
    expect(await generatorWarnings(join(npm, command), args(workspace.description, folder))).toEqual([]);

    writeFileSync(join(folder, 'example.ts'), docExample(heading, 'ts'));
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: COMPILER_OPTIONS }));
    for (const [compiler, tsc] of Object.entries(COMPILERS)) {
      await mustRun(tsc(), ['--project', folder]).catch((error: Error) => {
        throw new Error(`${compiler}: ${error.message}`);
      });
    }

    const example = join(folder, 'example.mjs');
    await build({
      entryPoints: [join(folder, 'example.ts')],
      outfile: example,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
    });
    const { env, prints } = await exampleRun();
    expect((await mustRun(process.execPath, [example], { env })).stdout).toBe(prints);
  },
);

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { makeTemporaryFolder } from '#local/state/temporary-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');

interface GeneratedSources {
  readonly INPUTS: readonly string[];
  readonly OUTPUTS: readonly string[];
  writeGeneratedSources(root: string, node: string): string | undefined;
}

// Set-up is plain JavaScript, without types.
const { INPUTS, OUTPUTS, writeGeneratedSources }: GeneratedSources = await import(
  pathToFileURL(join(ROOT, 'scripts', 'generated-sources.mjs')).href
);

/** In place of the program that writes the sources: each run is a line of `runs.txt`. */
const PROGRAM = `import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
appendFileSync('runs.txt', process.argv.slice(2).join() + '\\n');
const text = readFileSync('shared/contract/routes.ts', 'utf8');
if (text === 'wrong') throw new Error('a route without a name');
mkdirSync('clients/typescript/src/generated', { recursive: true });
writeFileSync('clients/typescript/src/generated/types.ts', text);
`;

const TYPES = 'clients/typescript/src/generated/types.ts';

/** A repository with one file that the sources follow from. */
function makeRepository() {
  const root = makeTemporaryFolder(tmpdir(), 'aid-generated-sources');
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  };
  write('scripts/clients.ts', PROGRAM);
  write('shared/contract/routes.ts', 'one');
  const read = (name: string) => readFileSync(join(root, name), 'utf8');
  return {
    write,
    read,
    remove: (name: string) => rmSync(join(root, name), { recursive: true }),
    touch: (name: string) => utimesSync(join(root, name), 1, 1),
    command: () => writeGeneratedSources(root, process.execPath),
    runs: () => read('runs.txt').trim().split('\n'),
    stamps: () => readdirSync(join(root, '.build')),
  };
}

test('The first command writes the generated sources, and the second one finds them', () => {
  const { command, read, runs, stamps } = makeRepository();
  expect(command()).toBeUndefined();
  expect(read(TYPES)).toBe('one');
  expect(command()).toBeUndefined();
  expect(runs()).toEqual(['--built']);
  expect(stamps()).toEqual(['generated-sources']);
});

test('A change of what they follow from, or of the generated sources themselves, has the next command write them', () => {
  const { command, write, read, remove, touch, runs } = makeRepository();
  const changes = [
    () => write('shared/contract/routes.ts', 'two'),
    () => write('shared/domain/limits.ts', 'a new file'),
    () => remove('shared/domain/limits.ts'),
    () => touch('shared/contract/routes.ts'),
    () => write(TYPES, 'changed by hand'),
    () => remove(TYPES),
    () => remove('.build'),
  ];
  command();
  for (const [index, change] of changes.entries()) {
    change();
    command();
    expect(runs(), String(change)).toHaveLength(index + 2);
    command();
    expect(runs(), String(change)).toHaveLength(index + 2);
    expect(read(TYPES)).toBe('two');
  }
});

test('Sources that cannot be written stay as they were, one line says so, and the next command tries again', () => {
  const { command, write, read, runs } = makeRepository();
  command();
  write('shared/contract/routes.ts', 'wrong');
  expect(command()).toBe('the generated sources in clients/ could not be written: they are as they were before');
  expect(read(TYPES)).toBe('one');
  write('shared/contract/routes.ts', 'three');
  expect(command()).toBeUndefined();
  expect(read(TYPES)).toBe('three');
  expect(runs()).toHaveLength(3);
});

test('All modules that the program loads are among the inputs, and all that it writes among the outputs', () => {
  const hooks = `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => { console.log(url); return next(url, context); } });`;
  const preload = `data:text/javascript,${encodeURIComponent(hooks)}`;
  const { stdout, status } = spawnSync(process.execPath, ['--import', preload, 'scripts/clients.ts', '--built'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  expect(status).toBe(0);
  const loaded = stdout.split('\n').filter((url) => url.startsWith('file:') && !url.includes('/node_modules/'));
  const paths = loaded.map((url) => relative(ROOT, fileURLToPath(url)));
  expect(paths.length).toBeGreaterThan(100);
  expect(paths.filter((path) => !INPUTS.some((input) => path === input || path.startsWith(`${input}/`)))).toEqual([]);

  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n');
  expect(ignored).toContain('clients/*/src/generated/');
  for (const folder of OUTPUTS) expect(folder).toMatch(/^clients\/\w+\/src\/generated$/);
});

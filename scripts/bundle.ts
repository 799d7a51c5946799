import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { constants, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { BUNDLE_ROOT, FILE_READER_ENTRY, MAIL_READER_ENTRY } from '#lib/bundles.ts';
import { ALL_FUNCTION_NAMES, entryOf, FUNCTIONS, type FunctionName } from '#lib/functions.ts';
import { inputHash } from '#local/assembly/input-hash.ts';
import { bundleConsole } from '#local/console/console-bundle.ts';
import { readCommandLine } from '#testing/command-line.ts';
import { areUpToDate, recordBundles } from './bundle/bundle-record.ts';
import { builtins, confusablesOfNames, finishedDescription, leaveOut, literalSchemaKeys } from './bundle/plugins.ts';

/**
 * The maximum size of a bundle: start-up costs money, and most of it is reading the code. The bundle of a thread counts
 * on its own, because it is read when the thread starts.
 */
const MAX_BUNDLE_BYTES = 1.1 * 1024 * 1024;

/** The libraries for PDF and Word are read by a process of its own, and only for files. It parses emails too. */
const MAX_FILE_READER_BYTES = 2.75 * 1024 * 1024;

const ROOT = join(import.meta.dirname, '..');

/** CommonJS packages inside an ES module still call `require` for Node's own modules. */
const REQUIRE =
  "import{createRequire as aidCreateRequire}from'node:module';const require=aidCreateRequire(import.meta.url);";

/** Writes the bundles of each function, all in one run, and returns their total size for each function. */
async function bundle(): Promise<ReadonlyMap<string, number>> {
  const entries = Object.fromEntries(ALL_FUNCTION_NAMES.flatMap(entriesOf));
  const missing = Object.values(entries).filter((entry) => !existsSync(join(ROOT, entry)));
  if (missing.length > 0) throw new Error(`No such entry: ${missing.join(', ')}`);
  const result = await build({
    absWorkingDir: ROOT,
    entryPoints: entries,
    outdir: BUNDLE_ROOT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    minify: true,
    legalComments: 'none',
    banner: { js: REQUIRE },
    // The switch that Node's own build of undici sets: without its second, experimental parser of HTTP/1.
    define: { esbuildDetection: '1' },
    plugins: [leaveOut, builtins, literalSchemaKeys, confusablesOfNames, finishedDescription],
    logLevel: 'error',
    write: false,
  });
  const sizes = new Map<string, number>();
  for (const { path, text } of result.outputFiles) {
    const contents = Buffer.from(plain(text));
    const limit = basename(path) === FILE_READER ? MAX_FILE_READER_BYTES : MAX_BUNDLE_BYTES;
    if (contents.length > limit) throw new Error(`${contents.length} is above ${limit} bytes: ${relative(ROOT, path)}`);
    await replace(path, contents);
    const name = basename(dirname(path));
    sizes.set(name, (sizes.get(name) ?? 0) + contents.length);
  }
  await addConsoleFiles();
  await removeOthers();
  return sizes;
}

/** Puts the files of the web console next to the bundle of the function that serves them. */
async function addConsoleFiles(): Promise<void> {
  const folder = join(ROOT, BUNDLE_ROOT, 'worker-console' satisfies FunctionName);
  const { script, style } = await bundleConsole();
  await replace(join(folder, 'index.html'), await readFile(join(ROOT, 'clients/console/index.html')));
  for (const [name, text] of Object.entries({ 'app.js': script, 'style.css': style })) {
    await replace(join(folder, `${name}.gz`), gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
  }
}

const FILE_READER = `${basename(FILE_READER_ENTRY, '.ts')}.mjs`;

/** The entry points of a function: that of its bundle, and those of the processes that read its mail and files. */
function entriesOf(name: FunctionName): [string, string][] {
  const bundle: [string, string] = [`${name}/index`, entryOf(name)];
  const { readsMail = false, readsFiles = false } = FUNCTIONS[name];
  const processes = [...(readsMail ? [MAIL_READER_ENTRY] : []), ...(readsFiles ? [FILE_READER_ENTRY] : [])];
  return [bundle, ...processes.map((entry): [string, string] => [`${name}/${basename(entry, '.ts')}`, entry])];
}

/**
 * The same program in ASCII. One character beyond Latin-1 makes V8 store a whole module in two bytes per character, and
 * take half as long again to read it. esbuild escapes texts but not regular expressions, where an escape means the
 * same.
 */
function plain(text: string): string {
  // After a backslash the backslash of the escape would itself be escaped.
  if (/\\[\u0080-\uffff]/.test(text)) throw new Error('A regular expression escapes a character that is not ASCII');
  return text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/**
 * Replaces a file atomically: a reader gets the old bundle or the new one, because two stacks may start from one
 * checkout.
 */
async function replace(path: string, contents: Uint8Array): Promise<void> {
  const old = await readFile(path).catch(() => undefined);
  if (old?.equals(contents)) return;
  await mkdir(dirname(path), { recursive: true });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, contents);
  await rename(fresh, path);
}

/** Deletes the bundles of functions that no longer exist. */
async function removeOthers(): Promise<void> {
  const known = new Set<string>(ALL_FUNCTION_NAMES);
  for (const name of await readdir(join(ROOT, BUNDLE_ROOT))) {
    if (!known.has(name)) await rm(join(ROOT, BUNDLE_ROOT, name), { recursive: true, force: true });
  }
}

/** Bundles the functions, unless the bundles of the same sources are there already. */
async function main(): Promise<void> {
  const inputs = inputHash(ROOT, {});
  if (await areUpToDate(ROOT, inputs)) {
    console.error('the bundles are up to date');
    return;
  }
  const started = performance.now();
  const sizes = await bundle();
  // A file may have been saved meanwhile. Then the sources of these bundles are unknown.
  if (inputHash(ROOT, {}) === inputs) await recordBundles(ROOT, inputs);
  const kilobytes = Math.round([...sizes.values()].reduce((sum, bytes) => sum + bytes, 0) / 1024);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.error(`bundled ${sizes.size} functions, ${kilobytes} KB, in ${seconds} s`);
}

readCommandLine({ name: 'bundle', usage: 'npm run bundle\n\nBundles the functions into .build/functions.' });
try {
  await main();
} catch (error) {
  console.error(`bundle: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

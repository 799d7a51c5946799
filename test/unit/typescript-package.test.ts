import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { VERSION } from '#shared/domain/stage/release.ts';

const PACKAGE = join(import.meta.dirname, '..', '..', 'clients', 'typescript');
const MANIFEST = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8'));

/** What a program may import from the package, each with its limit in bytes after gzip. */
const MAX_BYTES = { index: 12_250, otel: 1_775, testing: 2_200, webhooks: 1_900 };

/** All code that a program can get from `index`, with what it loads when it is first used. */
const MAX_BYTES_WITH_LOADED = 20_900;

/** What a program begins with that imports the client, to call one method or all. */
const MAX_BYTES_OF_CLIENT = 10_300;

/** How programs are bundled. */
const BUNDLING = {
  bundle: true,
  minify: true,
  // No module of Node's is there.
  platform: 'neutral',
  globalName: 'aid',
  write: false,
  metafile: true,
  // A program has it from elsewhere.
  external: ['@opentelemetry/api'] as string[],
  logLevel: 'silent',
} as const;

/** What a program becomes that consists of this code and of what it imports of the package, in one file. */
async function bundled(code: string, format: 'esm' | 'iife' = 'esm'): Promise<Uint8Array> {
  const stdin = { contents: code, resolveDir: join(PACKAGE, 'src') };
  const { outputFiles } = await build({ ...BUNDLING, stdin, format });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** What a program begins with that consists of this code; what it loads later is in other files. */
async function beginningOf(code: string): Promise<Uint8Array> {
  const { outputFiles, metafile } = await build({
    ...BUNDLING,
    stdin: { contents: code, resolveDir: join(PACKAGE, 'src') },
    splitting: true,
    format: 'esm',
    outdir: PACKAGE,
    absWorkingDir: PACKAGE,
  });
  const needed = new Set(['stdin.js']);
  for (const file of needed) {
    for (const { path, kind } of metafile.outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') needed.add(path);
    }
  }
  const files = outputFiles.filter(({ path }) => needed.has(relative(PACKAGE, path)));
  return Buffer.concat(files.map(({ contents }) => contents));
}

/** The globals that browsers, workers and all runtimes on servers have in common. */
const WEB = [
  'AbortController',
  'AbortSignal',
  'Headers',
  'Request',
  'Response',
  'TextDecoder',
  'TextEncoder',
  'URL',
  'URLSearchParams',
  'atob',
  'btoa',
  'clearTimeout',
  'crypto',
  'setTimeout',
];

let library: string;

beforeAll(async () => {
  library = new TextDecoder().decode(await bundled("export * from './index.ts'", 'iife'));
});

/** The library where nothing is but what the web has, and these globals. */
function loadedWith(globals: object) {
  const web = Object.fromEntries(WEB.map((name) => [name, (globalThis as Record<string, unknown>)[name]]));
  const context = createContext({ ...web, ...globals });
  runInContext(library, context);
  return (code: string) => runInContext(code, context);
}

test.each(Object.entries(MAX_BYTES))(
  'A program with the entry %s begins with at most %i bytes of it',
  async (entry, limit) => {
    const { length } = gzipSync(await beginningOf(`export * from './${entry}.ts'`), { level: 9 });
    expect(length).toBeGreaterThan(limit / 3);
    expect(length).toBeLessThanOrEqual(limit);
  },
);

test('A program that imports the client alone begins with at most 10,300 bytes', async () => {
  const { length } = gzipSync(await beginningOf("export { Aid } from './index.ts'"), { level: 9 });
  expect(length).toBeLessThanOrEqual(MAX_BYTES_OF_CLIENT);
});

test('The whole library has at most 20,900 bytes in one file, with what it loads when it is first used', async () => {
  const { length } = gzipSync(await bundled("export * from './index.ts'"), { level: 9 });
  expect(length).toBeLessThanOrEqual(MAX_BYTES_WITH_LOADED);
});

test('No entry but that for OpenTelemetry imports anything that is not in the package', async () => {
  for (const entry of Object.keys(MAX_BYTES)) {
    const text = new TextDecoder().decode(await bundled(`export * from './${entry}.ts'`));
    expect(text.includes('@opentelemetry/api'), entry).toBe(entry === 'otel');
  }
});

test('A program that uses one error of the library does not contain the client', async () => {
  const text = new TextDecoder().decode(await bundled("export { NotFoundError } from './index.ts'"));
  expect(text).not.toContain('idempotency-key');
  expect(text.length).toBeLessThan(1000);
});

test('The library runs where there is nothing but what the web has', async () => {
  const fetch = async (url: string, init: RequestInit) =>
    Response.json({ url, method: init.method, key: new Headers(init.headers).get('authorization') });
  const run = loadedWith({ fetch });
  const reply = await run(
    "new aid.Aid({ key: 'aid_agt_test', url: 'https://aid.test' }).mail.send({ to: 'a@b.example' })",
  );
  expect(reply).toEqual({
    url: 'https://aid.test/v1/identities/me/mail/send',
    method: 'POST',
    key: 'Bearer aid_agt_test',
  });
});

test('The environment has the key and the address, unless the options have them or it may not be read', async () => {
  const env = { AID_KEY: 'aid_org_env', AID_URL: 'https://env.test/' };
  const fetch = async (url: string, { headers }: RequestInit) =>
    Response.json([url, new Headers(headers).get('authorization')]);
  const run = loadedWith({ process: { env, versions: { node: '22.0.0' } }, fetch });
  expect(await run('new aid.Aid().me()')).toEqual(['https://env.test/v1/me', 'Bearer aid_org_env']);
  expect(await run("new aid.Aid({ key: 'aid_org_own', url: 'https://own.test' }).me()")).toEqual([
    'https://own.test/v1/me',
    'Bearer aid_org_own',
  ]);
  const forbidden = {
    get AID_KEY() {
      throw new Error('NotCapable');
    },
  };
  const denied = loadedWith({ process: { env: forbidden }, fetch });
  expect(await denied('new aid.Aid().me()')).toEqual(['http://127.0.0.1:8787/v1/me', null]);
});

test('A Node that has reached its end is refused at once, in one line; other runtimes are not asked', () => {
  for (const versions of [{ node: '20.19.5' }, { node: '18.0.0' }]) {
    expect(() => loadedWith({ process: { versions, env: {} } })).toThrow(
      `aid-stack needs Node 22 or newer; this is Node ${versions.node}, which is no longer supported.`,
    );
  }
  for (const versions of [
    { node: '22.0.0' },
    { node: '24.1.0' },
    { node: '20.0.0', bun: '1.2.0' },
    { node: '20.0.0', deno: '2.1.0' },
  ]) {
    expect(() => loadedWith({ process: { versions, env: {} } })).not.toThrow();
  }
});

test('A Node that has reached its end prints the refusal alone if nothing handles it, and all other errors as usual', () => {
  const printed: unknown[] = [];
  const exited: number[] = [];
  let handlers = 0;
  let monitor: (error: unknown) => void = () => {};
  const process = {
    versions: { node: '20.19.5' },
    env: {},
    on: (event: string, listener: typeof monitor) => {
      expect(event).toBe('uncaughtExceptionMonitor');
      monitor = listener;
    },
    listenerCount: () => handlers,
    exit: (code: number) => exited.push(code),
  };
  let refusal: unknown;
  try {
    loadedWith({ process, console: { error: (text: unknown) => printed.push(text) } });
  } catch (error) {
    refusal = error;
  }
  monitor(new Error('another one'));
  handlers = 1;
  monitor(refusal);
  expect([printed, exited]).toEqual([[], []]);
  handlers = 0;
  monitor(refusal);
  expect(printed).toEqual([(refusal as Error).message]);
  expect(exited).toEqual([1]);
});

test('Where there are no files, one that is to be attached is refused by the name of the parameter', async () => {
  const message = "aid.attachmentFromFile('report.pdf').catch((error) => error.message)";
  expect(await loadedWith({})(message)).toMatch(/^path: this runtime has no files: use attachment/);
});

test('The package has no dependencies and the version of the service, and says what it needs', () => {
  expect(MANIFEST.version).toBe(VERSION);
  for (const kind of ['dependencies', 'optionalDependencies']) expect(MANIFEST[kind]).toBeUndefined();
  // npm installs no optional peer: a program that traces has the API of OpenTelemetry already.
  expect(MANIFEST.peerDependencies).toEqual({ '@opentelemetry/api': '^1.9.0' });
  expect(MANIFEST.peerDependenciesMeta).toEqual({ '@opentelemetry/api': { optional: true } });
  expect(MANIFEST.engines).toEqual({ node: '>=22' });
  expect(MANIFEST.sideEffects).toBe(false);
});

test('Every entry of the package is there for import and for require, with types for both', () => {
  const entries = Object.entries(MANIFEST.exports).filter(([name]) => name !== './package.json');
  for (const [name, { import: esm, require: cjs }] of entries as [string, Record<string, Record<string, string>>][]) {
    const file = name === '.' ? 'index' : name.slice(2);
    expect(esm).toEqual({ types: `./dist/esm/${file}.d.ts`, default: `./dist/esm/${file}.js` });
    expect(cjs).toEqual({ types: `./dist/cjs/${file}.d.ts`, default: `./dist/cjs/${file}.js` });
    expect(() => readFileSync(join(PACKAGE, 'src', `${file}.ts`))).not.toThrow();
    expect(Object.keys(MAX_BYTES)).toContain(file);
  }
});

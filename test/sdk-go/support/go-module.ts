import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { buildGo } from '../../support/tools/install.ts';
import { mustRun } from '../../support/tools/run-command.ts';

/** The Go SDK. */
export const GO_SDK = join(import.meta.dirname, '..', '..', '..', 'clients', 'go');

/** The module for OpenTelemetry, which has dependencies of its own. */
export const GO_OTEL = join(GO_SDK, 'aidstackotel');

const TOOLS = join(import.meta.dirname, '..', 'tools');

/** The beginning of the names of tests that compare processor times. */
export const MEASURED = 'TestTheProcessorTime';

const MODULE = 'git.example/aid/aid/clients/go';

/** Builds staticcheck, at the version that `tools/go.mod` pins. Returns its path. */
export const installStaticcheck = () => buildGo('staticcheck', TOOLS, 'honnef.co/go/tools/cmd/staticcheck');

/**
 * Builds a program in a module of its own, which uses the SDK as `replace` makes others use it.
 *
 * @param others modules that it needs besides, each with its version.
 */
export async function buildConsumer(folder: string, program: string, others: readonly string[] = []): Promise<string> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'main.go'), program);
  const go = (args: readonly string[]) => mustRun('go', args, { cwd: folder, env: { GOFLAGS: '-mod=mod' } });
  await go(['mod', 'init', 'example.com/app']);
  await go(['mod', 'edit', '-require', `${MODULE}@v0.0.0`, '-replace', `${MODULE}=${GO_SDK}`]);
  await go(['mod', 'edit', '-replace', `${MODULE}/aidstackotel=${GO_OTEL}`]);
  for (const other of others) await go(['mod', 'edit', '-require', other]);
  await go(['mod', 'tidy']);
  await go(['build', '-o', 'app', '.']);
  return join(folder, 'app');
}

interface WhichTests {
  /** The module, by default the SDK. */
  readonly module?: string;
  /** Whether a file counts, by its text; by default all files do. */
  readonly isCompiled?: (file: string) => boolean;
}

/** The names of the tests and examples in the files of a module. */
export function goTests({ module = GO_SDK, isCompiled = () => true }: WhichTests = {}): readonly string[] {
  const files = readdirSync(module, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('_test.go'));
  // Below the SDK is another module.
  const own = files.filter((name) => module === GO_OTEL || !join(module, name).startsWith(join(GO_OTEL, sep)));
  return own
    .map((name) => readFileSync(join(module, name), 'utf8'))
    .filter(isCompiled)
    .flatMap((file) => [...file.matchAll(/^func ((?:Test|Example)\w*)\(/gm)])
    .flatMap(([, name = '']) => (name === 'TestMain' ? [] : name));
}

/** The tests that a Go compiles, as `go1.24.13`. Those in a bubble of time need a newer one than the oldest. */
export function testsOfGo(version: string): readonly string[] {
  const minor = Number(version.split('.')[1]);
  return goTests({ isCompiled: (file) => Number(/^\/\/go:build .*\bgo1\.(\d+)/m.exec(file)?.[1] ?? 0) <= minor });
}

/** `A call is repeated` of `TestACallIsRepeated`. */
export function sentenceOf(name: string): string {
  const example = /^Example(.*)$/.exec(name)?.[1];
  if (example !== undefined) return `The example of ${example.replace('_', '.') || 'the package'} prints its output`;
  const words = name.slice('Test'.length).split(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z0-9])(?=[A-Z][a-z])/);
  return words.map((word, index) => (index === 0 || /^[A-Z]{2,}/.test(word) ? word : word.toLowerCase())).join(' ');
}

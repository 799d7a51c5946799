import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OPERATIONS } from '#testing/operations.ts';
import { testFiles, tierOf } from '#testing/test-tiers.ts';
import { readTestTimes } from '#testing/test-times.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CONTRACT = 'test/contract/';
const SOURCES = '{bench,bin,clients,examples,functions,lib,local,scripts,shared,testing,test}/**/*.{ts,tsx}';

/** The path of a static or dynamic import of a file of the project. */
const IMPORT = /\b(?:from|import)\s*\(?\s*'(#[\w-]+\/[^']+|\.[^']+)'/g;

/** The tests that a change can affect. */
export interface AffectedTests {
  /** The files to run whole. */
  readonly files: readonly string[];
  /** Files of the contract, which try every operation. Of them, the cases with one of `operations` in their title. */
  readonly contract: readonly string[];
  readonly operations: readonly string[];
}

/**
 * The tests to run after the changes since a commit: see `testsAffectedBy`.
 *
 * @param since a commit; the working tree is compared with it.
 * @throws an error with the message of git, if there is no such commit.
 */
export function changedTests(since: string): AffectedTests {
  return testsAffectedBy(changedFiles(since));
}

/**
 * The test files among those that were changed, and the quick ones that import what was changed, directly or through
 * others. Tests call operations by name, so a change of an operation adds the quick tests that name it, and those of
 * the contract, which call each: whole, unless nothing but operations was changed.
 *
 * @param files paths from the root of the project, as are those of the result.
 * @example
 * testsAffectedBy(['shared/domain/ids/ids.ts']).files; // ['test/unit/ids.test.ts', …]
 * testsAffectedBy(['functions/http/contacts/create-contact.ts']).operations; // ['createContact']
 */
export function testsAffectedBy(files: readonly string[]): AffectedTests {
  const changed = new Set(files);
  const affected = withImporters(changed);
  const operations = [...affected].flatMap((file) => operationOf(file) ?? []);
  const times = readTestTimes();
  const isAffected = (file: string) => affected.has(file) || (operations.length > 0 && callsOneOf(operations, file));
  const found = testFiles().filter(
    (file) => changed.has(file) || (tierOf(file, times) === 'quick' && isAffected(file)),
  );
  const isOperations =
    operations.length > 0 && files.every((file) => !isSource(file) || operationOf(file) !== undefined);
  const isPart = (file: string) => isOperations && file.startsWith(CONTRACT) && !changed.has(file);
  return { files: found.filter((file) => !isPart(file)), contract: found.filter(isPart), operations };
}

/** Whether tests can depend on a file without being it. */
function isSource(file: string): boolean {
  return file.endsWith('.ts') && !file.endsWith('.test.ts');
}

function changedFiles(since: string): string[] {
  return [
    ...git('diff', '--name-only', '--relative', since, '--'),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

function git(...args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim());
  return stdout.split('\n').filter((line) => line !== '');
}

/** These files, and all that import them, directly or through others. */
function withImporters(files: ReadonlySet<string>): ReadonlySet<string> {
  const importers = importersOfFiles();
  const found = new Set<string>();
  const queue = [...files];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (found.has(file)) continue;
    found.add(file);
    queue.push(...(importers.get(file) ?? []));
  }
  return found;
}

function importersOfFiles(): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const file of globSync(SOURCES, { cwd: ROOT })) {
    for (const [, specifier = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
      const target = specifier.startsWith('#') ? specifier.slice(1) : join(dirname(file), specifier);
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  // Git ignores the generated sources, so they follow from the program that writes them and from all that it imports.
  importers.set('scripts/clients.ts', globSync('clients/*/src/generated/*.ts', { cwd: ROOT }));
  return importers;
}

/** The name of the operation in a file: `createWebhook` of `functions/http/webhooks/create-webhook.ts`. */
function operationOf(file: string): string | undefined {
  const [, name] = /^functions\/http\/[\w-]+\/([\w-]+)\.ts$/.exec(file) ?? [];
  const operation = name?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return operation !== undefined && operation in OPERATIONS ? operation : undefined;
}

function callsOneOf(names: readonly string[], file: string): boolean {
  if (file.startsWith(CONTRACT)) return true;
  const source = readFileSync(join(ROOT, file), 'utf8');
  return names.some((name) => source.includes(`'${name}'`));
}

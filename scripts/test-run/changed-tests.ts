import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const SOURCES = '{bench,bin,clients,examples,functions,lib,local,scripts,shared,testing,test}/**/*.ts';
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(#[\w-]+\/[^']+|\.[^']+)'/g;

/**
 * The test files that the changes since a commit can affect, by their imports: those that were changed, and those that
 * import what was changed, at first or second hand. Operations are called by their names, so a test that names one
 * depends on its file too.
 *
 * @param since a commit; the working tree is compared with it.
 * @returns paths from the root of the project.
 */
export function changedTests(since: string): string[] {
  const changed = changedFiles(since);
  const importers = importersOf(globSync(SOURCES, { cwd: ROOT }));
  const affected = new Set<string>();
  const queue = [...changed];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (affected.has(file)) continue;
    affected.add(file);
    queue.push(...(importers.get(file) ?? []));
  }
  return [...affected].filter((file) => /^test\/.*\.test\.ts$/.test(file) && existsSync(join(ROOT, file))).sort();
}

function changedFiles(since: string): string[] {
  const tracked = git('diff', '--name-only', '--relative', since, '--');
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...tracked, ...untracked];
}

function git(...args: readonly string[]): string[] {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr.trim()}`);
  return stdout.split('\n').filter((line) => line !== '');
}

/** The files that import each file. */
function importersOf(files: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const file of files) {
    for (const [, specifier = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(IMPORT)) {
      const target = specifier.startsWith('#')
        ? specifier.slice(1)
        : relative(ROOT, join(ROOT, dirname(file), specifier));
      importers.set(target, [...(importers.get(target) ?? []), file]);
    }
  }
  return importers;
}

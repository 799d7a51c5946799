import { readdirSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** What is not the project's own text: installed packages, build output, and the mail corpus, which others wrote. */
const LEFT_OUT = new Set(['node_modules', 'cdk.out', 'coverage', 'test/corpus', 'clients/typescript/dist']);

/** The files of the repository with a matching name, as sorted paths from its root. Hidden folders are left out. */
export function repositoryFiles(extension: RegExp): string[] {
  return filesBelow('')
    .filter((path) => extension.test(path))
    .sort();
}

function filesBelow(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isFile()) return [path];
    const skipped = !entry.isDirectory() || entry.name.startsWith('.') || LEFT_OUT.has(path);
    return skipped || entry.name === 'node_modules' ? [] : filesBelow(path);
  });
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..', '..');

/** Files of the repository, tracked or new, as paths from its root. The mail corpus is other people's text. */
export function repositoryFiles(extension: RegExp): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed
    .split('\n')
    .filter((path) => extension.test(path) && !path.startsWith('test/corpus/') && existsSync(join(ROOT, path)));
}

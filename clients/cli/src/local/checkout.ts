import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UsageError } from '../usage-error.ts';

/** What `npm start` runs, relative to the project folder. */
const PROGRAM = join('local', 'start.ts');

/** The location of the service's source. */
const REPOSITORY = 'https://git.example/aid/aid.git';

/**
 * The service's source folder: the given one, the current folder or one of its parents, or the last one that was
 * started. Throws `UsageError` if there is none.
 */
export function checkoutFolder(stateFolder: string, named: string | undefined, current: string): string {
  if (named !== undefined) {
    const folder = resolve(current, named);
    if (isCheckout(folder)) return folder;
    throw new UsageError(`--folder: ${folder} does not contain the service's source`);
  }
  for (let folder = resolve(current); ; folder = dirname(folder)) {
    if (isCheckout(folder)) return folder;
    if (folder === dirname(folder)) break;
  }
  const last = lastFolder(stateFolder);
  if (last !== undefined && isCheckout(last)) return last;
  throw new UsageError(
    `the service runs from its source, which is not in this folder; run git clone ${REPOSITORY} aid, then aid local start --folder aid`,
  );
}

/** Remembers the folder for the next start. */
export function rememberCheckout(stateFolder: string, folder: string): void {
  mkdirSync(stateFolder, { recursive: true, mode: 0o700 });
  writeFileSync(join(stateFolder, 'checkout'), `${folder}\n`);
}

function lastFolder(stateFolder: string): string | undefined {
  try {
    return readFileSync(join(stateFolder, 'checkout'), 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function isCheckout(folder: string): boolean {
  if (!existsSync(join(folder, PROGRAM))) return false;
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown }).name === 'aid';
  } catch {
    return false;
  }
}

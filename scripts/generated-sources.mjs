/**
 * The generated sources of the TypeScript SDK and of the command line. Only programs for Node use them, so they are not
 * in the repository: each command writes them if they are missing, or if what they follow from has changed. Plain
 * JavaScript for any Node from 20 on, as all of set-up. See: docs/decisions/0052-client-libraries.md#what-is-committed.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The program that writes them, all modules that it loads, and the versions of the packages that these use. */
export const INPUTS = [
  'scripts/clients.ts',
  'clients/description',
  'shared/contract',
  'shared/domain',
  'testing/command-line.ts',
  'package.json',
  'package-lock.json',
];

/** The folders with what it writes. */
export const OUTPUTS = ['clients/typescript/src/generated', 'clients/cli/src/generated'];

/** A digest of the inputs and one of the outputs that belong to them. */
const STAMP = '.build/generated-sources';

/** The files at a path or below it, in a fixed order, each with its status. */
function filesOf(path) {
  const status = statSync(path, { throwIfNoEntry: false });
  if (status === undefined) return [];
  if (!status.isDirectory()) return [{ path, status }];
  const names = readdirSync(path).sort();
  return names.flatMap((name) => filesOf(join(path, name)));
}

/** A digest of the names, sizes and times of the inputs: to read them all would take longer. */
function digestOfInputs(root) {
  const hash = createHash('sha256');
  for (const { path, status } of INPUTS.flatMap((input) => filesOf(join(root, input)))) {
    hash.update(`${path}\0${status.size}\0${status.mtimeMs}\0`);
  }
  return hash.digest('hex');
}

/** A digest of the content of the outputs, so that one that was changed by hand, or by an older command, is noticed. */
function digestOfOutputs(root) {
  const hash = createHash('sha256');
  for (const { path } of OUTPUTS.flatMap((output) => filesOf(join(root, output)))) {
    hash.update(readFileSync(path)).update('\0');
  }
  return hash.digest('hex');
}

const stampOf = (inputs, root) => `${inputs} ${digestOfOutputs(root)}\n`;

/**
 * Writes the generated sources with `node`, if they are not those of the inputs. Two commands at once write the same,
 * each file in one step. Returns one line if that was not possible: the code that they follow from is wrong.
 */
export function writeGeneratedSources(root, node) {
  const inputs = digestOfInputs(root);
  const stamp = join(root, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(inputs, root)) return undefined;
  const { status } = spawnSync(node, ['scripts/clients.ts', '--built'], { cwd: root, stdio: ['ignore', 2, 2] });
  if (status !== 0) return 'the generated sources in clients/ could not be written: they are as they were before';
  mkdirSync(join(root, '.build'), { recursive: true });
  const temporary = `${stamp}.${process.pid}`;
  writeFileSync(temporary, stampOf(inputs, root));
  renameSync(temporary, stamp);
  return undefined;
}

/**
 * Runs before every command (`scripts/run.mjs`): installs the dependencies when they are missing or older than the lock
 * file, and the database engine of the machine, and writes the generated sources when they are missing or old. Plain
 * JavaScript for any Node from 20 on, because the right Node is itself one of the dependencies.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installEngine } from './engine-package.mjs';
import { writeGeneratedSources } from './generated-sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const binary = process.platform === 'win32' ? 'node.exe' : 'node';

/** The Node that is a dependency. */
export const node = join(root, 'node_modules', 'node', 'bin', binary);

// Most of the start of a program is compiling its hundreds of modules. Node keeps the result for its next start.
process.env.NODE_COMPILE_CACHE ??= join(root, '.build', 'compile-cache');

/** Packages of a lock file: path to version. npm keeps a lock file of the installed packages in node_modules. */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(join(root, file), 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
}

/** Whether the installed packages match the lock file. Optional packages of other platforms may be absent. */
function isInstalled() {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  if (wanted === undefined) return existsSync(join(root, 'node_modules'));
  if (installed === undefined) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const found = installed[path];
    if (found === undefined) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return found.version === entry.version && existsSync(join(root, path));
  });
}

/** npm as this process was started by it, or the one of the machine. */
function npmCommand() {
  const path = process.env.npm_execpath;
  if (path !== undefined) return { command: process.execPath, args: [path], shell: false };
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

const npm = npmCommand();
if (!isInstalled()) {
  console.error('installing dependencies (npm ci) …');
  const args = [...npm.args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(npm.command, args, { cwd: root, stdio: ['ignore', 2, 2], shell: npm.shell });
  if (result.error) console.error(`npm ci: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}
for (const problem of [installEngine(root, npm), writeGeneratedSources(root, node)]) {
  if (problem !== undefined) console.error(problem);
}

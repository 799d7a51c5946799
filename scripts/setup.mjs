/**
 * Runs before every command (`scripts/run.mjs`): installs the packages that are missing or older than the lock file,
 * and the database engine of the machine, and writes the generated sources when they are missing or old. Plain
 * JavaScript for any Node from 20 on, because the right Node is itself one of the packages.
 *
 * `dependencies` of package.json are what the service needs, on AWS and on one machine. `devDependencies` are for work
 * on the service: about half of the size and of the time. See: docs/decisions/0065-two-sets-of-packages.md.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
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

/** The programs of those who use the service on one machine. They need the `dependencies` alone. */
const USED_WITHOUT_TOOLS = [
  'local/start.ts',
  'clients/cli/src/aid.ts',
  'clients/tunnel/aid-tunnel.ts',
  'scripts/smoke.ts',
];

/**
 * What has to be done so that the packages of the lock file are there, of `devDependencies` too if `withTools`:
 * `'nothing'`; `'add'` those that are missing to the others; or `'replace'` all, because one has another version.
 */
function stateOfPackages(withTools) {
  const wanted = packagesOf('package-lock.json');
  const installed = packagesOf('node_modules/.package-lock.json');
  if (wanted === undefined) return existsSync(join(root, 'node_modules')) ? 'nothing' : 'replace';
  if (installed === undefined) return 'replace';
  let state = 'nothing';
  for (const [path, entry] of Object.entries(wanted)) {
    const found = installed[path];
    if (path === '' || entry.link) continue;
    if (found === undefined) {
      // Optional packages of other platforms may be absent.
      const isNeeded = !(entry.optional || entry.devOptional || entry.peer) && (withTools || !entry.dev);
      if (isNeeded) state = 'add';
    } else if (found.version !== entry.version || !existsSync(join(root, path))) return 'replace';
  }
  return state;
}

/** npm as this process was started by it, or the one of the machine. */
function npmCommand() {
  const path = process.env.npm_execpath;
  if (path !== undefined) return { command: process.execPath, args: [path], shell: false };
  return { command: 'npm', args: [], shell: process.platform === 'win32' };
}

/** Runs npm, and ends this process if it fails. */
function runNpm(npm, what, args) {
  console.error(`installing ${what} (npm ${args[0]}) …`);
  const all = [...npm.args, ...args, '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync(npm.command, all, { cwd: root, stdio: ['ignore', 2, 2], shell: npm.shell });
  if (result.error) console.error(`npm ${args[0]}: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

/**
 * Makes everything ready for a program, by its path from the root of the project; without one, for all of them. What is
 * missing is added without a change to what is there, because a service of the same folder may be running.
 */
export function setUp(program) {
  const npm = npmCommand();
  const withTools = program === undefined || !USED_WITHOUT_TOOLS.includes(program);
  const state = stateOfPackages(withTools);
  const scope = withTools ? [] : ['--omit=dev'];
  if (state === 'replace') runNpm(npm, withTools ? 'all packages' : 'what the service needs', ['ci', ...scope]);
  if (state === 'add') runNpm(npm, 'the packages that are missing', ['install', '--no-save', ...scope]);
  for (const problem of [installEngine(root, npm, scope), writeGeneratedSources(root, node)]) {
    if (problem !== undefined) console.error(problem);
  }
}

// `npm run setup`. The path of the program may lead over a symbolic link, that of the module does not.
if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) setUp();

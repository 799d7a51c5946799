/**
 * The package with the DynamoDB-compatible engine for the platform. The lock file holds that of Linux on x64; its
 * publisher has the same version for other platforms, and set-up installs the one of the machine.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The platforms that the publisher has packages for. */
const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win32-x64'];

/** What to do on a machine for which there is no package, or none could be installed. */
const OTHER_ENGINE =
  'run another engine, "docker run --rm -p 8000:8000 amazon/dynamodb-local -jar DynamoDBLocal.jar -sharedDb -inMemory", ' +
  'and set AID_DYNAMODB_ENDPOINT=http://127.0.0.1:8000';

/** The package of this machine, with the version that the project pins, or `undefined` if there is none for it. */
function enginePackage(root) {
  const platform = `${process.platform}-${process.arch}`;
  const { optionalDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const version = optionalDependencies['@dynoxide/linux-x64'];
  return PLATFORMS.includes(platform) && version !== undefined ? { name: `@dynoxide/${platform}`, version } : undefined;
}

/** Whether the package is there in its version. */
function isInstalled(root, { name, version }) {
  const manifest = join(root, 'node_modules', name, 'package.json');
  return existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version;
}

/**
 * Installs the engine of this machine unless it is there or the environment names another engine. `scope`: options of
 * npm that say what else it may install. Returns one line if that was not possible;
 * everything but `npm start` and the tests works without an engine.
 */
export function installEngine(root, npm, scope) {
  if (process.env.AID_DYNAMODB_ENDPOINT) return undefined;
  const wanted = enginePackage(root);
  const platform = `${process.platform} on ${process.arch}`;
  if (wanted === undefined) return `there is no database engine for ${platform}: ${OTHER_ENGINE}`;
  if (isInstalled(root, wanted)) return undefined;
  const spec = `${wanted.name}@${wanted.version}`;
  console.error(`installing the database engine for ${platform} …`);
  const flags = [...scope, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { stderr } = spawnSync(npm.command, [...npm.args, 'install', ...flags, spec], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    shell: npm.shell,
  });
  if (isInstalled(root, wanted)) return undefined;
  const [, code = 'no reason given'] = /^npm error code (\S+)/m.exec(stderr ?? '') ?? [];
  return `${spec} could not be installed (${code}): ${OTHER_ENGINE}`;
}

import { chromiumOnPath } from '#testing/chromium-on-path.ts';
import { withFolderLock } from '#testing/folder-lock.ts';
import { mustRun } from './run-command.ts';
import { toolFolder } from './tools-folder.ts';

/** The path of Chromium. Installs the package of the distribution if there is none; that needs apt and its rights. */
export async function findChromium(): Promise<string> {
  return chromiumOnPath() ?? (await withFolderLock(toolFolder('chromium'), installChromium));
}

async function installChromium(): Promise<string> {
  // Another process may have installed it meanwhile.
  const found = chromiumOnPath();
  if (found !== undefined) return found;
  await apt('update', '-qq');
  await apt('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  const installed = chromiumOnPath();
  if (installed === undefined) throw new Error('install Chromium: the package of the distribution has no program');
  return installed;
}

/** Waits for other programs that install packages. */
async function apt(...args: readonly string[]): Promise<void> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const [command = '', ...rest] = [...asRoot, 'apt-get', '-o', 'DPkg::Lock::Timeout=600', ...args];
  await mustRun(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
}

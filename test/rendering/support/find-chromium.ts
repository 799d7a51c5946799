import { chromiumOnPath } from '#testing/chromium-on-path.ts';
import { mustRun } from '../../description/support/run-command.ts';

/** The path of Chromium. Installs the package of the distribution if there is none; that needs apt and its rights. */
export async function findChromium(): Promise<string> {
  const found = chromiumOnPath();
  if (found !== undefined) return found;
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const install = async (...args: string[]) => {
    const [command = '', ...rest] = [...asRoot, 'apt-get', ...args];
    await mustRun(command, rest, { env: { DEBIAN_FRONTEND: 'noninteractive' } });
  };
  await install('update', '-qq');
  await install('install', '-y', '-qq', '--no-install-recommends', 'chromium');
  const installed = chromiumOnPath();
  if (installed === undefined) throw new Error('install Chromium: the package of the distribution has no program');
  return installed;
}

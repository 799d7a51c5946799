import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { HandCommand } from '../command.ts';
import { checkoutFolder, rememberCheckout } from '../local/checkout.ts';

/** Runs the whole service on this machine, as `npm start` does in its source folder. */
export const localStart: HandCommand = {
  command: ['local', 'start'],
  title: 'Run the service on this machine',
  text: "Runs npm start in the service's source folder, until Ctrl-C. Configure it with environment variables. The folder is remembered, so that the next start works from anywhere.",
  arguments: [],
  options: [
    { flags: '--folder <path>', text: 'The source folder; by default the current folder, or the last one used.' },
  ],
  async run({ environment, stateFolder, output, errors, signal }, _args, options) {
    const { folder: named } = options as { readonly folder?: string };
    const folder = checkoutFolder(stateFolder, named, process.cwd());
    rememberCheckout(stateFolder, folder);
    const program = [join('scripts', 'run.mjs'), join('local', 'start.ts')];
    const child = spawn(process.execPath, program, {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => output.write(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => errors.write(text));
    const stop = () => child.kill('SIGTERM');
    signal.addEventListener('abort', stop);
    try {
      const [code, ended] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
      signal.throwIfAborted();
      if (code !== 0) throw new Error(`the service has exited: ${ended ?? `exit code ${code}`}`);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  },
};

/**
 * Runs a program of the project: `node scripts/run.mjs scripts/ops.ts queues`. It first installs the packages that the
 * program needs and that are missing, and then runs the program with the Node that is one of them. Plain JavaScript for
 * any Node from 20 on.
 *
 * The program takes the place of this process where the system allows that, so that signals and exit codes are its own.
 * On Windows, and with a Node that cannot do so, it is a child that gets the same signals.
 */
import { spawn } from 'node:child_process';
import { node, setUp } from './setup.mjs';

const args = process.argv.slice(2);
setUp(args[0]);

if (process.platform !== 'win32' && process.execve !== undefined) process.execve(node, [node, ...args], process.env);

const child = spawn(node, args, { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm ends its shell and not what the shell has started, so a program without its shell ends too.
const { ppid } = process;
setInterval(() => {
  if (process.ppid !== ppid) child.kill('SIGTERM');
}, 500).unref();
child.once('error', (error) => {
  console.error(`${node}: ${error.message}`);
  process.exit(1);
});
child.once('exit', (code, signal) => {
  if (signal === null) process.exit(code ?? 1);
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});

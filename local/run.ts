import { readSettings } from './settings.ts';
import { type LocalStack, startStack } from './stack.ts';
import { StartError } from './start-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const STOP_PATIENCE_MS = 5000;
const PARENT_CHECK_MS = 500;
const SAME_REQUEST_MS = 500;

const show = (line: string) => void process.stderr.write(`${line}\n`);

/** A terminal that has been closed takes no more lines; that is no reason to leave anything undone. */
const ignore = () => {};

/**
 * Runs the stack until a signal ends it. Prints one line on standard output when it is ready; whatever goes wrong goes
 * to standard error, in one line where a person can do something about it.
 *
 * See: docs/contract/local-profile.md#addresses-and-state.
 */
export async function run(): Promise<void> {
  let stack: LocalStack | undefined;
  let ending = false;
  let askedAt = 0;

  async function end(code: number): Promise<void> {
    if (ending) {
      // One Ctrl-C comes twice, from the terminal and from npm. Whoever asks again later is in a hurry.
      if (Date.now() - askedAt > SAME_REQUEST_MS) process.exit(code);
      return;
    }
    ending = true;
    askedAt = Date.now();
    setTimeout(() => process.exit(code), STOP_PATIENCE_MS).unref();
    await stack?.stop().catch((error: Error) => show(error.message));
    process.exit(code);
  }

  process.stdout.on('error', ignore);
  process.stderr.on('error', ignore);
  for (const signal of SIGNALS) process.on(signal, () => void end(0));
  process.on('uncaughtException', (error) => {
    show(`unexpected: ${error.stack ?? error.message}`);
    void end(1);
  });
  followParent(() => void end(0));

  try {
    stack = await startStack({
      settings: readSettings(process.env),
      show,
      onBroken: (reason) => {
        if (ending) return;
        show(reason);
        void end(1);
      },
    });
    if (ending) await stack.stop();
    else process.stdout.write(`ready ${stack.url}\n`);
  } catch (error) {
    if (!ending) show(error instanceof StartError ? error.message : `cannot start: ${(error as Error).stack ?? error}`);
    process.exit(ending ? 0 : 1);
  }
}

/** npm hands signals on, but whoever kills npm with -9 would leave this process behind, holding its ports. */
function followParent(gone: () => void): void {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => process.ppid !== parent && gone(), PARENT_CHECK_MS).unref();
}

import type { LocalStack, StackProps } from './local-stack.ts';
import { type LocalSettings, readSettings } from './settings.ts';
import { startStack } from './stack.ts';
import { StartError } from './start-error.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const STOP_TIMEOUT_MS = 5000;
const PARENT_CHECK_MS = 500;
const SAME_REQUEST_MS = 500;

const show = (line: string) => void process.stderr.write(`${line}\n`);

/** Output to a closed terminal fails, which must not stop the shutdown. */
const ignore = () => {};

/**
 * Runs the stack until a signal ends it. Prints its addresses to standard output when it is ready. Errors go to
 * standard error, in one line where a person can fix the cause. Tests pass another way to build the assembly.
 *
 * See: docs/contract/local-profile.md#addresses-and-state.
 */
export async function run({ build }: Pick<StackProps, 'build'> = {}): Promise<void> {
  let stack: LocalStack | undefined;
  let ending = false;
  let askedAt = 0;

  async function end(code: number): Promise<void> {
    if (ending) {
      // One Ctrl-C arrives twice, from the terminal and from npm. A later second signal ends the process at once.
      if (Date.now() - askedAt > SAME_REQUEST_MS) process.exit(code);
      return;
    }
    ending = true;
    askedAt = Date.now();
    setTimeout(() => process.exit(code), STOP_TIMEOUT_MS).unref();
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

  async function launch(settings: () => LocalSettings): Promise<void> {
    try {
      stack = await startStack({
        settings: settings(),
        ...(build && { build }),
        show,
        onBroken: (reason) => {
          if (ending) return;
          show(reason);
          void end(1);
        },
        onReset: async (again) => {
          if (ending) return;
          await stack?.stop();
          await launch(() => again);
        },
      });
      if (ending) await stack.stop();
      else process.stdout.write(`ready ${stack.url}\nconsole ${stack.url}/\n${siteLine(stack)}`);
    } catch (error) {
      if (!ending)
        show(error instanceof StartError ? error.message : `cannot start: ${(error as Error).stack ?? error}`);
      process.exit(ending ? 0 : 1);
    }
  }

  await launch(() => readSettings(process.env));
}

/** The address of the console that the stage itself serves, if it does. */
function siteLine({ consoleUrl }: LocalStack): string {
  return consoleUrl === undefined ? '' : `console of the stage ${consoleUrl}/\n`;
}

/** npm forwards signals, but a `kill -9` of npm would leave this process running with its ports. */
function followParent(gone: () => void): void {
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => process.ppid !== parent && gone(), PARENT_CHECK_MS).unref();
}

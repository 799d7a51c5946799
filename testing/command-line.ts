import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';

/** How a command is called. */
interface Command<T extends ParseArgsOptionsConfig> {
  /** As it is typed after `npm run`. */
  readonly name: string;
  /** What `--help` prints: the form of the call, what it does, and its options. */
  readonly usage: string;
  readonly options?: T;
  readonly allowPositionals?: boolean;
  /** The arguments, if they are not all of the process. */
  readonly args?: readonly string[];
}

/**
 * Reads the arguments of a command. `--help` prints the usage and ends with 0; a wrong argument prints one line that
 * names it, and ends with 2. A reader of the output that goes away, such as `head`, ends the command without an error.
 */
export function readCommandLine<const T extends ParseArgsOptionsConfig>(command: Command<T>) {
  endWithOutput();
  const options = { ...command.options, help: { type: 'boolean' } } as T & { help: { type: 'boolean' } };
  const { values, positionals } = orFail(command.name, () =>
    parseArgs({
      options,
      allowPositionals: command.allowPositionals ?? false,
      ...(command.args && { args: [...command.args] }),
    }),
  );
  if ((values as { help?: boolean }).help) {
    console.log(command.usage);
    process.exit(0);
  }
  return { values, positionals: positionals as readonly string[] };
}

/** Runs `read`, and ends the command with 2 and one line if it throws. */
export function orFail<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    return failUsage(name, (error as Error).message);
  }
}

/** Ends a command that was called with a wrong argument. */
export function failUsage(name: string, problem: string): never {
  const [line = ''] = problem.split(/\.? To specify|\n/);
  console.error(`${name}: ${line}; npm run ${name} -- --help prints the usage`);
  process.exit(2);
}

/** A whole number that was given as the text of an option. */
export function wholeNumber(name: string, option: string, text: string, least = 0): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least) return value;
  return failUsage(name, `--${option}: expected a whole number from ${least}, got "${text}"`);
}

/** A command with a reader that goes away, as in `npm run ops -- queues | head -1`, ends without an error. */
export function endWithOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

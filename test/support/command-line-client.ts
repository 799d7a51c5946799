import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from '#clients/cli/src/context.ts';
import type { Keychain } from '#clients/cli/src/profile/keychain.ts';
import { Profiles } from '#clients/cli/src/profile/profiles.ts';
import { run } from '#clients/cli/src/run.ts';

/** How a command is tried: by default as a program calls it, without a terminal. */
export interface Surroundings {
  readonly environment?: Readonly<Record<string, string>>;
  /** Whether a person sits there. */
  readonly isTerminal?: boolean;
  readonly columns?: number;
  /** What the person types when asked. */
  readonly typed?: string;
  /** What comes in on standard input; nothing by default. */
  readonly input?: Readable;
  readonly signal?: AbortSignal;
  /** The keychain of the system; that of this machine by default. */
  readonly keychain?: Keychain;
  /** Gets what the command prints, as it does. */
  readonly onOutput?: (text: string) => void;
}

export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
  /** The output as JSON, a line for each value. */
  // biome-ignore lint/suspicious/noExplicitAny: replies have as many shapes as there are commands
  readonly rows: any[];
}

/** Runs command lines of `aid` in this process, with a folder of their own for what it stores. */
export function commandLineIn(folder: string, always: Surroundings = {}) {
  return async (args: readonly string[], surroundings: Surroundings = {}): Promise<Ran> => {
    const {
      environment = {},
      isTerminal = false,
      columns = 80,
      typed,
      input = Readable.from([]),
      signal,
      keychain,
      onOutput,
    } = { ...always, ...surroundings };
    const written = { output: '', errors: '' };
    const terminal = (name: keyof typeof written) => ({
      isTerminal,
      columns,
      write: (text: string) => {
        written[name] += text;
        if (name === 'output') onOutput?.(text);
      },
    });
    const context: Context = {
      environment: { ...always.environment, ...environment },
      output: terminal('output'),
      errors: terminal('errors'),
      input: {
        isTerminal,
        bytes: input,
        ask: async (question) => {
          written.errors += question;
          return typed ?? '';
        },
      },
      profiles: new Profiles({ XDG_CONFIG_HOME: join(folder, 'config') }, folder, keychain),
      stateFolder: join(folder, 'state'),
      signal: signal ?? new AbortController().signal,
    };
    const code = await run(args, context);
    return {
      code,
      ...written,
      get rows() {
        return written.output
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line));
      },
    };
  };
}

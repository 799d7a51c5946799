import type { CommonOptions, Context } from './context.ts';

/** A command written by hand, because it is more than one call. */
export interface HandCommand {
  /** The words of the command: `['events', 'tail']`. */
  readonly command: readonly string[];
  /** The method of the SDK that it calls, if it is the command of that. */
  readonly method?: string;
  readonly title: string;
  /** Sentences. */
  readonly text: string;
  /** The command's arguments: `<port>`, or `[port]` if optional. */
  readonly arguments: readonly string[];
  /** In commander's notation: `--type <type>`; a list has `...`. */
  readonly options: readonly HandOption[];
  /** Whether its arguments are the command line of a program, with options of its own. */
  readonly takesCommand?: boolean;
  readonly run: (context: Context, args: readonly string[], options: HandOptions) => Promise<void> | void;
}

export interface HandOption {
  readonly flags: string;
  readonly text: string;
  /** Whether it may be given several times, with one value each, so that it does not take the argument behind it. */
  readonly repeats?: boolean;
}

/** The common options, and those of the command in camel case. */
export type HandOptions = CommonOptions & Readonly<Record<string, unknown>>;

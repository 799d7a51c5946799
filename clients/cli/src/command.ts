import type { CommonOptions, Context } from './context.ts';

/** A command that is written by hand, because it is more than one call. */
export interface HandCommand {
  /** As it is typed: `['events', 'tail']`. */
  readonly command: readonly string[];
  readonly title: string;
  /** Sentences. */
  readonly text: string;
  /** What follows the command: `<port>`, or `[port]` where it may be left out. */
  readonly arguments: readonly string[];
  /** In the notation of commander: `--type <type>`; a list has `...`. */
  readonly options: readonly HandOption[];
  readonly run: (context: Context, args: readonly string[], options: HandOptions) => Promise<void> | void;
}

export interface HandOption {
  readonly flags: string;
  readonly text: string;
}

/** The common options, and those of the command in camel case. */
export type HandOptions = CommonOptions & Readonly<Record<string, unknown>>;

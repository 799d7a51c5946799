import type { DeployedStage } from './deployed-stage.ts';
import { UsageError } from './ops-error.ts';

/** One line of a table: its cells by the names of the columns. */
export type Cells = Readonly<Record<string, string | number | null>>;

/** What a command found or did. */
export interface Report {
  readonly rows: readonly Cells[];
  /** Sentences after the table: counts, what a dry run would do, how to continue. */
  readonly notes: readonly string[];
  /** Whether something could not be done. The exit code is 1 then. */
  readonly failed?: boolean;
}

export interface CommandOption {
  readonly type: 'string' | 'boolean';
  /** The placeholder of a value in the usage: `--limit <n>`. */
  readonly value?: string;
  readonly description: string;
}

/** The arguments of one call, and what the command works with. */
export interface Invocation {
  readonly stage: DeployedStage;
  /** As many as the command has `args`. */
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Whether `--yes` was given. Without it a command that changes something only says what it would do. */
  readonly confirmed: boolean;
  readonly now: number;
  /** Tells the operator how far a long command is. Not part of its output. */
  readonly progress: (line: string) => void;
}

/** A command of `npm run ops`. */
export interface OpsCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** The names of its positional arguments, all required. */
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Whether it changes something, so that it has the option `--yes`. */
  readonly changes: boolean;
  readonly run: (invocation: Invocation) => Promise<Report>;
}

/** The value of an option that has one. */
export function textOption({ options }: Invocation, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** A whole number, or the default where the option is absent. */
export function numberOption(
  invocation: Invocation,
  name: string,
  { min, max, fallback }: { readonly min: number; readonly max: number; readonly fallback: number },
): number {
  const text = textOption(invocation, name);
  if (text === undefined) return fallback;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`--${name}: expected a whole number from ${min} to ${max}, got ${text}`);
}

/** A time in epoch milliseconds, or `undefined` where the option is absent. */
export function timeOption(invocation: Invocation, name: string): number | undefined {
  const text = textOption(invocation, name);
  if (text === undefined) return undefined;
  const time = Date.parse(text);
  if (!Number.isNaN(time)) return time;
  throw new UsageError(`--${name}: expected a time, for example 2026-11-20T00:00:00Z, got ${text}`);
}

import { readFileSync } from 'node:fs';
import { attachmentOf } from './attachment.ts';
import type { CommandOption } from './operation.ts';
import { UsageError } from './usage-error.ts';

/** What commander has collected for an option. */
export type Given = string | boolean | readonly string[] | FileContent;

/** The content of a file as the value of an option; `-` is standard input. */
export class FileContent {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** The value of an option as the request needs it. Throws `UsageError` if it is invalid. */
export function readValue({ name, kind }: CommandOption, given: Given): unknown {
  switch (kind) {
    case 'boolean':
      return given;
    case 'files':
      return (given as readonly string[]).map((path) => attachmentOf(path, read(flagOf(name), path)));
    case 'number':
      return numberOf(name, given as string);
    case 'json':
      return given instanceof FileContent
        ? jsonOf(fileFlagOf(name), readText(fileFlagOf(name), given.path))
        : jsonOf(flagOf(name), given as string);
    default:
      return given instanceof FileContent ? readText(fileFlagOf(name), given.path) : given;
  }
}

/** The option's flag: `--in-reply-to-message-id`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}

/** The flag that takes the option's value from a file: `--text-file`. */
export function fileFlagOf(name: string): string {
  return `${flagOf(name)}-file`;
}

/** The text of a file that the flag names; `-` is standard input. Throws `UsageError` if it cannot be read. */
export function readText(flag: string, path: string): string {
  return read(flag, path).toString('utf8');
}

function read(flag: string, path: string): Buffer {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    const what = path === '-' ? 'standard input' : path;
    throw new UsageError(`${flag}: cannot read ${what}: ${(error as Error).message}`);
  }
}

function numberOf(name: string, given: string): number {
  const value = Number(given);
  if (given.trim() === '' || !Number.isFinite(value))
    throw new UsageError(`${flagOf(name)}: expected a number, got "${given}"`);
  return value;
}

function jsonOf(flag: string, given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw new UsageError(`${flag}: expected JSON, got "${given.slice(0, 40)}"`);
  }
}

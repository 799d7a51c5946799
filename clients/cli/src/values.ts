import { readFileSync } from 'node:fs';
import { attachmentOf } from './attachment.ts';
import type { CommandOption } from './operation.ts';
import { UsageError } from './usage-error.ts';

/** What commander has collected for an option. */
export type Given = string | boolean | readonly string[];

/** The value of an option as the request needs it. Throws `UsageError` if it is invalid. */
export function readValue({ name, kind }: CommandOption, given: Given): unknown {
  switch (kind) {
    case 'boolean':
      return given;
    case 'texts':
      return (given as readonly string[]).map((text) => textOf(name, text));
    case 'files':
      return (given as readonly string[]).map((path) => attachmentOf(path, read(name, path)));
    case 'number':
      return numberOf(name, given as string);
    case 'json':
      return jsonOf(name, textOf(name, given as string));
    default:
      return textOf(name, given as string);
  }
}

/** The option's flag: `--in-reply-to-message-id`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll('_', '-')}`;
}

/** A text; `@file` is the content of a file, and `@-` standard input. To start a text with `@`, write it twice. */
export function textOf(name: string, given: string): string {
  if (!given.startsWith('@')) return given;
  if (given.startsWith('@@')) return given.slice(1);
  return read(name, given.slice(1)).toString('utf8');
}

function read(name: string, path: string): Buffer {
  try {
    return readFileSync(path === '-' ? 0 : path);
  } catch (error) {
    const what = path === '-' ? 'standard input' : path;
    throw new UsageError(`${flagOf(name)}: cannot read ${what}: ${(error as Error).message}`);
  }
}

function numberOf(name: string, given: string): number {
  const value = Number(given);
  if (given.trim() === '' || !Number.isFinite(value))
    throw new UsageError(`${flagOf(name)}: expected a number, got "${given}"`);
  return value;
}

function jsonOf(name: string, given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    throw new UsageError(`${flagOf(name)}: expected JSON, got "${given.slice(0, 40)}"`);
  }
}

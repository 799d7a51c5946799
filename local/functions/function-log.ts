import { createWriteStream, existsSync, mkdirSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { LOG_LEVELS, type LogLevel } from '../settings.ts';

/** A log above this size is rotated at the next start; one old log is kept. */
const ROTATE_BYTES = 10 * 1024 * 1024;

/** Longest line that reaches the terminal. */
const TERMINAL_LINE = 2000;

export interface LogSink {
  /** Folder of the log files; none for an ephemeral stack. */
  readonly folder: string | undefined;
  /** The least severe line that reaches the terminal. */
  readonly level: LogLevel;
  /** Shows a line on the terminal. */
  show(line: string): void;
  /** Receives every line of every function. */
  readonly onLine?: (line: string) => void;
}

/** Writes the output of functions to their files, and severe lines to the terminal. */
export class FunctionLogs {
  readonly #sink: LogSink;
  readonly #files = new Map<string, WriteStream>();

  constructor(sink: LogSink) {
    this.#sink = sink;
    if (sink.folder !== undefined) mkdirSync(sink.folder, { recursive: true });
  }

  /** Follows one output of a function. Lines without a level count as `level`. */
  follow(functionName: string, output: Readable, level: LogLevel): void {
    let rest = '';
    output.setEncoding('utf8');
    output.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.line(functionName, line, level);
    });
    output.on('end', () => rest !== '' && this.line(functionName, rest, level));
  }

  line(functionName: string, line: string, level: LogLevel): void {
    if (line.trim() === '') return;
    this.#fileOf(functionName)?.write(`${line}\n`);
    this.#sink.onLine?.(line);
    if (isAtLeast(levelOf(line) ?? level, this.#sink.level)) {
      this.#sink.show(`[${functionName}] ${line.slice(0, TERMINAL_LINE)}`);
    }
  }

  close(): void {
    for (const file of this.#files.values()) file.end();
  }

  #fileOf(functionName: string): WriteStream | undefined {
    const { folder } = this.#sink;
    if (folder === undefined) return undefined;
    const known = this.#files.get(functionName);
    if (known !== undefined) return known;
    const path = join(folder, `${functionName}.log`);
    if (existsSync(path) && statSync(path).size > ROTATE_BYTES) renameSync(path, `${path}.old`);
    const file = createWriteStream(path, { flags: 'a' });
    this.#files.set(functionName, file);
    return file;
  }
}

/** The level that a structured line states. Metrics (embedded metric format) are structured too and state none. */
function levelOf(line: string): LogLevel | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { level, _aws } = JSON.parse(line) as { level?: unknown; _aws?: unknown };
    if (_aws !== undefined) return 'debug';
    const stated = String(level).toLowerCase();
    if (stated === 'critical' || stated === 'fatal') return 'error';
    return LOG_LEVELS.find((known) => known === stated);
  } catch {
    return undefined;
  }
}

function isAtLeast(level: LogLevel, threshold: LogLevel): boolean {
  return LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(threshold);
}

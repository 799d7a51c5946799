import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { findPython, installNpm } from '../../support/tools/install.ts';

/** The usual size of a terminal. */
const COLUMNS = 80;
const ROWS = 24;

/** Without a change of the screen for this long, a test has failed. A passing test never waits this long. */
const STALLED_MS = 120_000;

const FOLDER = join(import.meta.dirname, '..');
const PROMPT = 'you> ';
/** bash takes this from its environment, and its prompt not in every build. */
const SETS_PROMPT = `PS1='${PROMPT}'`;

/** The part of `@xterm/headless` that is used. */
interface Emulator {
  readonly buffer: { readonly active: Screen };
  readonly modes: { readonly bracketedPasteMode: boolean };
  write(data: Uint8Array, callback: () => void): void;
  onData(listener: (response: string) => void): void;
}

interface Screen {
  readonly length: number;
  /** The number of rows that have scrolled out, and the row of the cursor below them. */
  readonly baseY: number;
  readonly cursorY: number;
  readonly cursorX: number;
  getLine(row: number): { readonly isWrapped: boolean; translateToString(trimRight: boolean): string } | undefined;
}

interface ShellOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What a terminal shows below commands. */
export interface Shown {
  /** The rows as they are on the screen, of at most 80 characters. */
  readonly rows: readonly string[];
  /** The lines as a person copies them: rows that the terminal itself has wrapped are one line. */
  readonly lines: readonly string[];
  /** The exit status of the last command. */
  readonly status: number;
}

/** An interactive shell in a pseudo-terminal of 80 columns, and what its screen shows. */
export class Shell {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #emulator: Emulator;
  #onChange = () => {};
  #hasEnded = false;

  private constructor(child: ChildProcessWithoutNullStreams, emulator: Emulator) {
    this.#child = child;
    this.#emulator = emulator;
    child.stdout.on('data', (data: Buffer) => emulator.write(data, () => this.#onChange()));
    // A program may ask the terminal where its cursor is, or what it can do.
    emulator.onData((response) => child.stdin.write(response));
    child.once('close', () => {
      this.#hasEnded = true;
      this.#onChange();
    });
  }

  /** Starts bash 5.1 or later, which takes pasted text as terminals mark it. */
  static async open({ cwd, env }: ShellOptions): Promise<Shell> {
    const packages = dirname(await installNpm('terminal', join(FOLDER, 'pins')));
    const load = createRequire(join(packages, 'package.json'));
    const { Terminal } = load('@xterm/headless') as { Terminal: new (options: object) => Emulator };
    const emulator = new Terminal({ cols: COLUMNS, rows: ROWS, scrollback: 10_000, allowProposedApi: true });
    const shell = ['bash', '--noprofile', '--norc', '-i'];
    const program = join(FOLDER, 'programs', 'in_pty.py');
    const child = spawn(await findPython(), [program, String(COLUMNS), String(ROWS), ...shell], {
      cwd,
      env: {
        ...process.env,
        NO_COLOR: undefined,
        CI: undefined,
        TERM: 'xterm-256color',
        PROMPT_COMMAND: SETS_PROMPT,
        ...env,
      },
    });
    const opened = new Shell(child, emulator);
    await opened.#until('the prompt of bash 5.1', () => emulator.modes.bracketedPasteMode && opened.#isAtPrompt());
    return opened;
  }

  /** Pastes commands, presses Enter, and returns what the screen shows when the prompt is back. */
  async paste(commands: string): Promise<Shown> {
    const from = await this.#enter(commands);
    const [rows, lines] = [this.#rowsFrom(from), this.#linesFrom(from)];
    const statusFrom = await this.#enter('echo $?');
    return { rows: beforePrompt(rows), lines: beforePrompt(lines), status: Number(this.#rowsFrom(statusFrom)[0]) };
  }

  /** Closes the terminal, which ends the shell and what it has started. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    if (!this.#hasEnded) await once(this.#child, 'close');
  }

  /**
   * Returns the row below the commands, where their output begins. Enter is pressed at once: a program that ends in the
   * background may have set the terminal back to whole lines, in which nothing is read before Enter.
   */
  async #enter(commands: string): Promise<number> {
    const text = commands.trimEnd();
    const start = this.#row();
    const last = text.slice(text.lastIndexOf('\n') + 1).trimEnd();
    this.#child.stdin.write(`\x1b[200~${text.replaceAll('\n', '\r')}\x1b[201~\r`);
    const below = () => this.#rowBelow(last, start);
    await this.#until(`the prompt after ${text}`, () => below() <= this.#row() && this.#isAtPrompt());
    return below();
  }

  /** The row below the first line that ends with a text, from a row on; infinite if there is none. */
  #rowBelow(end: string, first: number): number {
    let line = '';
    for (let row = first; row <= this.#row(); row += 1) {
      const isContinued = this.#emulator.buffer.active.getLine(row + 1)?.isWrapped === true;
      line += this.#textOf(row, !isContinued);
      if (isContinued) continue;
      if (line.endsWith(end)) return row + 1;
      line = '';
    }
    return Number.POSITIVE_INFINITY;
  }

  /** The row of the cursor, from the first that the terminal has shown. */
  #row(): number {
    const { baseY, cursorY } = this.#emulator.buffer.active;
    return baseY + cursorY;
  }

  #isAtPrompt(): boolean {
    const { active } = this.#emulator.buffer;
    return active.cursorX === PROMPT.length && this.#rowsFrom(this.#row())[0] === PROMPT.trimEnd();
  }

  #rowsFrom(first: number): string[] {
    const rows: string[] = [];
    for (let row = first; row <= this.#row(); row += 1) rows.push(this.#textOf(row, true));
    return rows;
  }

  #linesFrom(first: number): string[] {
    const { active } = this.#emulator.buffer;
    const lines: string[] = [];
    for (let row = first; row <= this.#row(); row += 1) {
      const isContinued = active.getLine(row + 1)?.isWrapped === true;
      const text = this.#textOf(row, !isContinued);
      if (active.getLine(row)?.isWrapped === true && lines.length > 0) lines.push(`${lines.pop()}${text}`);
      else lines.push(text);
    }
    return lines;
  }

  #textOf(row: number, trimRight: boolean): string {
    const text = this.#emulator.buffer.active.getLine(row)?.translateToString(trimRight) ?? '';
    return trimRight ? text.trimEnd() : text;
  }

  /** Waits until the screen shows something. It gives up when the screen has not changed for a long time. */
  async #until(what: string, isShown: () => boolean): Promise<void> {
    while (!isShown()) {
      const stalled = AbortSignal.timeout(STALLED_MS);
      const changed = new Promise<void>((resolve) => {
        this.#onChange = resolve;
        stalled.addEventListener('abort', () => resolve());
      });
      await changed;
      if (!this.#hasEnded && !stalled.aborted) continue;
      if (isShown()) return;
      throw new Error(
        `The shell ${this.#hasEnded ? 'ended' : 'stopped'} before ${what}:\n${this.#linesFrom(0).join('\n')}`,
      );
    }
  }
}

function beforePrompt(lines: readonly string[]): readonly string[] {
  return lines.slice(0, -1);
}

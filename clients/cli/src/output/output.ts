import { pick, type Row } from './fields.ts';
import { columnsOf, recordOf, tableOf } from './table.ts';

/** The target of the output. */
export interface Terminal {
  readonly isTerminal: boolean;
  /** Characters per line. */
  readonly columns: number;
  write(text: string): void;
}

export interface OutputOptions {
  /** JSON Lines even on a terminal. */
  readonly json?: boolean | undefined;
  /** The fields to print. */
  readonly fields?: readonly string[] | undefined;
}

/** How many rows are collected before a table is printed, because they decide its columns. */
const ROWS_OF_A_TABLE = 100;

/** Prints the result of a command: for people on a terminal, and as JSON Lines everywhere else. */
export class Output {
  readonly #terminal: Terminal;
  readonly #options: OutputOptions;

  constructor(terminal: Terminal, options: OutputOptions) {
    this.#terminal = terminal;
    this.#options = options;
  }

  get isForPeople(): boolean {
    return this.#terminal.isTerminal && this.#options.json !== true;
  }

  /** One object, or nothing. */
  record(value: unknown): void {
    if (value === undefined) return;
    const row = typeof value === 'object' && value !== null ? this.#picked(value as Row) : { value };
    const lines = this.isForPeople ? recordOf(row) : [JSON.stringify(row)];
    for (const line of lines) this.#line(line);
  }

  /** Rows as they arrive. */
  async rows(rows: AsyncIterable<unknown>, nothing: string): Promise<void> {
    if (!this.isForPeople) {
      for await (const row of rows) this.#line(JSON.stringify(this.#picked(row as Row)));
      return;
    }
    let waiting: Row[] = [];
    let columns: readonly string[] | undefined;
    const print = () => {
      const first = columns === undefined;
      columns ??= columnsOf(waiting, this.#options.fields);
      const lines = tableOf(waiting, columns, this.#terminal.columns);
      for (const line of first ? lines : lines.slice(1)) this.#line(line);
      waiting = [];
    };
    for await (const row of rows) if (waiting.push(row as Row) >= ROWS_OF_A_TABLE) print();
    if (waiting.length > 0) print();
    else if (columns === undefined) this.#line(nothing);
  }

  /** A text for people; programs do not get it. */
  say(text: string): void {
    if (this.isForPeople) this.#line(text);
  }

  /** A text for people, and a row instead of it for programs. */
  show(text: string, row: object): void {
    if (this.isForPeople) this.say(text);
    else this.record(row);
  }

  /** A file, unchanged. */
  text(text: string): void {
    this.#terminal.write(text);
  }

  #picked(row: Row): Row {
    return this.#options.fields === undefined ? row : pick(row, this.#options.fields);
  }

  #line(text: string): void {
    this.#terminal.write(`${text}\n`);
  }
}

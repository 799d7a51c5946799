import { pick, type Row } from './fields.ts';
import { oneLine, printableJson } from './printable.ts';
import { recordOf } from './record.ts';
import { columnsOf, tableOf } from './table.ts';

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
    for (const line of this.isForPeople ? this.#recordOf(row) : [printableJson(row)]) this.#line(line);
  }

  /** Rows as they arrive. */
  async rows(rows: AsyncIterable<unknown> | Iterable<unknown>, nothing: string): Promise<void> {
    if (!this.isForPeople) {
      for await (const row of rows) this.#line(printableJson(this.#picked(row as Row)));
      return;
    }
    let waiting: Row[] = [];
    let print: ((rows: readonly Row[]) => void) | undefined;
    for await (const row of rows) {
      if (waiting.push(row as Row) < ROWS_OF_A_TABLE) continue;
      print ??= this.#printerFor(waiting);
      print(waiting);
      waiting = [];
    }
    if (waiting.length > 0) (print ?? this.#printerFor(waiting))(waiting);
    else if (print === undefined) this.#line(nothing);
  }

  /** Prints rows in the columns that the first ones decide. Fields that do not fit into columns become records. */
  #printerFor(first: readonly Row[]): (rows: readonly Row[]) => void {
    const { columns: width } = this.#terminal;
    const columns = columnsOf(first, this.#options.fields, width);
    if (columns === undefined) {
      return (rows) => {
        for (const row of rows) for (const line of [...this.#recordOf(this.#picked(row)), '']) this.#line(line);
      };
    }
    let isFirst = true;
    return (rows) => {
      for (const line of tableOf(rows, columns, width).slice(isFirst ? 0 : 1)) this.#line(line);
      isFirst = false;
    };
  }

  #recordOf(row: Row): readonly string[] {
    return recordOf(row, this.#terminal.columns);
  }

  /** A line for people; programs do not get it. */
  say(text: string): void {
    if (this.isForPeople) this.#line(oneLine(text));
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

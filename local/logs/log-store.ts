/** Lines kept for each log group. */
const MAX_LINES = 5000;

/** One line of a log. */
export interface LogLine {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly text: string;
}

/** The newest lines of log groups, in memory. */
export class LogStore {
  readonly #groups = new Map<string, LogLine[]>();
  readonly #onLine: (group: string, line: LogLine) => void;

  /** `onLine` receives every line with its group. */
  constructor(onLine: (group: string, line: LogLine) => void = () => {}) {
    this.#onLine = onLine;
  }

  write(group: string, text: string, at: number = Date.now()): void {
    const lines = this.#groups.get(group) ?? [];
    const line = { at, text };
    lines.push(line);
    this.#onLine(group, line);
    if (lines.length > 2 * MAX_LINES) lines.splice(0, lines.length - MAX_LINES);
    this.#groups.set(group, lines);
  }

  /** The lines of a group since a time, the oldest first. */
  lines(group: string, since: number): readonly LogLine[] {
    return (this.#groups.get(group) ?? []).filter(({ at }) => at >= since);
  }
}

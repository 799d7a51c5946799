import type { TraceStep } from '../../../typescript/src/index.ts';
import type { HandCommand } from '../command.ts';
import { clientOf, outputOf } from '../context.ts';
import { bodyLines, textOfBody } from '../output/body-lines.ts';
import { counted } from '../output/counted.ts';
import { oneLine, wrapped } from '../output/printable.ts';
import { wholeIdOfAny } from '../partial-ids.ts';

/** What a step follows from is on the line above it, so attempts and steps of a task are indented. */
const INDENTED: ReadonlySet<string> = new Set(['attempt', 'task_step', 'reading']);
const KIND_WIDTH = 12;
const STATUS_WIDTH = 15;

/** Prints what led to a thing and what followed, one line for each step. */
export const trace: HandCommand = {
  command: ['trace'],
  method: 'trace',
  title: 'Show what led to a thing and what followed',
  text: 'The trace of a message, task, event, delivery, approval or request by its id: mail, events, deliveries with each attempt and what the receiver responded, decisions, replies and outcomes, in order. With --json, the steps with all details; with --fields, a row for each step.',
  arguments: ['<id>'],
  options: [],
  async run(context, [given = ''], options) {
    const { signal } = context;
    const output = outputOf(context, options);
    const client = clientOf(context, options);
    const found = await client.trace(await wholeIdOfAny(client, given, { signal }), { signal });
    if (options.fields !== undefined) {
      await output.rows(found.steps, 'No results.');
      return;
    }
    if (!output.isForPeople) {
      output.record(found);
      return;
    }
    for (const step of found.steps) {
      for (const line of linesOf(step, context.output.columns)) output.text(`${line}\n`);
    }
  },
};

const INDENT = ' '.repeat(28);
/** The least room for a text on a narrow terminal. */
const MIN_ROOM = 20;

/**
 * The lines of a step: when, what, its status, and below it what the receiver responded. A long text continues below,
 * indented, because only steps begin at the first column, and no text of a stranger may look like one.
 */
function linesOf({ at, kind, summary, status, detail }: TraceStep, columns: number): string[] {
  const name = `${INDENTED.has(kind) ? '  ' : ''}${kind.replaceAll('_', ' ')}`;
  const start = `${at}  ${name.padEnd(KIND_WIDTH)}${(status ?? '').padEnd(STATUS_WIDTH)}`;
  const text = oneLine(summary);
  const [first = ''] = wrapped(text, Math.max(MIN_ROOM, columns - start.length));
  const rest = text.slice(first.length).trimStart();
  const room = Math.max(MIN_ROOM, columns - INDENT.length);
  const below = [...(rest === '' ? [] : wrapped(rest, room)), ...responseLines(detail.response, room)];
  return [`${start}${first}`.trimEnd(), ...below.map((line) => `${INDENT}${line}`)];
}

/** The beginning of what a receiver responded, if it is a text. */
function responseLines(response: unknown, columns: number): string[] {
  const { body_base64: body = '', truncated: isTruncated = false } = (response ?? {}) as {
    body_base64?: string;
    truncated?: boolean;
  };
  const bytes = Buffer.from(body, 'base64');
  const text = textOfBody(bytes);
  return text === undefined
    ? [`(${counted(bytes.length, 'byte')}, not text)`]
    : bodyLines(text, { columns, isTruncated });
}

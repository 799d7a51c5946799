import type { TraceStep } from '../../../typescript/src/index.ts';
import type { HandCommand } from '../command.ts';
import { clientOf, outputOf } from '../context.ts';
import { bodyLines, textOfBody } from '../output/body-lines.ts';
import { oneLine } from '../output/printable.ts';

/** What a step follows from is on the line above it, so attempts and steps of a task are indented. */
const INDENTED: ReadonlySet<string> = new Set(['attempt', 'task_step', 'reading']);
const KIND_WIDTH = 12;
const STATUS_WIDTH = 15;

/** Prints what led to a thing and what followed, one line for each step. */
export const trace: HandCommand = {
  command: ['trace'],
  method: 'trace',
  title: 'Show what led to a thing and what followed',
  text: 'The story of a message, task, event, delivery, approval or request by its id: mail, events, deliveries with each attempt and what the receiver responded, decisions, replies and outcomes, in order. With --json, the steps with all details.',
  arguments: ['<id>'],
  options: [],
  async run(context, [id = ''], options) {
    const output = outputOf(context, options);
    const found = await clientOf(context, options).trace(id, { signal: context.signal });
    if (!output.isForPeople) {
      output.record(found);
      return;
    }
    for (const step of found.steps) for (const line of linesOf(step)) output.text(`${line}\n`);
  },
};

/** The lines of a step: when, what, its status, and below it what the receiver responded. */
function linesOf({ at, kind, summary, status, detail }: TraceStep): string[] {
  const name = `${INDENTED.has(kind) ? '  ' : ''}${kind.replaceAll('_', ' ')}`;
  const line = `${at}  ${name.padEnd(KIND_WIDTH)}${(status ?? '').padEnd(STATUS_WIDTH)}${oneLine(summary)}`;
  return [line.trimEnd(), ...responseLines(detail.response)];
}

const INDENT = ' '.repeat(28);

/** The beginning of what a receiver responded, if it is a text. */
function responseLines(response: unknown): string[] {
  const { body_base64: body = '', truncated = false } = (response ?? {}) as {
    body_base64?: string;
    truncated?: boolean;
  };
  const bytes = Buffer.from(body, 'base64');
  const text = textOfBody(bytes);
  const lines = text === undefined ? [`(${bytes.length} bytes that are no text)`] : bodyLines(text, truncated);
  return lines.map((line) => `${INDENT}${line}`);
}

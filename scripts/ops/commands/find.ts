import { HOUR } from '#shared/domain/time/time.ts';
import { type Cells, type OpsCommand, timeOption } from '../command.ts';
import { ID, type LogLine, MAX_LINES, searchLogs } from '../log-search.ts';
import { UsageError } from '../ops-error.ts';

/** The ids of single things that a request causes, by which the lines of workers name them. */
const CAUSED = /\b(?:evt|msg|dlv|dom|tsk|rec)_[0-7][0-9A-HJKMNP-TV-Z]{25}\b/g;

/** The request of a line, which is also in all other lines about what that request caused. */
const REQUEST = /"request_id":"([\w-]{8,100})"/g;

/** The requests that the call of a tool has made. They have ids of their own. */
const MADE = /"requests":\[([^\]]*)\]/g;

/** The largest number of further ids of one search. */
const MAX_CAUSED = 50;

const MAX_TEXT = 300;

/**
 * Finds the lines about an id in all logs of the stage, and then the lines about what those lines name: requests,
 * messages, events, deliveries, recoveries, tasks, domains.
 */
export const find: OpsCommand = {
  name: 'find',
  summary:
    'finds a request by its id in all logs, and what it caused; takes ids of messages, deliveries and traces too',
  args: ['id'],
  options: {
    from: { type: 'string', value: 'time', description: 'from this time on; default: 24 hours ago' },
    to: { type: 'string', value: 'time', description: 'up to this time; default: now' },
  },
  changes: false,
  run: async (invocation) => {
    const { stage, args, now } = invocation;
    const [id = ''] = args;
    if (!ID.test(id)) throw new UsageError(`not an id: ${id}`);
    const to = timeOption(invocation, 'to') ?? now;
    const from = timeOption(invocation, 'from') ?? to - 24 * HOUR;
    if (from >= to) throw new UsageError('--to: expected a later time than --from');
    const search = { logGroups: await stage.logGroups(), from, to };
    const own = await searchLogs(stage.logs, { ...search, ids: [id] });
    const all = causedIds(own).filter((one) => one !== id);
    const [ids, unsearched] = [all.slice(0, MAX_CAUSED), all.length - MAX_CAUSED];
    const caused = ids.length === 0 ? [] : await searchLogs(stage.logs, { ...search, ids });
    const lines = uniqueLines([...own, ...caused]);
    return {
      rows: lines.map(cellsOf),
      notes: [
        `${lines.length} lines from ${new Date(from).toISOString()} to ${new Date(to).toISOString()}`,
        ...(ids.length === 0 ? [] : [`with those about ${ids.join(', ')}`]),
        ...(unsearched > 0
          ? [
              `${unsearched} more ids in these lines were not searched: find one of them, or choose a shorter range of time`,
            ]
          : []),
        ...(own.length >= MAX_LINES || caused.length >= MAX_LINES
          ? [`a search ended at ${MAX_LINES} lines: choose a shorter range of time`]
          : []),
      ],
    };
  },
};

function causedIds(lines: readonly LogLine[]): string[] {
  const requests = lines.flatMap(({ text }) => [...text.matchAll(REQUEST)].map(([, id = '']) => id));
  const made = lines.flatMap(({ text }) => [...text.matchAll(MADE)].flatMap(([, list = '']) => idsInList(list)));
  return [...new Set([...requests, ...made, ...lines.flatMap(({ text }) => text.match(CAUSED) ?? [])])];
}

function idsInList(list: string): string[] {
  return list
    .split(',')
    .map((quoted) => quoted.replaceAll('"', '').trim())
    .filter((id) => ID.test(id));
}

function uniqueLines(lines: readonly LogLine[]): LogLine[] {
  const byContent = new Map(lines.map((line) => [`${line.time} ${line.log} ${line.text}`, line]));
  return [...byContent.values()].sort((a, b) => a.time.localeCompare(b.time));
}

/** A line of a function is JSON with `level` and `message`; one of the access log is JSON with neither. */
function cellsOf({ time, log, text }: LogLine): Cells {
  const { level = null, message, ...fields } = fieldsOf(text);
  const rest = Object.entries(fields)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => `${name}=${valueText(value)}`);
  const shown = [...(message === undefined ? [] : [String(message)]), ...rest].join(' ').slice(0, MAX_TEXT);
  return { time, log, level: level === null ? null : String(level), text: shown };
}

/** Fields that say the same as a column, or nothing about the request. */
const LEFT_OUT = new Set(['timestamp', 'time', 'service', 'sampling_rate', 'xray_trace_id']);

function fieldsOf(text: string): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null) return parsed as Record<string, unknown>;
  } catch {
    // A line of the runtime, which is not JSON.
  }
  return { message: text };
}

/** Of an error its name and message, without the stack. */
function valueText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { name, message } = value as { name?: unknown; message?: unknown };
  return message === undefined ? JSON.stringify(value) : `${name ?? 'Error'}: ${message}`;
}

import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

/** Capacity units of a table. */
export interface TableUse {
  readonly table: string;
  readonly read: number;
  readonly write: number;
}

const REPORT_MS = 1000;
const READ_UNIT_BYTES = 4096;
const WRITE_UNIT_BYTES = 1024;

/**
 * From now on, estimates the capacity units that this thread's requests to the engine use, and reports them once a
 * second. The engine itself counts none.
 */
export function meterTables(host: string, report: (use: TableUse) => void): void {
  const uses = new Map<string, TableUse>();
  const flush = () => {
    for (const use of uses.values()) report(use);
    uses.clear();
  };
  const add = ({ table, read, write }: TableUse) => {
    if (uses.size === 0) setTimeout(flush, REPORT_MS).unref();
    const known = uses.get(table);
    uses.set(table, { table, read: read + (known?.read ?? 0), write: write + (known?.write ?? 0) });
  };
  subscribe('http.client.request.created', (message) => {
    const { request } = message as { request: ClientRequest };
    if (request.getHeader('host') === host) meter(request, add);
  });
}

function meter(request: ClientRequest, add: (use: TableUse) => void): void {
  const end = request.end as (...args: unknown[]) => ClientRequest;
  request.end = (...args: unknown[]) => {
    const [body] = args;
    const input = body instanceof Uint8Array ? Buffer.from(body).toString() : String(body ?? '');
    request.once('response', ({ statusCode, headers }: IncomingMessage) => {
      const operation = String(request.getHeader('x-amz-target') ?? '')
        .split('.')
        .at(-1);
      if (statusCode === 200) add(tableUse(operation ?? '', input, Number(headers['content-length'] ?? 0)));
    });
    return end.apply(request, args);
  };
}

/**
 * The units of one request, from the sizes of its input and its output rather than those of the items. A write costs a
 * unit for each item and kilobyte, a read half a unit for each four kilobytes, a consistent one a whole unit, and each
 * of them twice as much in a transaction.
 *
 * Source: DynamoDB developer guide, Read and write operations: capacity unit consumption.
 */
export function tableUse(operation: string, input: string, outputBytes: number): TableUse {
  const isTransaction = operation.startsWith('Transact');
  const table = /"TableName":"([^"]+)"/.exec(input)?.[1] ?? /"RequestItems":\{"([^"]+)"/.exec(input)?.[1] ?? '';
  if (/Put|Update|Delete|Write/.test(operation)) {
    const items = Math.max(1, occurrences(input, isTransaction ? '"TableName"' : 'Request":{'));
    const each = Math.ceil(input.length / items / WRITE_UNIT_BYTES);
    return { table, read: 0, write: items * each * (isTransaction ? 2 : 1) };
  }
  const factor = isTransaction ? 2 : input.includes('"ConsistentRead":true') ? 1 : 0.5;
  return { table, read: Math.max(1, Math.ceil(outputBytes / READ_UNIT_BYTES)) * factor, write: 0 };
}

const occurrences = (text: string, part: string) => text.split(part).length - 1;

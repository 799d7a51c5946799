import { setTimeout as sleep } from 'node:timers/promises';
import type { Table } from '#shared/data/table-client.ts';

/** One call of the database, in milliseconds of `performance.now()`. */
interface Call {
  readonly start: number;
  end: number;
}

/** What a request has called. */
export interface Rounds {
  /** How many calls of the database it made. */
  readonly calls: number;
  /** How many of them had to wait for each other. */
  readonly rounds: number;
}

/**
 * Counts the calls of the database that one request makes. On AWS, each round takes as long as a call.
 *
 * Calls that need not wait for each other overlap, unless the machine takes longer from the begin of one to that of the
 * other than the call takes: `callMs` is what each call takes at least.
 */
export async function countRounds(table: Table, request: () => Promise<unknown>, callMs = 0): Promise<Rounds> {
  const calls: Call[] = [];
  const { middlewareStack } = table.client;
  const name = 'countRounds';
  middlewareStack.add(
    (next) => async (args) => {
      const call: Call = { start: performance.now(), end: Infinity };
      calls.push(call);
      const least = callMs === 0 ? undefined : sleep(callMs);
      try {
        return await next(args);
      } finally {
        await least;
        call.end = performance.now();
      }
    },
    { step: 'initialize', name },
  );
  try {
    await request();
  } finally {
    middlewareStack.remove(name);
  }
  return { calls: calls.length, rounds: longestChain(calls) };
}

/** The number of calls in the longest chain of which each began after the one before had ended. */
function longestChain(calls: readonly Call[]): number {
  const lengths: number[] = [];
  for (const [index, { start }] of calls.entries()) {
    const before = lengths.filter((_, earlier) => earlier < index && (calls[earlier]?.end ?? Infinity) <= start);
    lengths.push(1 + Math.max(0, ...before));
  }
  return Math.max(0, ...lengths);
}

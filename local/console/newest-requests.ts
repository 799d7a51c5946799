import type { LogStore } from '../logs/log-store.ts';

/** How many requests are listed. */
const SHOWN = 200;

/** The newest lines of the access log of the API, the newest first. They have no header and no body. */
export function newestRequests(logs: LogStore, group: string | undefined): { requests: readonly unknown[] } {
  const lines = group === undefined ? [] : logs.lines(group, 0);
  const newest = lines.slice(-SHOWN).reverse();
  return { requests: newest.map(({ at, text }) => ({ ...JSON.parse(text), time: new Date(at).toISOString() })) };
}

import type { ReplyNotes } from '../gateway/reply-notes.ts';
import type { LogStore } from '../logs/log-store.ts';

/** How many requests are listed. */
const SHOWN = 200;

/**
 * The newest lines of the access log of the API, the newest first, with what the headers of their replies said. They
 * have no other header and no body.
 */
export function newestRequests(
  logs: LogStore,
  group: string | undefined,
  notes: ReplyNotes,
): { requests: readonly unknown[] } {
  const lines = group === undefined ? [] : logs.lines(group, 0);
  const newest = lines.slice(-SHOWN).reverse();
  return {
    requests: newest.map(({ at, text }) => {
      const line = JSON.parse(text) as { request_id: string };
      return { ...line, time: new Date(at).toISOString(), ...notes.of(line.request_id) };
    }),
  };
}

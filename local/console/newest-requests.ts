import type { ReplyNotes } from '../gateway/reply-notes.ts';
import type { LogStore } from '../logs/log-store.ts';

/** How many requests are listed. */
const SHOWN = 200;

/**
 * The newest lines of the API's access log, newest first, with notes from the headers of the responses. Other headers
 * and bodies are not kept.
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

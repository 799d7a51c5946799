import { eventsWithoutKeptOut, type KeptOut } from '../kept-out.ts';
import { nextBefore, nextSince } from '../pages.ts';
import { eventResult, eventsResult } from '../results/events.ts';
import { keptOutFields } from '../results/kept-out-fields.ts';
import { toolResult } from '../results/tool-result.ts';
import type { ToolContext, ToolRunners } from '../tool-context.ts';
import { waitInSteps } from '../wait-in-steps.ts';

/** The tools that read the log. See: docs/contract/events.md. */
export const EVENTS: ToolRunners<'waitForEvent' | 'listEvents'> = {
  waitForEvent: async (context, { type, timeout_seconds: seconds, cursor }) => {
    const { api, caller } = context;
    // Steps continue where the log ended when the call arrived, so that nothing is lost between two of them.
    let since = cursor ?? (await endOfLog(context));
    const leftOut: KeptOut[] = [];
    const found = await waitInSteps(context, seconds, async (timeoutMs) => {
      const query = { type, identity_id: caller.identityId, since, timeout_ms: timeoutMs };
      const { event } = await api.call('waitForEvent', { query });
      if (event === null) return undefined;
      const { shown, keptOut } = await eventsWithoutKeptOut(api, [event]);
      since = event.created_at;
      leftOut.push(...keptOut);
      return shown[0] ?? 'continue';
    });
    if (found !== undefined) return eventResult(found, leftOut);
    const note = 'Nothing yet. Call again with next_cursor.';
    return toolResult({ timed_out: true, next_cursor: since, ...keptOutFields(leftOut), note });
  },

  listEvents: async ({ api, caller }, { cursor, since, ...filter }) => {
    // Read from a time on, the log is oldest first, and the cursor is the next `since`.
    const page = since === undefined ? { before: cursor } : { since: cursor ?? since };
    const received = await api.send('listEvents', { query: { ...filter, ...page, identity_id: caller.identityId } });
    const { events } = received.body;
    const nextOf = since === undefined ? nextBefore : nextSince;
    const { shown, keptOut } = await eventsWithoutKeptOut(api, events);
    return eventsResult(shown, { nextCursor: nextOf(received, events, filter.limit), keptOut });
  },
};

/** The time of the last event that the caller may read, so that what comes later is new. */
async function endOfLog({ api, caller }: ToolContext): Promise<string> {
  const { body, headers } = await api.send('listEvents', { query: { limit: 1, identity_id: caller.identityId } });
  return body.events[0]?.created_at ?? headers.get('x-aid-more-before') ?? new Date(0).toISOString();
}

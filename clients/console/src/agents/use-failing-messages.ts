import { useMemo } from 'preact/hooks';
import { MARGIN_MS, timeOf } from '../log/find-event.ts';
import { type FailingDeliveries, useFailingDeliveries } from '../log/use-failing-deliveries.ts';
import { aidOfSession } from '../shell/session.ts';
import { useLoad } from '../widgets/use-load.ts';

/** An event about a message of which deliveries have failed or are being retried. */
export interface FailingEvent {
  readonly eventId: string;
  readonly failing: FailingDeliveries;
}

export type FailingMessages = ReadonlyMap<string, FailingEvent>;

/** How many events are in a page of the log, and how many pages are searched for those of the messages. */
const PAGE = 200;
const MAX_PAGES = 5;

/**
 * The messages of an agent, or of all agents, with deliveries that have not arrived, by id. A delivery names its event
 * only, so the log is read where those events are: at most once for each that has failed, and never where nothing has.
 */
export function useFailingMessages(agentId: string | undefined): FailingMessages {
  const failing = useFailingDeliveries();
  /** The messages of events, by the event; `undefined` for an event of another agent. */
  const known = useMemo(() => new Map<string, string | undefined>(), [agentId]);
  const events = [...failing].filter(([, { example }]) => example.event_type.startsWith('mail.'));
  const unknown = events.map(([id]) => id).filter((id) => !known.has(id));
  useLoad(
    async (signal) => {
      if (unknown.length === 0) return;
      const found = await messagesOf(agentId, unknown, signal);
      for (const id of unknown) known.set(id, found.get(id));
    },
    [agentId, unknown],
  );
  const byMessage = new Map<string, FailingEvent>();
  for (const [eventId, one] of events) {
    const message = known.get(eventId);
    // The newest event is first.
    if (message !== undefined && !byMessage.has(message)) byMessage.set(message, { eventId, failing: one });
  }
  return byMessage;
}

/** The messages that some events of an agent, or of all, are about, by the event. */
async function messagesOf(
  agentId: string | undefined,
  eventIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const times = eventIds.map(timeOf);
  const oldest = new Date(Math.min(...times) - MARGIN_MS).toISOString();
  const query = {
    ...(agentId !== undefined && { identity_id: agentId }),
    aggregate_type: 'mail_message',
    before: new Date(Math.max(...times) + MARGIN_MS),
    limit: PAGE,
  };
  const found = new Map<string, string>();
  let page = await aidOfSession().events.list(query, { signal }).firstPage();
  for (let read = 1; ; read += 1) {
    for (const { id, aggregate_id: about } of page) if (about !== null && eventIds.includes(id)) found.set(id, about);
    const isOver = (page.at(-1)?.created_at ?? '') < oldest && page.length > 0;
    if (isOver || !page.hasMore || read === MAX_PAGES || found.size === eventIds.length) return found;
    page = await page.next();
  }
}

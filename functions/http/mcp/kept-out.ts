import { mapWithLimit } from '#shared/domain/concurrency/map-with-limit.ts';
import type { Message } from './results/mail-record.ts';
import type { ServiceApi } from './service-api.ts';
import { unlessRefused } from './service-error.ts';

/** Why a message is not shown to a model that has not named its folder. */
export type KeptOutReason = 'spam' | 'blocked' | 'virus';

/** A message that is not shown, and when it arrived. */
export interface KeptOut {
  readonly reason: KeptOutReason;
  readonly at: string;
}

/**
 * Why a received message is kept from models unless they name its folder: the spam check or a rule put it there, or it
 * has a virus. Undefined for any other message.
 *
 * See: docs/contract/mcp.md#what-is-left-out.
 */
export function reasonToKeepOut({
  direction,
  folder,
  auth,
}: Pick<Message, 'direction' | 'folder' | 'auth'>): KeptOutReason | undefined {
  if (direction === 'outbound') return undefined;
  if (folder === 'spam' || folder === 'blocked') return folder;
  return auth.virus === 'fail' ? 'virus' : undefined;
}

/** The messages that are shown, and what is left out of them. */
export function withoutKeptOut<M extends Pick<Message, 'direction' | 'folder' | 'auth' | 'created_at'>>(
  messages: readonly M[],
): { readonly shown: M[]; readonly keptOut: KeptOut[] } {
  const shown: M[] = [];
  const keptOut: KeptOut[] = [];
  for (const message of messages) {
    const reason = reasonToKeepOut(message);
    if (reason === undefined) shown.push(message);
    else keptOut.push({ reason, at: message.created_at });
  }
  return { shown, keptOut };
}

/** An event, as far as it tells which message arrived. */
interface MailEvent {
  readonly type: string;
  readonly identity_id: string | null;
  readonly aggregate_id: string | null;
  readonly created_at: string;
}

const READ_AT_ONCE = 5;
const MAX_PAGE = 200;
/** Messages and events get their times from different clocks. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The events about a message that is shown, or about something else, and what is left out of them. */
export async function eventsWithoutKeptOut<E extends MailEvent>(
  api: ServiceApi,
  events: readonly E[],
): Promise<{ readonly shown: E[]; readonly keptOut: KeptOut[] }> {
  const received = events.filter(({ type }) => type === 'mail.received');
  const reasons = new Map<string, KeptOutReason | undefined>();
  for (const [owner, group] of Map.groupBy(received, ({ identity_id }) => identity_id ?? '')) {
    for (const message of await messagesAround(api, owner, group)) reasons.set(message.id, reasonToKeepOut(message));
  }
  const unknown = received.filter(({ aggregate_id: id }) => id !== null && !reasons.has(id));
  await mapWithLimit(unknown, READ_AT_ONCE, async ({ identity_id: owner, aggregate_id: mid }) => {
    const call = api.call('getMessage', { params: { id: owner ?? '', mid: mid ?? '' } });
    const message = await unlessRefused(call, 'resource.not_found');
    if (message !== undefined) reasons.set(message.id, reasonToKeepOut(message));
  });
  const shown: E[] = [];
  const keptOut: KeptOut[] = [];
  for (const event of events) {
    const reason = event.type === 'mail.received' ? reasons.get(event.aggregate_id ?? '') : undefined;
    if (reason === undefined) shown.push(event);
    else keptOut.push({ reason, at: event.created_at });
  }
  return { shown, keptOut };
}

/** A page of the messages that arrived up to the last one of some events: most likely all of them, in one request. */
async function messagesAround(api: ServiceApi, owner: string, events: readonly MailEvent[]): Promise<Message[]> {
  if (events.length < 2) return [];
  const newest = Math.max(...events.map(({ created_at }) => Date.parse(created_at)));
  const before = new Date(newest + CLOCK_TOLERANCE_MS).toISOString();
  const query = { direction: 'inbound', before, limit: MAX_PAGE } as const;
  const { messages } = await api.call('listMessages', { params: { id: owner }, query });
  return messages;
}

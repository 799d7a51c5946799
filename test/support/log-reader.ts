import type { Agent, Organization } from '#testing/fixture.ts';
import { everyPage } from '#testing/hostile-mail/parties.ts';
import type { SuccessOf } from '#testing/operations.ts';
import { eventually } from './eventually.ts';

/** The most entries of a page of a list. */
const MAX_PAGE = 200;

export type EventRecord = SuccessOf<'listEvents'>['events'][number];
export type MessageRecord = SuccessOf<'listMessages'>['messages'][number];
export type DeliveryRecord = SuccessOf<'listDeliveries'>['deliveries'][number];

type Page<T> = (query: { limit: number; before?: string }) => Promise<T[]>;

/** The newest page of a list, or all of them where more are expected than a page holds. */
function newest<T extends { readonly created_at: string }>(count: number, page: Page<T>): Promise<T[]> {
  return count > MAX_PAGE ? everyPage(page) : page({ limit: MAX_PAGE });
}

/** The newest events of an organization, once at least `count` of them match. */
export function eventsOf(
  { api }: Pick<Organization, 'api'>,
  count: number,
  passes: (event: EventRecord) => boolean = () => true,
): Promise<EventRecord[]> {
  return eventually(async () => {
    const all = await newest(count, async (query) => (await api.ok('listEvents', { query })).events);
    const events = all.filter(passes);
    if (events.length < count) throw new Error(`${events.length} of ${count} events`);
    return events;
  });
}

/** The newest messages of an agent, once at least `count` of them match. */
export function messagesOf(
  { api, id }: Pick<Agent, 'api' | 'id'>,
  count: number,
  passes: (message: MessageRecord) => boolean = () => true,
): Promise<MessageRecord[]> {
  return eventually(async () => {
    const all = await newest(
      count,
      async (query) => (await api.ok('listMessages', { params: { id }, query })).messages,
    );
    const messages = all.filter(passes);
    if (messages.length < count) throw new Error(`${messages.length} of ${count} messages`);
    return messages;
  });
}

/** The message with this subject, once it exists. */
export async function messageWith(agent: Pick<Agent, 'api' | 'id'>, subject: string): Promise<MessageRecord> {
  const [message] = await messagesOf(agent, 1, (one) => one.subject === subject);
  return message as MessageRecord;
}

/** The deliveries of an organization, once at least `count` match and all of them have ended. */
export function endedDeliveriesOf(
  { api }: Pick<Organization, 'api'>,
  count: number,
  query: Record<string, string> = {},
): Promise<DeliveryRecord[]> {
  return eventually(async () => {
    const { deliveries } = await api.ok('listDeliveries', { query: { ...query, limit: '200' } });
    const open = deliveries.filter(({ status }) => status === 'pending' || status === 'retrying');
    if (deliveries.length < count || open.length > 0) {
      throw new Error(
        `${deliveries.length} of ${count} deliveries, ${open.length} of them open: ${JSON.stringify(deliveries)}`,
      );
    }
    return deliveries;
  });
}

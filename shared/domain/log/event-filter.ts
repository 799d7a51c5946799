import type { LoggedEvent } from './events.ts';

/**
 * The filters of a wait and of the event history. An event must equal all that are set. See:
 * docs/contract/events.md#wait.
 */
export interface EventFilter {
  type?: string | undefined;
  identity_id?: string | undefined;
  aggregate_type?: string | undefined;
  aggregate_id?: string | undefined;
  thread_id?: string | undefined;
}

type Facts = Pick<LoggedEvent, 'type' | 'identityId' | 'aggregateType' | 'aggregateId' | 'threadId'>;

/** Returns whether an event matches a filter. `onlyIdentity`: the agent that calls, which sees only its own events. */
export function matcherOf(filter: EventFilter, onlyIdentity: string | undefined): (event: Facts) => boolean {
  const wanted: [keyof Facts, string | undefined][] = [
    ['type', filter.type],
    ['identityId', onlyIdentity ?? filter.identity_id],
    ['aggregateType', filter.aggregate_type],
    ['aggregateId', filter.aggregate_id],
    ['threadId', filter.thread_id],
  ];
  return (event) => wanted.every(([name, value]) => value === undefined || event[name] === value);
}

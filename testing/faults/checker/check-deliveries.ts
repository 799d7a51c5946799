import type {
  Arrival,
  Behaviour,
  DeliveryRow,
  EndpointRecord,
  History,
  LogEvent,
  OrganizationState,
} from '../history.ts';
import { findRepeated } from './repeated-deliveries.ts';
import { type Violation, violation } from './violation.ts';

/** How the deliveries to each receiver end. */
const ENDS_AS: Readonly<Record<Behaviour, 'delivered' | 'dead_letter'>> = {
  ok: 'delivered',
  slow: 'delivered',
  'fails-first': 'delivered',
  'hangs-first': 'delivered',
  'resets-after-200': 'delivered',
  'huge-response': 'delivered',
  'always-fails': 'dead_letter',
  redirects: 'dead_letter',
};

const TEST_TYPE = 'webhook.test';

/** Every event has one delivery to each endpoint that subscribes to it, which ends as the receiver behaves. */
export function checkDeliveries(history: History): Violation[] {
  const arrivals = Map.groupBy(history.arrivals, ({ deliveryId }) => deliveryId);
  return [
    ...history.organizations.flatMap((state) => [
      ...checkComplete(state, startTimes(history)),
      ...checkTimes(state),
      ...state.deliveries.flatMap((row) => checkRow(row, state, arrivals.get(row.id) ?? [], history.maxAttempts)),
    ]),
    ...checkArrivals(history),
    ...findRepeated(history),
  ];
}

/** When the operation of each marker began. */
function startTimes({ operations }: History): Map<string, number> {
  return new Map(operations.map(({ marker, startedAt }) => [marker, startedAt]));
}

function checkComplete(
  { events, endpoints, deliveries }: OrganizationState,
  started: Map<string, number>,
): Violation[] {
  const rows = Map.groupBy(deliveries, ({ webhook_id, event_id }) => `${webhook_id} ${event_id}`);
  return endpoints.flatMap((endpoint) =>
    events
      .filter((event) => subscribes(endpoint, event))
      .flatMap((event) => {
        const found = rows.get(`${endpoint.id} ${event.id}`) ?? [];
        const text = `${event.type} ${event.id} to ${endpoint.id} (${endpoint.behaviour})`;
        if (found.length > 1)
          return [violation('delivery-doubled', `${text}: ${found.map(({ id }) => id).join(', ')}`)];
        const isDue = isAfterRegistration(endpoint, event, started);
        return found.length === 0 && isDue ? [violation('delivery-missing', text)] : [];
      }),
  );
}

function subscribes({ eventTypes }: EndpointRecord, { type }: LogEvent): boolean {
  return eventTypes === undefined || eventTypes.includes(type);
}

/** Settings are changed by the fixture before there are endpoints, and by operations; endpoints come at any time. */
function isAfterRegistration(
  { registeredAt }: EndpointRecord,
  { type, payload }: LogEvent,
  started: Map<string, number>,
): boolean {
  if (type !== 'a2a.settings.updated') return true;
  const { description } = payload.changes as { description?: { to: string } };
  return (started.get(description?.to ?? '') ?? 0) > registeredAt;
}

function checkTimes({ deliveries }: OrganizationState): Violation[] {
  const times = Map.groupBy(deliveries, ({ created_at }) => created_at);
  return [...times]
    .filter(([, rows]) => rows.length > 1)
    .map(([time, rows]) => violation('delivery-doubled', `${rows.map(({ id }) => id).join(', ')} all have ${time}`));
}

function checkRow(
  row: DeliveryRow,
  { endpoints }: OrganizationState,
  arrivals: readonly Arrival[],
  maxAttempts: number,
): Violation[] {
  const text = `${row.id} of ${row.event_type} ${row.event_id}: ${row.status} after ${row.attempt_count} attempts`;
  if (row.status === 'pending' || row.status === 'retrying') return [violation('delivery-open', text)];
  const endpoint = endpoints.find(({ id }) => id === row.webhook_id);
  if (endpoint === undefined) return [violation('delivery-outcome', `${text}, to an unknown endpoint`)];
  if (row.status === 'delivered' && !arrivals.some(({ succeededAt }) => succeededAt !== undefined))
    return [violation('delivery-outcome', `${text}, and the receiver has not accepted it`)];
  // A test has one attempt, which may meet a fault.
  if (row.event_type === TEST_TYPE) return [];
  const expected = ENDS_AS[endpoint.behaviour];
  const isExhausted = row.status !== 'dead_letter' || row.attempt_count === maxAttempts;
  return row.status === expected && isExhausted
    ? []
    : [violation('delivery-outcome', `${text} (${endpoint.behaviour})`)];
}

function checkArrivals({ arrivals, organizations }: History): Violation[] {
  const known = new Set(organizations.flatMap(({ deliveries }) => deliveries.map(({ id }) => id)));
  const bodies = new Map<string, string>();
  return arrivals.flatMap(({ deliveryId, eventId, webhookId, signature, body }) => {
    const text = `${deliveryId} of ${eventId} to ${webhookId}`;
    if (signature !== 'genuine') return [violation('delivery-unsigned', `${text}: ${signature}`)];
    if (!known.has(deliveryId)) return [violation('delivery-unsigned', `${text}: there is no such delivery`)];
    const first = bodies.get(deliveryId) ?? body;
    bodies.set(deliveryId, first);
    return first === body ? [] : [violation('delivery-unsigned', `${text}: its body has changed`)];
  });
}

import { ATTEMPT_LEASE_MS } from '#shared/domain/delivery/delivery.ts';
import type { Incident } from '../disturbance.ts';
import type { Arrival, History } from '../history.ts';
import { DELIVERY_TIMEOUT_MS } from '../stack-control.ts';
import { type Violation, violation } from './violation.ts';

const WORKER = 'worker-delivery';

/**
 * An incident and a request to a receiver are seen by two processes. A busy machine lets the receiver see a request
 * this much later than it was sent, when its sender may have been killed already.
 */
const SAME_TIME_MS = 1000;

/**
 * Deliveries that were sent again after their success. A crash between the success and its record allows that, and so
 * does a receiver that responds after the attempt has timed out, as a busy machine makes it do. Nothing else does: a
 * job that arrives twice is one request. So each other repetition needs an incident that explains it.
 */
export function findRepeated({ arrivals, incidents, operations }: History): Violation[] {
  const replayed = new Set(
    operations.flatMap(({ planned, outcome }) =>
      planned.kind === 'replay-event' && outcome.kind === 'acknowledged' ? [outcome.body.id ?? ''] : [],
    ),
  );
  const deliveries = Map.groupBy(
    arrivals.filter(({ eventId }) => !replayed.has(eventId)),
    ({ deliveryId }) => deliveryId,
  );
  return [...deliveries].flatMap(([deliveryId, requests]) =>
    requests.flatMap((request, index) => {
      const next = requests[index + 1];
      if (next === undefined || request.succeededAt === undefined) return [];
      if (request.succeededAt - request.signedAt > DELIVERY_TIMEOUT_MS) return [];
      if (incidents.some((incident) => explains(incident, request, next))) return [];
      const text = `${deliveryId} of ${request.eventId}: accepted at ${request.at}, sent again at ${next.at}`;
      return [violation('delivery-repeated', `${text}; ${nearest(incidents, request.at)}`)];
    }),
  );
}

/**
 * Whether an incident between two requests of a delivery can have kept the success of the first from being recorded.
 */
function explains(incident: Incident, first: Arrival, second: Arrival): boolean {
  const from = first.at - SAME_TIME_MS - durationOf(incident);
  if (incident.at < from || incident.at > second.at + SAME_TIME_MS) return false;
  if ('deliveryId' in incident) return incident.deliveryId === first.deliveryId;
  if ('stallMs' in incident) return incident.function === WORKER || incident.function === '*';
  const { disturbance } = incident;
  if (disturbance.kind === 'outage') return disturbance.service === 'dynamodb';
  return disturbance.function === WORKER || disturbance.function === '*';
}

/** The last incident of the worker before a request, to find the cause. */
function nearest(incidents: readonly Incident[], at: number): string {
  const last = incidents.findLast(
    (incident) =>
      incident.at <= at &&
      ('stallMs' in incident ||
        ('disturbance' in incident && 'function' in incident.disturbance && incident.disturbance.function === WORKER)),
  );
  return last === undefined ? 'no incident of the worker before' : `before it ${JSON.stringify(last)}`;
}

function durationOf(incident: Incident): number {
  // A stall is noted at its end. The lease of a stalled worker may have begun that long before the request.
  if ('stallMs' in incident) return ATTEMPT_LEASE_MS;
  return 'disturbance' in incident && 'ms' in incident.disturbance ? incident.disturbance.ms : 0;
}

import type {
  Arrival,
  DeliveryRow,
  History,
  LogEvent,
  OperationOutcome,
  OperationRecord,
  OrganizationState,
} from '#testing/faults/history.ts';
import type { Kind, PlannedOperation } from '#testing/faults/plan.ts';

/** Makes histories of fault runs by hand: a sound one, and ones with a change. */

const ENDPOINT = { id: 'whk_1', behaviour: 'ok', eventTypes: undefined, registeredAt: 0 } as const;

export function marker(index: number): string {
  return `f1x00000${index}z`;
}

function operation(
  index: number,
  kind: Kind,
  outcome: OperationOutcome,
  more: Partial<PlannedOperation> = {},
): OperationRecord {
  return {
    planned: {
      index,
      kind,
      organization: 0,
      agent: 0,
      other: { organization: 1, agent: 0 },
      choice: 0.9,
      isImpatient: false,
      isRepeated: false,
      ...more,
    },
    marker: marker(index),
    startedAt: 1000 + index * 100,
    endedAt: 1050 + index * 100,
    requests: 1,
    outcome,
    repeats: [],
  };
}

function acknowledged(body: Record<string, unknown>): OperationOutcome {
  return { kind: 'acknowledged', body };
}

export function event(id: string, type: string, second: number, about: string, payload: object = {}): LogEvent {
  const created_at = new Date(second * 1000).toISOString();
  return {
    id,
    type,
    identity_id: 'agt_1',
    aggregate_id: about,
    payload: payload as Record<string, unknown>,
    created_at,
  };
}

/** The delivery of an event to `ENDPOINT`. */
export function delivery({ id, type, created_at }: LogEvent): DeliveryRow {
  return {
    id: `dlv_${id}`,
    webhook_id: ENDPOINT.id,
    event_id: id,
    event_type: type,
    status: 'delivered',
    attempt_count: 1,
    created_at,
  };
}

/** A request that delivered an event, at a time in milliseconds. */
export function arrival(eventId: string, at = 5000): Arrival {
  return {
    at,
    webhookId: ENDPOINT.id,
    deliveryId: `dlv_${eventId}`,
    eventId,
    signature: 'genuine',
    body: `body of ${eventId}`,
    signedAt: at,
    succeededAt: at + 5,
  };
}

function organization(events: readonly LogEvent[], more: Partial<OrganizationState> = {}): OrganizationState {
  return {
    id: 'org_1',
    agentIds: ['agt_1'],
    events,
    deliveries: events.map(delivery),
    endpoints: [ENDPOINT],
    messages: [],
    tasks: [],
    secrets: [],
    leases: [],
    redeemed: {},
    contacts: [],
    keys: [],
    webhooks: [],
    rules: [],
    ...more,
  };
}

/** Two operations with events: an agent's settings and a sent mail; a lease that was redeemed twice of two. */
export function soundHistory(): History {
  const events = [
    event('evt_1', 'a2a.settings.updated', 1, 'agt_1', { changes: { description: { from: null, to: marker(0) } } }),
    event('evt_2', 'mail.sent', 2, 'msg_1'),
    event('evt_3', 'mail.delivered', 3, 'msg_1'),
  ];
  const redeem = (index: number, outcome = acknowledged({ value: marker(2), version: 1 })) =>
    operation(index, 'redeem-lease', outcome, { on: 3 });
  return {
    operations: [
      operation(0, 'put-settings', acknowledged({})),
      operation(1, 'send-mail', acknowledged({ id: 'msg_1' })),
      operation(2, 'create-secret', acknowledged({ id: 'sec_1', version: 1 })),
      operation(3, 'create-lease', acknowledged({ id: 'lse_1' }), { on: 2 }),
      redeem(4),
      redeem(5),
      redeem(6, { kind: 'refused', status: 409, code: 'vault.lease_exhausted' }),
    ],
    organizations: [
      organization(events, {
        messages: [{ id: 'msg_1', direction: 'outbound', subject: marker(1), status: 'delivered' }],
        secrets: [{ id: 'sec_1', name: marker(2), version: 1 }],
        leases: [{ id: 'lse_1', secret_id: 'sec_1', purpose: marker(3), max_uses: 2, use_count: 2 }],
        redeemed: { lse_1: 2 },
      }),
      organization([], { id: 'org_2' }),
    ],
    followers: [
      { name: 'stream', kind: 'stream', organization: 0, events, problems: [] },
      { name: 'wait', kind: 'wait', organization: 0, type: 'mail.sent', events: events.slice(1, 2), problems: [] },
      { name: 'history', kind: 'history', organization: 0, events: events.slice(1), problems: [] },
    ],
    arrivals: events.map(({ id }) => arrival(id)),
    incidents: [],
    sentSubjects: [marker(1)],
    maxAttempts: 6,
    isSettled: true,
  };
}

/** The sound history with other rows of its first organization. */
export function withRows(change: (rows: OrganizationState) => Partial<OrganizationState>): History {
  const history = soundHistory();
  const [first, ...others] = history.organizations as [OrganizationState, ...OrganizationState[]];
  return { ...history, organizations: [{ ...first, ...change(first) }, ...others] };
}

/** The sound history with another record of one operation. */
export function withOperation(index: number, change: Partial<OperationRecord>): History {
  const history = soundHistory();
  const operations = history.operations.map((one, at) => (at === index ? { ...one, ...change } : one));
  return { ...history, operations };
}

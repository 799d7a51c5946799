import type { AgentSummary, Event, Message } from '../../../typescript/src/index.ts';

/** What a delivery has in addition to its event. */
export interface DeliveryContext {
  readonly organizationId: string;
  /** The agents of the event: its own, or caller and worker of its task. */
  readonly agents: readonly AgentSummary[];
  /** The email that the event is about. */
  readonly message: Message | undefined;
}

/**
 * The body that endpoints get for an event, byte for byte, while the names of the agents are those of then.
 *
 * See: docs/contract/webhooks.md#request-body.
 */
export function deliveryText(event: Event, { organizationId, agents, message }: DeliveryContext): string {
  const { id, type, version, created_at, aggregate_type: kind, aggregate_id: about, payload } = event;
  return JSON.stringify({
    id,
    type,
    version,
    created_at,
    organization_id: organizationId,
    ...(kind !== null && about !== null && { aggregate: { type: kind, id: about } }),
    data: {
      ...payload,
      ...(message !== undefined && !('message' in payload) && { message: summaryOf(message) }),
      ...(agents.length > 0 && !('agent_identities' in payload) && { agent_identities: agents }),
    },
  });
}

function summaryOf({ id, direction, from, subject, snippet, has_attachments }: Message) {
  return { id, direction, from: from.map(({ address }) => ({ address })), subject, snippet, has_attachments };
}

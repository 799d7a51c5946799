import type { Message } from '../../../typescript/src/index.ts';

/** The most messages of a request. See: docs/contract/mail.md#changing-messages. */
const MAX_IDS = 100;

/** The messages of one request: all are of one agent. */
interface Batch {
  readonly agentId: string;
  readonly ids: string[];
}

/** Divides messages into requests, in their order. */
export function batchesOf(messages: readonly Pick<Message, 'id' | 'identity_id'>[]): readonly Batch[] {
  const batches: Batch[] = [];
  for (const { id, identity_id: agentId } of messages) {
    const open = batches.findLast((batch) => batch.agentId === agentId);
    if (open !== undefined && open.ids.length < MAX_IDS) open.ids.push(id);
    else batches.push({ agentId, ids: [id] });
  }
  return batches;
}

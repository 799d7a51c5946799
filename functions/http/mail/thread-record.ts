import type { Thread } from '#shared/data/entities/thread.ts';
import { seenText } from '#shared/domain/safe-reading/seen-value.ts';
import { timestamp } from '#shared/domain/time.ts';

/** A thread in the form of lists. */
export function threadRecord(thread: Thread) {
  return {
    id: thread.id,
    identity_id: thread.identityId,
    subject: seenText(thread.subject),
    message_count: thread.messageCount,
    last_message_at: timestamp(thread.lastMessageAt),
    created_at: timestamp(thread.createdAt),
    updated_at: timestamp(thread.lastMessageAt),
  };
}

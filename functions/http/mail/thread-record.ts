import type { Thread } from '#shared/data/entities/mail/thread.ts';
import { timeOfId } from '#shared/domain/ids/ids.ts';
import { sortedWarnings } from '#shared/domain/safe-reading/content-warning.ts';
import { seenText } from '#shared/domain/safe-reading/seen-value.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** A thread in the form of lists. */
export function threadRecord(thread: Thread) {
  return {
    id: thread.id,
    identity_id: thread.identityId,
    subject: seenText(thread.subject),
    message_count: thread.messageCount,
    content_warnings: sortedWarnings(thread.contentWarnings ?? []),
    labels: Object.keys(thread.labelCounts ?? {}).sort(),
    joined: joinedRecords(thread.joined ?? new Set()),
    last_message_at: timestamp(thread.lastMessageAt),
    created_at: timestamp(thread.createdAt),
    updated_at: timestamp(thread.lastMessageAt),
  };
}

/** Who joined the thread, in order. The id of a message has the time when it was created. */
function joinedRecords(joined: ReadonlySet<string>) {
  return [...joined].sort().map((entry) => {
    const [messageId = '', address = ''] = entry.split(' ', 2);
    return { address, message_id: messageId, at: timestamp(timeOfId('message', messageId)) };
  });
}

import type { Message, UpdateMessages } from '../../../typescript/src/index.ts';
import { aidOfSession } from '../shell/session.ts';
import { countOf } from '../widgets/count-of.ts';
import { labelOf } from '../widgets/label-of.ts';
import { batchesOf } from './message-batches.ts';

export type MessagesChange = Omit<UpdateMessages, 'ids'>;

/** What became of messages that were changed together. */
export interface BatchReport {
  /** What happened: `3 messages moved to Archive.` */
  readonly done: string;
  /** Why others were not changed, a sentence for each. */
  readonly problems: readonly string[];
}

/**
 * Changes messages, those of each agent in requests of up to 100. A message or a request that is refused keeps no other
 * from being changed; the report says why.
 */
export async function changeMessages(messages: readonly Message[], change: MessagesChange): Promise<BatchReport> {
  const subjects = new Map(messages.map(({ id, subject }) => [id, `“${subject || '(no subject)'}”`]));
  let updated = 0;
  const problems: string[] = [];
  for (const { agentId, ids } of batchesOf(messages)) {
    try {
      const result = await aidOfSession()
        .identity(agentId)
        .mail.updateMessages({ ids, ...change });
      updated += result.updated.length;
      problems.push(
        ...result.refused.map(({ id, message }) => `${subjects.get(id)}: ${message}.`),
        ...result.not_found.map((id) => `${subjects.get(id)} is no longer there.`),
      );
    } catch (error) {
      problems.push(`${counted(ids.length)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { done: doneText(updated, change), problems };
}

/**
 * Marks all messages of a folder of an agent as read.
 *
 * @param newest the newest message that the person has seen: what arrives later stays unread
 */
export async function markFolderRead(agentId: string, folder: string, newest: Message): Promise<BatchReport> {
  const { mail } = aidOfSession().identity(agentId);
  let updated = 0;
  let before: string | null = new Date(Date.parse(newest.created_at) + 1).toISOString();
  while (before !== null) {
    const result = await mail.markRead({ folder, before });
    updated += result.updated_count;
    before = result.continue_before;
  }
  return { done: doneText(updated, { is_read: true }), problems: [] };
}

/** A count of messages in words. */
export function counted(count: number): string {
  return countOf(count, 'message');
}

function doneText(count: number, { is_read: isRead, folder, add_labels: labels = [] }: MessagesChange): string {
  if (folder !== undefined) return `${counted(count)} moved to ${labelOf(folder)}.`;
  if (isRead !== undefined) return `${counted(count)} marked as ${isRead ? 'read' : 'unread'}.`;
  return `${counted(count)} labeled ${labels.join(', ')}.`;
}

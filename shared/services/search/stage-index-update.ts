import type { Change } from '#shared/data/change.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { putIndexDue } from '#shared/data/entities/mail/search-index.ts';
import { shardOf } from '#shared/domain/ids/ids.ts';
import { MESSAGES_PER_RUN } from '#shared/domain/search/segments.ts';
import { hasReadableFiles } from './attachment-texts.ts';

/**
 * What the commit of a new message adds, so that its index is brought up to date: one in sixteen does, decided by its
 * id, and each with a file that has a text, because each search would extract that text again, and only of few emails.
 */
export function stageIndexUpdate(message: Message): Change[] {
  const isDue = shardOf(message.id, MESSAGES_PER_RUN) === 0 || hasReadableFiles(message);
  return isDue ? [putIndexDue(message, message.createdAt)] : [];
}

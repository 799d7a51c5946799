import { findTaskContent, findTaskMessages } from '#shared/data/entities/a2a/task-content.ts';
import type { Approval } from '#shared/data/entities/approval/approval.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { Part } from '#shared/domain/a2a/content.ts';
import { seenText, seenValue } from '#shared/domain/safe-reading/seen-value.ts';
import type { Preview } from './approval-record.ts';

type TaskPreview = NonNullable<Preview['task']>;

/** A task as its agent will get it, without its content; null for another kind. */
export function taskPreview({ task }: Approval): TaskPreview | null {
  if (task === undefined) return null;
  const { worker, isNewContext, contextId, snippet, pushUrl } = task;
  return {
    to: { identity_id: worker.identityId, handle: worker.handle, display_name: seenText(worker.displayName) },
    context_id: isNewContext ? null : contextId,
    snippet: seenText(snippet),
    push_url: pushUrl,
  };
}

/** The content of a held task as a person sees it. */
export async function taskContents(
  table: Table,
  { subjectId, task }: Approval,
): Promise<Pick<TaskPreview, 'parts' | 'message' | 'metadata'>> {
  if (task === undefined) return {};
  const { messageId } = task;
  const [messages, { content }] = await Promise.all([
    findTaskMessages(table, subjectId, [{ messageId }]),
    findTaskContent(table, subjectId),
  ]);
  const { parts = [], extras = null } = messages.get(messageId) ?? {};
  return {
    parts: parts.map(partRecord),
    message: extras && (seenValue(extras) as Record<string, unknown>),
    metadata: seenValue(content.metadata),
  };
}

function partRecord(part: Part) {
  const { mediaType, ...rest } = seenValue(part);
  return mediaType === undefined ? rest : { ...rest, media_type: mediaType };
}

import type { MessageExtras, Part } from '#shared/domain/a2a/content.ts';
import { contentHash } from '#shared/domain/approval/content-hash.ts';
import type { HeldTask } from '#shared/domain/approval/held-task.ts';

/** What a task tells its worker. */
interface TaskContents {
  readonly parts: readonly Part[];
  readonly extras: MessageExtras | null;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * The hash of all that a task will tell, to whom, and where it reports. A new context and the id of the message are not
 * part of it, so that the same task again has the same hash.
 *
 * See: docs/contract/approvals.md#the-content-hash.
 */
export function taskHash(
  { caller, worker, contextId, isNewContext, clientContextId, pushUrl }: HeldTask,
  { parts, extras, metadata }: TaskContents,
): string {
  return contentHash({
    kind: 'task',
    identity_id: caller.identityId,
    worker_id: worker.identityId,
    context_id: isNewContext ? null : contextId,
    client_context_id: clientContextId ?? null,
    push_url: pushUrl,
    // As they are stored: JSON has no undefined and no negative zero.
    ...(JSON.parse(JSON.stringify({ parts, extras, metadata })) as object),
  });
}

import type { NewPart, Part, ReplyToTask, TaskMessage } from '../generated/types.ts';

/** The content of a worker's message: a text, or parts. */
export type Say = string | readonly NewPart[];

/** The keys of a reply. An object with only these keys is a reply. */
const REPLY_KEYS = ['state', 'message', 'parts', 'result', 'artifacts'];

/** The reply for a handler that throws. The caller does not see the error, which may be internal. */
export const FAILED: ReplyToTask = { state: 'failed', message: 'The agent could not complete the task.' };

/** The fields of a reply with this content. */
export function contentOf(say: Say): Pick<ReplyToTask, 'message' | 'parts'> {
  return typeof say === 'string' ? { message: say } : { parts: [...say] };
}

/** The reply for a handler's result. See: docs/decisions/0053-loops-of-the-sdks.md#taskswork. */
export function replyOf(outcome: unknown): ReplyToTask {
  const state = 'completed';
  if (outcome === undefined || outcome === null) return { state };
  if (typeof outcome === 'string' || isParts(outcome)) return { state, ...contentOf(outcome) };
  return isReply(outcome) ? { state, ...outcome } : { state, result: outcome };
}

function isParts(outcome: unknown): outcome is NewPart[] {
  const isPart = (part: unknown) =>
    typeof part === 'object' && part !== null && ['text', 'raw', 'url', 'data'].some((name) => name in part);
  return Array.isArray(outcome) && outcome.length > 0 && outcome.every(isPart);
}

function isReply(outcome: unknown): outcome is Partial<ReplyToTask> {
  const keys = typeof outcome === 'object' && outcome !== null && !Array.isArray(outcome) ? Object.keys(outcome) : [];
  return keys.length > 0 && keys.every((key) => REPLY_KEYS.includes(key));
}

/** The texts of a message, one per line. */
export function textOf({ parts }: Pick<TaskMessage, 'parts'>): string {
  return parts.flatMap(({ text }) => text ?? []).join('\n');
}

/** Whether a message has this content. */
export function isContentOf({ parts }: TaskMessage, say: Say): boolean {
  return comparable(parts) === comparable(typeof say === 'string' ? [{ text: say }] : say);
}

/** A canonical text of parts, for comparison: keys in order, without those that have no value. */
function comparable(parts: readonly (Part | NewPart)[]): string {
  return JSON.stringify(parts.map(asSent), (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(
          Object.entries(inner)
            .filter(([, one]) => one !== null)
            .sort(([a], [b]) => (a < b ? -1 : 1)),
        )
      : inner,
  );
}

/**
 * A part without fields that a newer service may have added, and with its texts in the form that the service returns,
 * without invisible characters. See: docs/safe-reading.md#characters.
 */
function asSent({ text, raw, url, data, media_type, filename, metadata }: Part | NewPart): object {
  const { 'aid.original': original, ...others } = metadata ?? {};
  const isEmpty = Object.keys(others).length === 0;
  return { text, raw, url, data, media_type, filename, metadata: isEmpty ? null : others, ...(original as object) };
}

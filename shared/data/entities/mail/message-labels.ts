import { type Change, type Condition, RETRY, update } from '../../change.ts';
import { type Message, messageKey } from './message.ts';

/** The labels of a message after a change, and the thread with counts that then include them. */
export interface StoredLabels {
  readonly labels: readonly string[];
  readonly countedIn: string | undefined;
}

/**
 * Replaces the labels of a message together with other attributes. The operation retries if the labels, or the thread
 * of the message, have changed since it was read.
 */
export function patchLabels(message: Message, stored: StoredLabels, set: Record<string, unknown>): Change {
  const patch = labelsPatch(stored);
  return update(
    messageKey(message.identityId, message.id),
    { set: { ...set, ...patch.set }, remove: patch.remove },
    { condition: allOf(unchangedLabels(message), unchangedThread(message)), onConditionFailed: RETRY },
  );
}

/**
 * Adds a message that had no thread to one. The counts of the thread include its labels from then on. The operation
 * retries if the message has a thread already, or other labels.
 */
export function updateMessageThread(
  message: Message,
  threadId: string,
  labels: readonly string[],
  set: Record<string, unknown>,
): Change {
  const patch = labelsPatch({ labels, countedIn: labels.length > 0 ? threadId : undefined });
  return update(
    messageKey(message.identityId, message.id),
    { set: { ...set, ...patch.set, threadId }, remove: ['isThreadless', ...patch.remove] },
    { condition: allOf(unchangedLabels(message), unchangedThread(message)), onConditionFailed: RETRY },
  );
}

/** A row has no empty list, so that a message without labels is stored as before there were any. */
function labelsPatch({ labels, countedIn }: StoredLabels) {
  return {
    set: { ...(labels.length > 0 && { labels }), labelsCountedIn: countedIn },
    remove: [...(labels.length > 0 ? [] : ['labels']), ...(countedIn === undefined ? ['labelsCountedIn'] : [])],
  };
}

function unchangedLabels({ labels }: Message): Condition {
  const names = { '#seen_labels': 'labels' };
  if (labels === undefined) return { expression: 'attribute_not_exists(#seen_labels)', names };
  return { expression: '#seen_labels = :seen_labels', names, values: { ':seen_labels': labels } };
}

function unchangedThread({ threadId, isThreadless }: Message): Condition {
  return {
    expression: `threadId = :seen_thread AND ${isThreadless ? 'attribute_exists' : 'attribute_not_exists'}(isThreadless)`,
    values: { ':seen_thread': threadId },
  };
}

function allOf(first: Condition, second: Condition): Condition {
  return {
    expression: `${first.expression} AND ${second.expression}`,
    names: { ...first.names, ...second.names },
    values: { ...first.values, ...second.values },
  };
}

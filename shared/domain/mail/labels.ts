import { z } from 'zod';
import { invalid } from '../errors/errors.ts';

/** The maximum number of labels of a message. */
const MAX_LABELS = 20;

/** The maximum number of different labels of the messages of a thread, which its row holds. */
export const MAX_THREAD_LABELS = 100;

const MAX_LABEL_CHARACTERS = 50;

const LABEL = /^[a-z0-9][a-z0-9._:/-]*$/;

const EXPECTED = 'lowercase letters a to z, digits, and . _ : / - after the first character';

/**
 * A label of a message. Lowercase ASCII without blanks or commas, so that no two labels look the same, and that a query
 * or a command line needs no quotes.
 *
 * See: docs/contract/mail.md#labels.
 */
export const mailLabelSchema = z
  .string()
  .min(1, 'at least 1 character')
  .max(MAX_LABEL_CHARACTERS, `at most ${MAX_LABEL_CHARACTERS} characters`)
  .regex(LABEL, EXPECTED)
  .meta({ id: 'MailLabel', description: `A label of a message: ${EXPECTED}.` });

/** Labels of a message as a request names them. */
export const mailLabelsSchema = z.array(mailLabelSchema).max(MAX_LABELS, `at most ${MAX_LABELS} labels`);

/** What a request changes of the labels of a message: all of them, or some. */
export interface LabelChange {
  readonly labels?: readonly string[] | undefined;
  readonly add_labels?: readonly string[] | undefined;
  readonly remove_labels?: readonly string[] | undefined;
}

/** The labels of a message after a change, and what the change added and removed; all in order. */
export interface LabelDifference {
  readonly labels: readonly string[];
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

/** The labels of a message after a change; `undefined` if the change has no effect. Throws if they are too many. */
export function changedLabels(before: readonly string[], change: LabelChange): LabelDifference | undefined {
  const { labels, add_labels: added = [], remove_labels: removed = [] } = change;
  const wanted = new Set(labels ?? before).union(new Set(added)).difference(new Set(removed));
  const difference = {
    labels: [...wanted].sort(),
    added: [...wanted].filter((label) => !before.includes(label)).sort(),
    removed: before.filter((label) => !wanted.has(label)).sort(),
  };
  if (difference.added.length === 0 && difference.removed.length === 0) return undefined;
  if (wanted.size > MAX_LABELS) {
    throw invalid(labels === undefined ? 'add_labels' : 'labels', `at most ${MAX_LABELS} labels of one message`);
  }
  return difference;
}

/** How many messages of a thread have each label. */
export type LabelCounts = Readonly<Record<string, number>>;

/**
 * The label counts of a thread after those of one of its messages have changed. Throws if the thread would have too
 * many different ones.
 */
export function changedCounts(counts: LabelCounts, added: readonly string[], removed: readonly string[]): LabelCounts {
  const changed = new Map(Object.entries(counts));
  for (const label of added) changed.set(label, (changed.get(label) ?? 0) + 1);
  for (const label of removed) {
    const left = (changed.get(label) ?? 0) - 1;
    if (left > 0) changed.set(label, left);
    else changed.delete(label);
  }
  if (added.length > 0 && changed.size > MAX_THREAD_LABELS) {
    throw invalid('add_labels', `at most ${MAX_THREAD_LABELS} different labels in one conversation`);
  }
  return Object.fromEntries(changed);
}

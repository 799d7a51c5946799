import { type Message, messageSummary, patchMessage } from '#shared/data/entities/mail/message.ts';
import { patchLabels } from '#shared/data/entities/mail/message-labels.ts';
import { findThreads, replaceLabelCounts, type Thread } from '#shared/data/entities/mail/thread.ts';
import { agentSummary, type Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { invalid } from '#shared/domain/errors/errors.ts';
import {
  changedCounts,
  changedLabels,
  type LabelChange,
  type LabelCounts,
  type LabelDifference,
} from '#shared/domain/mail/labels.ts';

/** What a request changes of messages. What is absent stays as it is. */
export interface MessageChange extends LabelChange {
  readonly is_read?: boolean | undefined;
  readonly folder?: Message['folder'] | undefined;
}

/** What becomes of a message. */
export interface ChangedMessage {
  readonly before: Message;
  /** Only what the request names, so that it does not undo what another one changes at the same time. */
  readonly set: Pick<Message, 'updatedAt'> & Partial<Pick<Message, 'isRead' | 'folder'>>;
  /** Absent if its labels stay as they are. */
  readonly labels: LabelDifference | undefined;
}

/** The folders that a message may be moved to. */
const FOLDERS: Readonly<Record<Message['direction'], readonly Message['folder'][]>> = {
  inbound: ['inbox', 'archive', 'spam', 'blocked'],
  outbound: ['sent', 'archive'],
};

/** What becomes of a message. Throws if it cannot be moved to the folder, or would have too many labels. */
export function changedMessage(message: Message, change: MessageChange, now: number): ChangedMessage {
  const folders = FOLDERS[message.direction];
  if (change.folder !== undefined && !folders.includes(change.folder)) {
    throw invalid('folder', `one of ${folders.join(', ')} for an ${message.direction} message`);
  }
  return {
    before: message,
    set: {
      ...(change.is_read !== undefined && { isRead: change.is_read }),
      ...(change.folder !== undefined && { folder: change.folder }),
      updatedAt: Math.max(now, message.updatedAt),
    },
    labels: changedLabels(message.labels ?? [], change),
  };
}

/** Whether a change has an effect. */
export function hasEffect(changed: ChangedMessage): boolean {
  const { before, labels } = changed;
  const after = messageAfter(changed);
  return after.isRead !== before.isRead || after.folder !== before.folder || labels !== undefined;
}

/** Whether a change moves a message without a thread to a folder where it has one. */
export function joinsThread({ before, set }: ChangedMessage): boolean {
  return before.isThreadless === true && (set.folder ?? before.folder) !== 'blocked';
}

/** A message after a change. */
export function messageAfter({ before, set, labels }: ChangedMessage): Message {
  return { ...before, ...set, ...(labels && { labels: [...labels.labels] }) };
}

/** Appends the event of labels that were added or removed. `message`: after the change. */
export function appendLabeled(
  tx: TransactionBuilder,
  identity: Identity,
  message: Message,
  { labels, added, removed }: LabelDifference,
): void {
  const { id: messageId, organizationId, identityId, threadId } = message;
  tx.appendEvent(organizationId, {
    type: 'mail.labeled',
    identityId,
    aggregateId: messageId,
    threadId,
    payload: { messageId, threadId, labels: [...labels], added: [...added], removed: [...removed] },
    message: messageSummary(message),
    agents: [agentSummary(identity)],
  });
}

/**
 * Changes of messages of one agent for one commit. The counts of the labels of a thread are one row, which a commit can
 * write once.
 */
export class MessageChanges {
  readonly #identity: Identity;
  readonly #threads: ReadonlyMap<string, Thread>;
  readonly #changed: ChangedMessage[] = [];
  readonly #counts = new Map<string, LabelCounts>();

  private constructor(identity: Identity, threads: readonly Thread[]) {
    this.#identity = identity;
    this.#threads = new Map(threads.map((thread) => [thread.id, thread]));
  }

  /** Reads what the changes depend on in addition to the messages themselves. */
  static async load(table: Table, identity: Identity, changes: readonly ChangedMessage[]): Promise<MessageChanges> {
    const relabeled = changes.filter(({ before, labels }) => labels !== undefined && !before.isThreadless);
    const threads = await findThreads(table, identity.id, [...new Set(relabeled.map(({ before }) => before.threadId))]);
    return new MessageChanges(identity, threads);
  }

  get size(): number {
    return this.#changed.length;
  }

  /** Adds the change of one message. Throws if its thread would have too many different labels. */
  add(changed: ChangedMessage): void {
    const { before, labels } = changed;
    const thread = this.#threadOf(before);
    if (labels !== undefined && thread !== undefined) {
      // The counts do not include the labels of a message that an earlier release has moved to this thread.
      const isCounted = before.labelsCountedIn === thread.id;
      const counts = this.#counts.get(thread.id) ?? thread.labelCounts ?? {};
      const [added, removed] = isCounted ? [labels.added, labels.removed] : [labels.labels, []];
      this.#counts.set(thread.id, changedCounts(counts, added, removed));
    }
    this.#changed.push(changed);
  }

  stage(tx: TransactionBuilder): void {
    for (const changed of this.#changed) {
      const { before, set, labels } = changed;
      if (labels === undefined) {
        tx.put(patchMessage(before, { set }, 'none'));
        continue;
      }
      const countedIn = labels.labels.length > 0 ? this.#threadOf(before)?.id : undefined;
      tx.put(patchLabels(before, { labels: labels.labels, countedIn }, set));
      appendLabeled(tx, this.#identity, messageAfter(changed), labels);
    }
    for (const [id, counts] of this.#counts) {
      const thread = this.#threads.get(id);
      if (thread !== undefined) tx.put(replaceLabelCounts(thread, counts));
    }
  }

  #threadOf({ threadId, isThreadless }: Message): Thread | undefined {
    return isThreadless ? undefined : this.#threads.get(threadId);
  }
}

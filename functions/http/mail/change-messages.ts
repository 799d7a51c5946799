import { findMessages, type Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { isId } from '#shared/domain/ids/ids.ts';
import type { AuthenticatedContext } from '#shared/runtime/pipeline/context.ts';
import { admitToThread } from './admit-to-thread.ts';
import {
  type ChangedMessage,
  changedMessage,
  hasEffect,
  joinsThread,
  type MessageChange,
  MessageChanges,
} from './message-changes.ts';

/**
 * Messages in one commit. Each may need its own row, its thread and an event, and a transaction has at most 100 items.
 *
 * See: AWS TransactWriteItems.
 */
const BATCH = 25;

/** What became of the messages, by their ids, in the order of the request. */
export interface ChangeResult {
  /** Those that now are as the request wants them. */
  readonly updated: string[];
  readonly notFound: string[];
  readonly refused: { readonly id: string; readonly error: AppError }[];
}

/**
 * Changes messages of an agent, in commits of some of them: each message is changed with its event, or not at all. What
 * is as wanted already is not written, so that a repetition of an interrupted request completes it, without a second
 * event of any message.
 */
export async function changeMessages(
  { table, now }: Pick<AuthenticatedContext, 'table' | 'now'>,
  identity: Identity,
  ids: readonly string[],
  change: MessageChange,
): Promise<ChangeResult> {
  const started = performance.now();
  const clock = () => Math.round(now + performance.now() - started);
  const refused = new Map<string, AppError>();
  const found = new Set<string>();
  const joining: string[] = [];

  const decide = (messages: readonly Message[]) =>
    messages.flatMap((message) => {
      found.add(message.id);
      return tryFor(message.id, () => changedMessage(message, change, now)) ?? [];
    });
  const tryFor = <T>(id: string, run: () => T): T | undefined => {
    try {
      return run();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refused.set(id, error);
      return undefined;
    }
  };

  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH).filter((id) => isId('message', id));
    await retryOnStaleRead(async (isOver) => {
      for (const id of batch) refused.delete(id);
      const decided = decide(await findMessages(table, identity.id, batch)).filter(hasEffect);
      joining.push(...decided.filter(joinsThread).map(({ before }) => before.id));
      const changes = await MessageChanges.load(table, identity, decided);
      for (const changed of decided) {
        if (!joinsThread(changed)) tryFor(changed.before.id, () => changes.add(changed));
      }
      if (changes.size > 0) await commit(table, { build: (tx) => changes.stage(tx) }, { now: clock, isOver });
    });
  }
  // Each depends on the thread that it joins, which another of them may begin.
  for (const id of new Set(joining)) {
    await retryOnStaleRead(async (isOver) => {
      refused.delete(id);
      const [changed] = decide(await findMessages(table, identity.id, [id])).filter(hasEffect);
      if (changed === undefined) return;
      await commit(table, { build: await stagedAlone(changed) }, { now: clock, isOver });
    }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      refused.set(id, error);
    });
  }

  async function stagedAlone(changed: ChangedMessage) {
    if (joinsThread(changed)) return admitToThread(table, identity, changed);
    const changes = await MessageChanges.load(table, identity, [changed]);
    changes.add(changed);
    return changes.stage.bind(changes);
  }

  return {
    updated: ids.filter((id) => found.has(id) && !refused.has(id)),
    notFound: ids.filter((id) => !found.has(id)),
    refused: ids.flatMap((id) => {
      const error = refused.get(id);
      return error === undefined ? [] : [{ id, error }];
    }),
  };
}

import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { MailFolders } from '../../../typescript/src/index.ts';
import { onArrival } from '../shell/arrival-listeners.ts';
import { aidOfSession } from '../shell/session.ts';
import { onWrite } from '../shell/written.ts';

/** How long events are awaited that belong to the same count, in milliseconds: a count reads up to 1,000 messages. */
const TOGETHER_MS = 1_000;

const counts = signal<ReadonlyMap<string, MailFolders>>(new Map());

/** The counts that parts of the page show, by agent. */
const reads = new Map<string, UnreadRead>();

/**
 * What is unread in the folders of an agent among its newest 1,000 messages; `undefined` until that is counted. All
 * parts of the page share one count. It is taken again when an email has arrived or this console has changed one.
 */
export function useUnread(agentId: string): MailFolders | undefined {
  useEffect(() => {
    const read = reads.get(agentId) ?? new UnreadRead(agentId);
    reads.set(agentId, read);
    read.uses += 1;
    return () => {
      read.uses -= 1;
      if (read.uses === 0) read.stop();
    };
  }, [agentId]);
  return counts.value.get(agentId);
}

/** How many messages of a folder are unread: `3`, `3+` where older ones are not counted; `undefined` if none is. */
export function unreadText(counted: MailFolders | undefined, folder: string): string | undefined {
  const count = counted?.folders.find((one) => one.folder === folder)?.unread_count ?? 0;
  return count === 0 ? undefined : `${count}${counted?.continue_before === null ? '' : '+'}`;
}

/** What is unread in the inboxes of agents together; `undefined` if nothing is. Counts only what the page shows. */
export function unreadInInboxes(agentIds: readonly string[], isAll: boolean): string | undefined {
  const counted = agentIds.map((id) => counts.value.get(id));
  const each = counted.map((one) => Number.parseInt(unreadText(one, 'inbox') ?? '0', 10));
  const sum = each.reduce((total, count) => total + count, 0);
  const isWhole = isAll && counted.every((one) => one === undefined || one.continue_before === null);
  return sum === 0 ? undefined : `${sum}${isWhole ? '' : '+'}`;
}

/** Counts what is unread of an agent while a part of the page shows it. */
class UnreadRead {
  /** How many parts of the page show it. */
  uses = 0;
  readonly #agentId: string;
  readonly #ending = new AbortController();
  readonly #ends: readonly (() => void)[];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isReading = false;
  #isStale = false;

  constructor(agentId: string) {
    this.#agentId = agentId;
    const changes = [`/${agentId}/mail/messages`, `/${agentId}/mail/read`];
    this.#ends = [
      onArrival(({ type, identity_id: of }) => {
        if (of === agentId && type === 'mail.received') this.#readSoon();
      }),
      // Reading an email, or moving it, is not an event.
      onWrite((path) => {
        if (changes.some((change) => path.includes(change))) void this.#read();
      }),
    ];
    void this.#read();
  }

  stop(): void {
    this.#ending.abort();
    clearTimeout(this.#timer);
    for (const end of this.#ends) end();
    reads.delete(this.#agentId);
    this.#set(undefined);
  }

  #readSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#read();
    }, TOGETHER_MS);
  }

  async #read(): Promise<void> {
    this.#isStale = this.#isReading;
    if (this.#isReading) return;
    this.#isReading = true;
    const { signal: ending } = this.#ending;
    try {
      const counted = await aidOfSession().identity(this.#agentId).mail.folders({}, { signal: ending });
      if (!ending.aborted) this.#set(counted);
    } catch {
      // A count that cannot be taken is not shown as none: the one from before stays.
    }
    this.#isReading = false;
    if (this.#isStale && !ending.aborted) await this.#read();
  }

  #set(counted: MailFolders | undefined): void {
    const all = new Map(counts.value);
    if (counted === undefined) all.delete(this.#agentId);
    else all.set(this.#agentId, counted);
    counts.value = all;
  }
}

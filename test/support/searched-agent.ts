import { randomBytes } from 'node:crypto';
import { insertMessage, type Message, patchMessage } from '#shared/data/entities/mail/message.ts';
import { findSearchIndex, putIndexDue } from '#shared/data/entities/mail/search-index.ts';
import type { Table } from '#shared/data/table-client.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import type { SearchExpression, Term } from '#shared/domain/search/search-expression.ts';
import { MINUTE } from '#shared/domain/time/time.ts';
import { Keyring } from '#shared/runtime/keyring.ts';
import { writeMailContent } from '#shared/services/mail-files/mail-store.ts';
import { type MailSearch, searchMail } from '#shared/services/search/search-mail.ts';
import { updateSearchIndex } from '#shared/services/search/update-index.ts';

/** When the first message of an agent was received. */
export const BEGIN = Date.UTC(2026, 2, 1);

/** The keyring of all searches of a test file. */
const KEYRING = new Keyring(randomBytes(32));

/** What is different about a message. */
export type Received = Partial<Message> & { readonly text?: string; readonly at?: number };

/** An agent with emails that can be searched, without the rest of the service. */
export class SearchedAgent {
  readonly organizationId: string;
  readonly identityId = makeId('agent', BEGIN, randomPart());
  readonly messages: Message[] = [];
  readonly texts = new Map<string, string>();
  readonly #table: () => Table;

  constructor(table: () => Table, organizationId = makeId('organization', BEGIN, randomPart())) {
    this.#table = table;
    this.organizationId = organizationId;
  }

  /** The time of the next message: a second after the last one. */
  get next(): number {
    return (this.messages.at(-1)?.createdAt ?? BEGIN) + 1000;
  }

  /** A time at which all messages so far can be added. */
  get settled(): number {
    return this.next + 5 * MINUTE;
  }

  async receive({ text = '', at = this.next, ...more }: Received = {}): Promise<Message> {
    const id = makeId('message', at, randomPart());
    const message: Message = {
      id,
      organizationId: this.organizationId,
      identityId: this.identityId,
      mailboxId: 'mbx',
      threadId: 'thr',
      direction: 'inbound',
      status: 'received',
      folder: 'inbox',
      from: [{ address: 'ada@example.com', name: 'Ada Lovelace' }],
      to: [{ address: 'bot@agents.test', name: null }],
      cc: [],
      bcc: [],
      replyTo: [],
      subject: 'Hello',
      snippet: text.slice(0, 200),
      rfcMessageId: null,
      inReplyTo: null,
      attachments: [],
      auth: { spf: 'pass', dkim: 'pass', dmarc: 'pass', spam: 'pass', virus: 'pass', senderVerified: true },
      isAutomated: false,
      isRead: false,
      detail: null,
      contentKey: `content/${id}.json`,
      createdAt: at,
      updatedAt: at,
      version: 1,
      ...more,
    };
    await writeMailContent(message.contentKey, { text, html: null, extractedText: text, headers: [] });
    await commit(this.#table(), { build: (tx) => tx.put(insertMessage(message)) }, { now: () => at });
    this.messages.push(message);
    this.texts.set(id, text);
    return message;
  }

  /** Moves a message, or changes it in another way. */
  async change(message: Message, set: Partial<Message>): Promise<void> {
    const changed = patchMessage(message, { set }, 'none');
    await commit(this.#table(), { build: (tx) => tx.put(changed) }, { now: () => message.createdAt });
    Object.assign(message, set);
  }

  /** Asks for an update of the index and runs it, as the sweep and the function of mail do. */
  async update(now = this.settled, isOver = () => false): Promise<void> {
    await commit(this.#table(), { build: (tx) => tx.put(putIndexDue(this, now)) }, { now: () => now });
    await this.run(now, isOver);
  }

  run(now = this.settled, isOver = () => false): Promise<void> {
    const context = { table: this.#table(), keyring: async () => KEYRING, now: () => now };
    return updateSearchIndex(context, this.identityId, isOver);
  }

  stored() {
    return findSearchIndex(this.#table(), this.identityId);
  }

  async segments() {
    return (await this.stored()).index?.segments ?? [];
  }

  search(expression: SearchExpression, more: Partial<MailSearch> & { readonly now?: number } = {}) {
    const { now = this.settled, ...options } = more;
    const context = { table: this.#table(), keyring: async () => KEYRING, now };
    const { organizationId, identityId } = this;
    return searchMail(context, { organizationId, identityIds: [identityId], expression, limit: 20, ...options });
  }

  /** The ids of all that a search finds, page by page. */
  async found(expression: SearchExpression, more: Parameters<SearchedAgent['search']>[1] = {}): Promise<string[]> {
    const ids: string[] = [];
    let before: number | undefined;
    for (;;) {
      const { hits, next } = await this.search(expression, { ...more, ...(before !== undefined && { before }) });
      ids.push(...hits.map(({ messageId }) => messageId));
      if (next === null) return ids;
      before = next;
    }
  }
}

/** An expression of one term: by default a word anywhere. */
export function term(text: string, more: Partial<Term> = {}): SearchExpression {
  return { all: [{ text, kind: 'word', field: 'any', excluded: false, ...more }] };
}

import { expect } from 'vitest';
import { findThreadByReferences, insertMailReferences } from '#shared/data/entities/mail/mail-reference.ts';
import { insertMessage, type Message } from '#shared/data/entities/mail/message.ts';
import { addToThread, findThread, insertThread } from '#shared/data/entities/mail/thread.ts';
import { findIdentityById } from '#shared/data/entities/organization/identity.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import { makeId, randomPart } from '#shared/domain/ids/ids.ts';
import { threadingIds } from '#shared/domain/mail/references.ts';
import type { OperationName } from '#testing/operations.ts';
import type { InProcessApi, InProcessCall } from './in-process-api.ts';

interface Received {
  /** The names of the emails that it answers. */
  readonly answers?: readonly string[];
  readonly blocked?: true;
  readonly more?: Partial<Message>;
}

/**
 * An agent with emails that are stored as ingestion stores them, without a reader of mail. An organization is made
 * unless `orgKey` is of one.
 */
export async function mailReader(api: InProcessApi, orgKey?: string) {
  const key = orgKey ?? (await api.organization()).key;
  const agent = await api.agent(key);
  const table = api.services.table();
  const { organizationId = '' } = (await findIdentityById(table, agent.id)) ?? {};
  const call = <N extends OperationName>(name: N, { params, ...more }: InProcessCall = {}) =>
    api.call(name, { key: agent.key, params: { id: agent.id, ...params }, ...more });

  async function succeed<N extends OperationName>(name: N, more: InProcessCall = {}) {
    const { status, body } = await call(name, more);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  }

  /** Stores an email and returns its id. */
  async function receive(name: string, { answers = [], blocked, more }: Received = {}): Promise<string> {
    const header = { rfcMessageId: `<${name}@x>`, references: answers.map((one) => `<${one}@x>`) };
    const ids = threadingIds(header);
    const found = await findThreadByReferences(table, agent.id, ids);
    const thread =
      blocked || found.threadId === undefined ? undefined : await findThread(table, agent.id, found.threadId);
    const build = (at: number) => {
      const id = makeId('message', at, randomPart());
      const threadId = thread?.id ?? makeId('thread', at, randomPart());
      const owner = { organizationId, identityId: agent.id };
      const place = blocked
        ? { folder: 'blocked' as const, isThreadless: true as const }
        : { folder: 'inbox' as const };
      const own = { id, threadId, subject: name, createdAt: at, updatedAt: at };
      return { ...MESSAGE, ...header, ...owner, ...place, ...own, ...more };
    };
    const plan = (tx: TransactionBuilder) => {
      const message: Message = build(tx.nextTimestamp(organizationId));
      const entry = { messageId: message.id, people: [], warnings: [], joined: [] };
      tx.put(insertMessage(message));
      if (blocked) return message.id;
      tx.put(
        ...(thread === undefined
          ? insertThread({ ...message, id: message.threadId }, entry)
          : addToThread(thread, entry, message.createdAt)),
        ...insertMailReferences(agent.id, ids, message.threadId, found.known),
      );
      return message.id;
    };
    return commit(table, { build: plan }, { now: api.now });
  }

  const update = (mid: string, body: object, more: object = {}) =>
    call('updateMessage', { params: { mid }, body, ...more });

  /** What the events of labels say, oldest first. */
  async function labeled() {
    const { body } = await api.call('listEvents', { key, query: { type: 'mail.labeled', limit: '200' } });
    return body.events.reverse().map(({ payload, identity_id }) => ({ identity_id, ...payload }));
  }

  return { orgKey: key, agent, call, succeed, receive, update, labeled };
}

export type MailReader = Awaited<ReturnType<typeof mailReader>>;

/** What all these emails have. */
const MESSAGE: Omit<
  Message,
  | 'id'
  | 'organizationId'
  | 'identityId'
  | 'threadId'
  | 'folder'
  | 'subject'
  | 'rfcMessageId'
  | 'createdAt'
  | 'updatedAt'
> = {
  mailboxId: 'mbx_test',
  direction: 'inbound',
  status: 'received',
  from: [{ address: 'ada@example.com', name: null }],
  to: [{ address: 'agent@agents.test', name: null }],
  cc: [],
  bcc: [],
  replyTo: [],
  snippet: 'Hello.',
  inReplyTo: null,
  attachments: [],
  auth: { spf: 'pass', dkim: 'pass', dmarc: 'pass', spam: 'pass', virus: 'pass', senderVerified: true },
  isAutomated: false,
  isRead: false,
  detail: null,
  contentKey: 'content/none',
  version: 1,
};

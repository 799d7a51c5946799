import { type Database, transaction } from '../../state/database.ts';
import type { Message } from './message.ts';

type Row = Readonly<Record<string, string | number | null>>;

/** The messages of all queues as rows. Every change is written before the caller gets its response. */
export class MessageRows {
  readonly #database: Database;
  readonly #statements;

  constructor(database: Database) {
    this.#database = database;
    this.#statements = {
      insert: database.prepare(
        'INSERT INTO messages (queue, id, body, attributes, message_group, sent_at, visible_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
      ),
      receive: database.prepare(
        'UPDATE messages SET receive_count = ?, first_received_at = ?, visible_at = ? WHERE number = ?',
      ),
      show: database.prepare('UPDATE messages SET visible_at = ? WHERE number = ?'),
      move: database.prepare('UPDATE messages SET queue = ?, visible_at = 0 WHERE number = ?'),
      remove: database.prepare('DELETE FROM messages WHERE number = ?'),
      oldest: database.prepare('SELECT min(sent_at) AS sent_at FROM messages WHERE queue = ?'),
      load: database.prepare('SELECT * FROM messages WHERE queue = ? ORDER BY number'),
    };
  }

  /** Runs several changes as one write. */
  together<T>(work: () => T): T {
    return transaction(this.#database, work);
  }

  insert(queue: string, message: Omit<Message, 'number'>): Message {
    const { id, body, attributes, group, sentAt, visibleAt } = message;
    const { lastInsertRowid } = this.#statements.insert.run(
      queue,
      id,
      body,
      attributes === undefined ? null : JSON.stringify(attributes),
      group ?? null,
      sentAt,
      visibleAt,
    );
    return { ...message, number: Number(lastInsertRowid) };
  }

  received({ number, receiveCount, firstReceivedAt, visibleAt }: Message): void {
    this.#statements.receive.run(receiveCount, firstReceivedAt ?? null, visibleAt, number);
  }

  visibleFrom({ number, visibleAt }: Message): void {
    this.#statements.show.run(visibleAt, number);
  }

  /** One statement moves a message to its dead-letter queue, so it is never in both nor in neither. */
  move({ number }: Message, queue: string): void {
    this.#statements.move.run(queue, number);
  }

  remove({ number }: Message): void {
    this.#statements.remove.run(number);
  }

  /** When the oldest message of a queue was sent, in milliseconds since the epoch. */
  oldestSentAt(queue: string): number | undefined {
    const { sent_at: sentAt } = this.#statements.oldest.get(queue) as Row;
    return sentAt === null ? undefined : Number(sentAt);
  }

  load(queue: string): Message[] {
    return (this.#statements.load.all(queue) as Row[]).map((row) => ({
      number: Number(row.number),
      id: String(row.id),
      body: String(row.body),
      attributes: row.attributes === null ? undefined : JSON.parse(String(row.attributes)),
      group: row.message_group === null ? undefined : String(row.message_group),
      sentAt: Number(row.sent_at),
      receiveCount: Number(row.receive_count),
      firstReceivedAt: row.first_received_at === null ? undefined : Number(row.first_received_at),
      visibleAt: Number(row.visible_at),
      receipt: undefined,
    }));
  }
}

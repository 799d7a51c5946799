import { readWithinBounds } from '#shared/services/inbound-mail/bounded-parser.ts';
import type { Database } from '../../state/database.ts';

export interface OutgoingMail {
  readonly id: string;
  readonly sender: string;
  /** All recipients of the envelope, cc and bcc included. */
  readonly recipients: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
  readonly configurationSet: string | undefined;
  readonly raw: Buffer;
  readonly sentAt: number;
}

/** A captured email as `GET /_local/outbox` shows it. See: docs/contract/local-profile.md#outgoing-mail. */
export interface OutboxEntry {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly raw_base64: string;
  readonly sent_at: string;
}

type Row = Readonly<Record<string, string | number | Uint8Array | null>>;

const SHOWN = 1000;

/**
 * Every email that was sent. It is on disk before the sender has its response, and is marked after it has been routed.
 */
export class Outbox {
  readonly #statements;

  constructor(database: Database) {
    this.#statements = {
      insert: database.prepare(
        `INSERT INTO outbox (id, sender, recipients, tags, configuration_set, subject, text, raw, sent_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ),
      newest: database.prepare('SELECT * FROM outbox ORDER BY number DESC LIMIT ?'),
      unrouted: database.prepare('SELECT * FROM outbox WHERE routed = 0 ORDER BY number'),
      routed: database.prepare('UPDATE outbox SET routed = 1 WHERE id = ?'),
    };
  }

  async capture(mail: OutgoingMail): Promise<void> {
    const { id, sender, recipients, tags, configurationSet, raw, sentAt } = mail;
    const parsed = await readWithinBounds(raw).catch(() => undefined);
    this.#statements.insert.run(
      id,
      sender,
      JSON.stringify(recipients),
      JSON.stringify(tags),
      configurationSet ?? null,
      parsed?.email.subject ?? '',
      parsed?.email.text ?? '',
      raw,
      sentAt,
    );
  }

  markRouted(id: string): void {
    this.#statements.routed.run(id);
  }

  /** Captured but not routed, because an earlier run was killed in between. */
  unrouted(): readonly OutgoingMail[] {
    return (this.#statements.unrouted.all() as Row[]).map((row) => ({
      id: String(row.id),
      sender: String(row.sender),
      recipients: JSON.parse(String(row.recipients)),
      tags: JSON.parse(String(row.tags)),
      configurationSet: row.configuration_set === null ? undefined : String(row.configuration_set),
      raw: Buffer.from(row.raw as Uint8Array),
      sentAt: Number(row.sent_at),
    }));
  }

  newest(): readonly OutboxEntry[] {
    return (this.#statements.newest.all(SHOWN) as Row[]).map((row) => ({
      from: String(row.sender),
      to: JSON.parse(String(row.recipients)),
      subject: String(row.subject),
      text: String(row.text),
      raw_base64: Buffer.from(row.raw as Uint8Array).toString('base64'),
      sent_at: new Date(Number(row.sent_at)).toISOString(),
    }));
  }
}

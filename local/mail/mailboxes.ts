import { PREFIX, TABLE } from '#shared/data/table.ts';
import type { TableClient } from '../engines/table-client.ts';

/**
 * Whether an address is a mailbox, so that SMTP can refuse other addresses while the sender is connected. SES itself
 * accepts mail for any address of a domain. The row that decides here also routes the mail later.
 *
 * See: docs/contract/local-profile.md#inbound-smtp.
 */
export class Mailboxes {
  readonly #client: TableClient;
  readonly #tableName: string;

  constructor(client: TableClient, tableName: string) {
    this.#client = client;
    this.#tableName = tableName;
  }

  /** `local+tag@domain` is the mailbox of `local@domain`. */
  async has(address: string): Promise<boolean> {
    const lower = address.toLowerCase();
    const plain = lower.replace(/^([^+@]+)\+[^@]*@/, '$1@');
    return (await this.#exists(lower)) || (plain !== lower && (await this.#exists(plain)));
  }

  async #exists(address: string): Promise<boolean> {
    const { Item } = await this.#client.call<{ Item?: Record<string, unknown> }>('GetItem', {
      TableName: this.#tableName,
      Key: {
        [TABLE.partitionKey]: { S: `${PREFIX.mailboxAddress}${address}` },
        [TABLE.sortKey]: { S: 'MAILBOX' },
      },
      ConsistentRead: true,
    });
    // A deleted mailbox leaves a row, so that no other organization gets its address.
    return Item !== undefined && !('retiredAt' in Item);
  }
}

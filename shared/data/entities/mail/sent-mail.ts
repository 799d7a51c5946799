import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, put } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { PREFIX } from '../../table.ts';
import { getRow, type Key, type Table } from '../../table-client.ts';

/** Finds a message by the provider's id of it, for outcomes that do not carry our tags. */
export interface SentMail {
  organizationId: string;
  identityId: string;
  messageId: string;
}

const decodeSentMail = rowDecoder<SentMail>({ organizationId: 'string', identityId: 'string', messageId: 'string' });

/** Complaints may arrive weeks after an email was delivered, but seldom months. */
const KEPT_DAYS = 90;

function key(providerMessageId: string): Key {
  return { pk: `${PREFIX.sentMail}${providerMessageId}`, sk: 'SENT' };
}

/** The send worker and the worker that processes outcomes may both stage this row, so it has no condition. */
export function putSentMail(providerMessageId: string, mail: SentMail, now: number): Change {
  return put({ ...key(providerMessageId), ...mail, expires_at: epochSeconds(now + KEPT_DAYS * DAY) });
}

export async function findSentMail(table: Table, providerMessageId: string): Promise<SentMail | undefined> {
  return getRow(table, decodeSentMail, key(providerMessageId), { strong: true });
}

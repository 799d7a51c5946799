import { DAY, epochSeconds } from '../../domain/time.ts';
import { type Change, put } from '../change.ts';
import { rowDecoder } from '../decode-row.ts';
import { PREFIX } from '../table.ts';
import { getRow, type Key, type Table } from '../table-client.ts';

/** Which message a provider means by its id: how an outcome without our tags finds its message. */
export interface SentMail {
  organizationId: string;
  identityId: string;
  messageId: string;
}

const decodeSentMail = rowDecoder<SentMail>({ organizationId: 'string', identityId: 'string', messageId: 'string' });

/** Days a complaint may take: people find a mail weeks later, hardly months. */
const KEPT_DAYS = 90;

function key(providerMessageId: string): Key {
  return { pk: `${PREFIX.sentMail}${providerMessageId}`, sk: 'SENT' };
}

/** The same message may be noted twice, by who sent it and by who heard of it first. */
export function putSentMail(providerMessageId: string, mail: SentMail, now: number): Change {
  return put({ ...key(providerMessageId), ...mail, expires_at: epochSeconds(now + KEPT_DAYS * DAY) });
}

export async function findSentMail(table: Table, providerMessageId: string): Promise<SentMail | undefined> {
  return getRow(table, decodeSentMail, key(providerMessageId), { strong: true });
}

import { DAY, epochSeconds } from '#shared/domain/time/time.ts';
import { type Change, insert, RETRY, update } from '../../change.ts';
import { rowDecoder } from '../../decode-row.ts';
import { keyDigest } from '../../key-digest.ts';
import { PREFIX } from '../../table.ts';
import type { Key } from '../../table-client.ts';
import type { Mailbox } from './mailbox.ts';

/**
 * The messages of a mailbox that arrived with one Message-ID. More than one if they differ: everyone who
 * knows the Message-ID of an email can send another one with it.
 */
export interface MessageCopies {
  messageIds: ReadonlySet<string>;
}

export const decodeMessageCopies = rowDecoder<MessageCopies>({ messageIds: 'object' });

/** Repetitions arrive within days: senders give up after five (RFC 5321, section 4.5.4.1). */
const KEPT_DAYS = 30;

/** More are not compared, so that a flood with one Message-ID costs no more than another one. */
const MAX_COPIES = 8;

export function messageCopiesKey(mailboxId: string, rfcMessageId: string): Key {
  return { pk: `${PREFIX.providerMessage}rfc-${keyDigest(rfcMessageId)}`, sk: mailboxId };
}

interface NewCopy {
  rfcMessageId: string | null;
  mailbox: Pick<Mailbox, 'id'>;
  messageId: string;
}

/** Records a message under its Message-ID. The operation retries if another one was recorded meanwhile. */
export function recordCopy(
  known: MessageCopies | undefined,
  { rfcMessageId, mailbox, messageId }: NewCopy,
  now: number,
): Change[] {
  if (rfcMessageId === null) return [];
  const key = messageCopiesKey(mailbox.id, rfcMessageId);
  const messageIds = new Set([messageId]);
  if (known === undefined) {
    return [insert({ ...key, messageIds, expires_at: epochSeconds(now + KEPT_DAYS * DAY) }, RETRY)];
  }
  const { size } = known.messageIds;
  if (size >= MAX_COPIES) return [];
  return [
    update(
      key,
      { add: { messageIds } },
      { condition: { expression: 'size(messageIds) = :size', values: { ':size': size } }, onConditionFailed: RETRY },
    ),
  ];
}

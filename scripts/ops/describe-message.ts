import type { Message } from '@aws-sdk/client-sqs';
import type { Cells } from './command.ts';

/**
 * The fields of a message that are shown. A notification of SES also holds subjects, addresses and headers of an email,
 * which are for its recipient alone, so everything that is not named here is left out.
 */
const SHOWN: readonly (readonly string[])[] = [
  ['organizationId'],
  ['deliveryId'],
  ['webhookId'],
  ['eventId'],
  ['identityId'],
  ['messageId'],
  ['outboxId'],
  ['domainId'],
  ['domain'],
  ['connectionId'],
  ['kind'],
  ['attempt'],
  ['generation'],
  ['pk'],
  ['sk'],
  ['error'],
  // Notifications of SES about received and sent mail.
  ['notificationType'],
  ['eventType'],
  ['mail', 'messageId'],
  ['receipt', 'action', 'objectKey'],
  // A notice of Lambda about records of the stream.
  ['requestContext', 'condition'],
  ['DDBStreamBatchInfo', 'shardId'],
  ['DDBStreamBatchInfo', 'batchSize'],
  ['DDBStreamBatchInfo', 'approximateArrivalOfFirstRecord'],
  ['DDBStreamBatchInfo', 'approximateArrivalOfLastRecord'],
];

const MAX_VALUE = 200;

/** One line of the table for a message: its id, when it was sent, and what it is about. Never a content. */
export function describeMessage({ MessageId = '', Body = '', Attributes = {} }: Message): Cells {
  const sentAt = Number(Attributes.SentTimestamp);
  return {
    message: MessageId,
    sent: Number.isNaN(sentAt) ? null : new Date(sentAt).toISOString(),
    bytes: Buffer.byteLength(Body),
    about: aboutOf(Body) ?? 'not a message of this service',
  };
}

function aboutOf(body: string): string | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  const shown = SHOWN.flatMap((path) => {
    const value = path.reduce<unknown>((inside, name) => (inside as Record<string, unknown> | null)?.[name], parsed);
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    return [`${path.at(-1)}=${String(value).slice(0, MAX_VALUE)}`];
  });
  return shown.length === 0 ? undefined : shown.join(' ');
}

/** `1 message`, `2 messages`. */
export function countOfMessages(count: number): string {
  return `${count} ${count === 1 ? 'message' : 'messages'}`;
}

import { type Message, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { type Cells, numberOption, type OpsCommand, textOption } from '../command.ts';
import { countOfMessages, describeMessage } from '../describe-message.ts';
import { visitMessages } from '../held-messages.ts';
import { OpsError } from '../ops-error.ts';
import { failureQueue } from '../stage-queues.ts';
import { LIMIT, LIMIT_RANGE, nextStepOf } from './inspect.ts';

export const MESSAGE = { type: 'string', value: 'id', description: 'only this message' } as const;

/**
 * Sends the messages of a dead-letter queue to its queue of jobs again. Each is first sent and then deleted, so that
 * none is lost: if the command is interrupted between the two, a job is in both queues, and its worker does it once.
 *
 * See: docs/decisions/0028-operating-a-stage.md.
 */
export const redrive: OpsCommand = {
  name: 'redrive',
  summary: 'sends the messages of a dead-letter queue to their worker again',
  args: ['queue'],
  options: { limit: LIMIT, message: MESSAGE },
  changes: true,
  run: async (invocation) => {
    const { stage, args, confirmed } = invocation;
    const queue = await failureQueue(stage, args[0] ?? '');
    const { source } = queue;
    if (source === undefined) throw new OpsError(`${queue.name} has no queue of jobs; ${nextStepOf(queue)}`);
    const wanted = textOption(invocation, 'message');
    const limit = numberOption(invocation, 'limit', LIMIT_RANGE);
    const rows: Cells[] = [];
    const sent = new Set<string>();
    await visitMessages(stage.sqs, queue.url, {
      limit: wanted === undefined ? limit : Number.POSITIVE_INFINITY,
      decide: async (message) => {
        const id = message.MessageId ?? '';
        // A job that this run has sent, and that has failed again meanwhile, stays for the next run.
        if (sent.has(id) || (wanted !== undefined && id !== wanted)) return 'give back';
        rows.push(describeMessage(message));
        if (!confirmed) return 'give back';
        sent.add(await sendAgain(stage.sqs, source.url, message));
        return 'delete';
      },
      isDone: () => wanted !== undefined && rows.length > 0,
    });
    if (wanted !== undefined && rows.length === 0)
      throw new OpsError(`${queue.name} shows no message ${wanted}; another program may hold it for some minutes`);
    const verb = confirmed ? 'sent to' : 'would be sent to';
    return { rows, notes: [`${countOfMessages(rows.length)} of ${queue.name} ${verb} ${source.name}`] };
  },
};

/** Sends a copy with the attributes and the group of the message, and returns its id. */
async function sendAgain(sqs: SQSClient, QueueUrl: string, message: Message): Promise<string> {
  const { MessageId } = await sqs.send(
    new SendMessageCommand({
      QueueUrl,
      MessageBody: message.Body,
      MessageAttributes: message.MessageAttributes,
      MessageGroupId: message.Attributes?.MessageGroupId,
    }),
  );
  return MessageId ?? '';
}

import { type Message, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { CHOICE, takeChosen } from '../chosen-messages.ts';
import { type OpsCommand, textOption } from '../command.ts';
import { countOfMessages } from '../describe-message.ts';
import { OpsError } from '../ops-error.ts';
import { failureQueue } from '../stage-queues.ts';
import { nextStepOf } from './inspect.ts';

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
  options: CHOICE,
  changes: true,
  run: async (invocation) => {
    const { stage, args, confirmed } = invocation;
    const queue = await failureQueue(stage, args[0] ?? '');
    const { source } = queue;
    if (source === undefined) throw new OpsError(`${queue.name} has no queue of jobs; ${nextStepOf(queue)}`);
    const sent = new Set<string>();
    const rows = await takeChosen(invocation, queue, {
      // A job that this run has sent, and that has failed again meanwhile, stays for the next run.
      isLeft: (id) => sent.has(id),
      run: async (message) => void sent.add(await sendAgain(stage.sqs, source.url, message)),
    });
    const wanted = textOption(invocation, 'message');
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

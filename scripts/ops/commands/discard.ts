import { type Cells, numberOption, type OpsCommand, textOption } from '../command.ts';
import { countOfMessages, describeMessage } from '../describe-message.ts';
import { visitMessages } from '../held-messages.ts';
import { failureQueue } from '../stage-queues.ts';
import { LIMIT, LIMIT_RANGE } from './inspect.ts';
import { MESSAGE } from './redrive.ts';

/** Deletes the messages of a failure queue. */
export const discard: OpsCommand = {
  name: 'discard',
  summary: 'deletes the messages of a failure queue, for signals that were dealt with',
  args: ['queue'],
  options: { limit: LIMIT, message: MESSAGE },
  changes: true,
  run: async (invocation) => {
    const { stage, args, confirmed } = invocation;
    const queue = await failureQueue(stage, args[0] ?? '');
    const wanted = textOption(invocation, 'message');
    const limit = numberOption(invocation, 'limit', LIMIT_RANGE);
    const rows: Cells[] = [];
    await visitMessages(stage.sqs, queue.url, {
      limit: wanted === undefined ? limit : Number.POSITIVE_INFINITY,
      decide: async (message) => {
        if (wanted !== undefined && message.MessageId !== wanted) return 'give back';
        rows.push(describeMessage(message));
        return confirmed ? 'delete' : 'give back';
      },
      isDone: () => wanted !== undefined && rows.length > 0,
    });
    const verb = confirmed ? 'deleted' : 'would be deleted';
    const jobs = queue.source === undefined ? [] : [`each is a job of ${queue.source.name}, which would never be done`];
    return { rows, notes: [`${countOfMessages(rows.length)} of ${queue.name} ${verb}`, ...(confirmed ? [] : jobs)] };
  },
};

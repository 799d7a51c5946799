import { CHOICE, takeChosen } from '../chosen-messages.ts';
import type { OpsCommand } from '../command.ts';
import { countOfMessages } from '../describe-message.ts';
import { failureQueue } from '../stage-queues.ts';

/** Deletes the messages of a failure queue. */
export const discard: OpsCommand = {
  name: 'discard',
  summary: 'deletes the messages of a failure queue, for signals that were dealt with',
  args: ['queue'],
  options: CHOICE,
  changes: true,
  run: async (invocation) => {
    const { stage, args, confirmed } = invocation;
    const queue = await failureQueue(stage, args[0] ?? '');
    const rows = await takeChosen(invocation, queue);
    const verb = confirmed ? 'deleted' : 'would be deleted';
    const jobs = queue.source === undefined ? [] : [`each is a job of ${queue.source.name}, which would never be done`];
    return { rows, notes: [`${countOfMessages(rows.length)} of ${queue.name} ${verb}`, ...(confirmed ? [] : jobs)] };
  },
};

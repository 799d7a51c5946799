import type { Message } from '@aws-sdk/client-sqs';
import { type Cells, type Invocation, numberOption, textOption } from './command.ts';
import { LIMIT, LIMIT_RANGE } from './commands/inspect.ts';
import { describeMessage } from './describe-message.ts';
import { visitMessages } from './held-messages.ts';
import type { StageQueue } from './stage-queues.ts';

/** The options that choose messages of a queue. */
export const CHOICE = {
  limit: LIMIT,
  message: { type: 'string', value: 'id', description: 'only this message' },
} as const;

/** What is done with each chosen message. */
export interface ChosenWork {
  /** Does the work, after which the message is deleted. Nothing is done and deleted without `--yes`. */
  readonly run?: (message: Message) => Promise<void>;
  /** Whether a message with this id stays, although it was chosen. */
  readonly isLeft?: (messageId: string) => boolean;
}

/** Takes the messages that the options choose from a failure queue, and describes them. The others are given back. */
export async function takeChosen(invocation: Invocation, queue: StageQueue, work: ChosenWork = {}): Promise<Cells[]> {
  const { stage, confirmed } = invocation;
  const wanted = textOption(invocation, 'message');
  const limit = numberOption(invocation, 'limit', LIMIT_RANGE);
  const rows: Cells[] = [];
  await visitMessages(stage.sqs, queue.url, {
    limit: wanted === undefined ? limit : Number.POSITIVE_INFINITY,
    decide: async (message) => {
      const id = message.MessageId ?? '';
      if (work.isLeft?.(id) || (wanted !== undefined && id !== wanted)) return 'give back';
      rows.push(describeMessage(message));
      if (!confirmed) return 'give back';
      await work.run?.(message);
      return 'delete';
    },
    isDone: () => wanted !== undefined && rows.length > 0,
  });
  return rows;
}

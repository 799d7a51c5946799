import { type Cells, numberOption, type OpsCommand } from '../command.ts';
import { countOfMessages, describeMessage } from '../describe-message.ts';
import { visitMessages } from '../held-messages.ts';
import { failureQueue, type StageQueue } from '../stage-queues.ts';

export const LIMIT = { type: 'string', value: 'n', description: 'how many messages at most; default: 100' } as const;
export const LIMIT_RANGE = { min: 1, max: 100_000, fallback: 100 } as const;

/** Shows the messages of a failure queue, and gives them back. */
export const inspect: OpsCommand = {
  name: 'inspect',
  summary: 'shows what the messages of a failure queue are about, and leaves them there',
  args: ['queue'],
  options: { limit: LIMIT },
  changes: false,
  run: async (invocation) => {
    const { stage, args } = invocation;
    const queue = await failureQueue(stage, args[0] ?? '');
    const limit = numberOption(invocation, 'limit', LIMIT_RANGE);
    const rows: Cells[] = [];
    await visitMessages(stage.sqs, queue.url, {
      limit,
      decide: async (message) => {
        rows.push(describeMessage(message));
        return 'give back';
      },
    });
    return { rows, notes: [countOf(rows.length, limit), nextStepOf(queue)] };
  },
};

function countOf(count: number, limit: number): string {
  const more = count === limit ? ': there may be more than --limit' : '';
  return `${countOfMessages(count)} shown${more}, and nothing was removed`;
}

/** What an operator does with the messages of a queue. */
export function nextStepOf({ name, source }: StageQueue): string {
  if (source !== undefined) return `fix the reason, then: npm run ops -- redrive ${name}`;
  return (
    'these are only signals: fix the reason, relay what is missing with npm run relay:missing ' +
    `(docs/runbook.md#what-was-never-relayed), then: npm run ops -- discard ${name}`
  );
}

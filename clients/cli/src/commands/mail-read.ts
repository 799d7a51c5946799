import type { Aid, MarkRead } from '../../../typescript/src/index.ts';
import { agentNamed } from '../agent-named.ts';
import type { HandCommand } from '../command.ts';
import { type CommonOptions, clientOf, outputOf } from '../context.ts';
import { wholeId } from '../partial-ids.ts';
import { UsageError } from '../usage-error.ts';

interface ReadOptions extends CommonOptions {
  readonly all?: boolean;
  readonly folder?: string;
  readonly thread?: string;
  readonly agent?: string;
}

/** Marks all messages of a folder or a conversation as read, with as many requests as it takes. */
export const mailRead: HandCommand = {
  command: ['mail', 'read'],
  title: 'Mark everything as read',
  text: 'Marks all messages of the inbox, of another folder or of a conversation as read, and prints how many were unread.',
  arguments: [],
  options: [
    { flags: '--all', text: 'Required, so that nothing is marked by mistake.' },
    { flags: '--folder <folder>', text: 'The folder; inbox by default.' },
    { flags: '--thread <thread-id>', text: 'A conversation, in all folders, instead of a folder.' },
    { flags: '--agent <id-or-handle>', text: 'The agent, if the key is an org key.' },
  ],
  async run(context, _, options) {
    const { all = false, folder, thread, agent } = options as ReadOptions;
    if (!all) throw new UsageError('mail read: expected --all; aid mail update --is-read marks one message');
    if (folder !== undefined && thread !== undefined) throw new UsageError('mail read: either --folder or --thread');
    const { signal } = context;
    const client = clientOf(context, options);
    const identityId = await agentNamed(client, agent, signal);
    const scoped = identityId === undefined ? client : client.identity(identityId);
    const place =
      thread === undefined
        ? { folder: (folder ?? 'inbox') as MarkRead['folder'] }
        : { thread_id: await wholeId(scoped, thread, { signal }) };
    outputOf(context, options).record({ updated_count: await markAll(scoped, place, signal) });
  },
};

/** How many messages were unread. Messages that arrive meanwhile stay unread, unless the first request has them. */
async function markAll(client: Aid, place: MarkRead, signal: AbortSignal | undefined): Promise<number> {
  let count = 0;
  let before: string | undefined;
  for (;;) {
    const reply = await client.mail.markRead({ ...place, before }, { signal });
    count += reply.updated_count;
    if (reply.continue_before === null) return count;
    before = reply.continue_before;
  }
}

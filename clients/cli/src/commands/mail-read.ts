import type { Aid, MarkRead } from '../../../typescript/src/index.ts';
import { agentNamed, isHandle } from '../agent-named.ts';
import type { HandCommand } from '../command.ts';
import { DRY_RUN, IDEMPOTENCY_KEY } from '../common-options.ts';
import { type CommonOptions, clientOf, outputOf } from '../context.ts';
import { dryRunOf } from '../dry-run.ts';
import { partKey } from '../part-key.ts';
import { isPartialId, wholeId } from '../partial-ids.ts';
import { UsageError } from '../usage-error.ts';

interface ReadOptions extends CommonOptions {
  readonly all?: boolean;
  readonly folder?: string;
  readonly thread?: string;
  readonly agent?: string;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
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
    DRY_RUN,
    IDEMPOTENCY_KEY,
  ],
  async run(context, _, options) {
    const { all = false, folder, thread, agent, dryRun, idempotencyKey } = options as ReadOptions;
    if (!all) throw new UsageError('mail read: expected --all; aid mail update --is-read marks one message');
    if (folder !== undefined && thread !== undefined) throw new UsageError('mail read: either --folder or --thread');
    const { signal } = context;
    const output = outputOf(context, options);
    const scopedTo = (one: Aid, id: string | undefined) => (id === undefined ? one : one.identity(id));
    const shown = dryRun === true ? dryRunOf(context, options) : undefined;
    // A dry run looks up handles and ids, so that it shows exactly what would be sent. It needs a key for that only.
    const asks = shown === undefined || isHandle(agent) || isPartialId(agent) || isPartialId(thread);
    const client = asks ? clientOf(context, options) : shown.client;
    const identityId = await agentNamed(client, agent, signal);
    const place =
      thread === undefined
        ? { folder: (folder ?? 'inbox') as MarkRead['folder'] }
        : { thread_id: await wholeId(scopedTo(client, identityId), thread, { signal }) };
    if (shown !== undefined) {
      await scopedTo(shown.client, identityId).mail.markRead(place, { signal });
      output.record(shown.dry.request);
      return;
    }
    output.record({ updated_count: await markAll(scopedTo(client, identityId), place, { signal, idempotencyKey }) });
  },
};

interface Marking {
  readonly signal: AbortSignal;
  readonly idempotencyKey: string | undefined;
}

/** How many messages were unread. Messages that arrive meanwhile stay unread, unless the first request has them. */
async function markAll(client: Aid, place: MarkRead, { signal, idempotencyKey: key }: Marking): Promise<number> {
  let count = 0;
  let before: string | undefined;
  for (let part = 1; ; part++) {
    const call = { signal, idempotencyKey: partKey(key, part) };
    const reply = await client.mail.markRead({ ...place, before }, call);
    count += reply.updated_count;
    if (reply.continue_before === null) return count;
    before = reply.continue_before;
  }
}

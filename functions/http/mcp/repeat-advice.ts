import type { ToolDeclaration } from '#shared/contract/mcp/tool.ts';
import { hasLastingKey } from './already-sent.ts';
import type { Once } from './send-once.ts';

const SAFE = 'Call again in a moment: repeating it is safe.';

/** How to see whether a call was done, for tools that do something each time with `send_again`. */
const LOOK: Readonly<Record<string, string>> = {
  send_email: 'Check with list_messages and direction outbound',
  reply_to_email: 'Check with list_messages and direction outbound',
  forward_message: 'Check with list_messages and direction outbound',
  send_task: 'Check with list_tasks and direction outbound, or with get_task',
  reply_to_task: 'Check with get_task',
  save_contact: 'Check with find_contact',
};

/**
 * What to do after an error that says nothing about whether the call was done. Most tools only read, or do something
 * once however often they are called.
 *
 * See: docs/contract/mcp.md#retries.
 */
export function repeatAdvice({ name }: Pick<ToolDeclaration, 'name'>, args: Once): string {
  if (hasLastingKey(args)) return SAFE;
  if (name === 'redeem_lease') {
    return 'It may have counted as a use of the lease. Call again if the lease has uses left, or create a new lease.';
  }
  const look = LOOK[name];
  if (args.send_again !== true || look === undefined) return SAFE;
  return `It may have taken effect. ${look} before you call again: with send_again and without an idempotency_key, every call counts.`;
}

import { ValidationError } from '../../typescript/src/index.ts';
import { agentNamed } from './agent-named.ts';
import type { HandOptions } from './command.ts';
import { type Context, clientOf, outputOf } from './context.ts';
import { type FollowOptions, sinceOf } from './follow-options.ts';
import { oneLine } from './output/printable.ts';
import { UsageError } from './usage-error.ts';

/** How long to wait, for which agent, and what is not skipped. */
export interface Wait {
  readonly timeoutMs: number;
  readonly agent: string | undefined;
  readonly accept: readonly string[] | undefined;
  readonly signal: AbortSignal;
}

/** The options of `aid mail wait --code`, as commander collects them. */
interface CodeOptions extends FollowOptions {
  readonly from?: string;
  readonly codesOnly?: boolean;
}

/**
 * Waits for an email with a code or a confirming link, and prints the code alone, or else the address of the link, for
 * `$(…)` of a shell too; with `--json` or `--fields`, the object. Fails if none arrives in time.
 */
export async function printCode(context: Context, options: HandOptions, { agent, ...wait }: Wait): Promise<void> {
  const { from, codesOnly, json, fields, ...rest } = options as CodeOptions;
  const since = sinceOf(rest);
  const client = clientOf(context, options);
  const identityId = await agentNamed(client, agent, wait.signal);
  const found = await client.mail.waitForCode({ ...wait, identityId, from, since, codesOnly }).catch(namingOption);
  for (const { id, reason } of found.heldBack) context.errors.write(`aid: skipped ${oneLine(`${id}: ${reason}`)}\n`);
  if (found.message === null) throw new Error(`no code within ${wait.timeoutMs / 1000} s`);
  const { code, codes, link, message } = found;
  const output = outputOf(context, options);
  if (json === true || fields !== undefined) output.record({ code, codes, link, message });
  else output.text(`${oneLine(code ?? link?.url ?? '').trim()}\n`);
}

/** A sender that is none is an error in `--from`. */
function namingOption(error: unknown): never {
  if (error instanceof ValidationError && error.message.startsWith('from:')) throw new UsageError(`--${error.message}`);
  throw error;
}

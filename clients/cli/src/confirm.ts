import type { CommonOptions, Context } from './context.ts';
import type { Operation } from './operation.ts';
import { oneLine } from './output/printable.ts';
import { UsageError } from './usage-error.ts';

/** Asks for confirmation before something is deleted or ended. Without a terminal, `--yes` is required. */
export async function confirm(
  { input }: Context,
  { command, title }: Pick<Operation, 'command' | 'title'>,
  ids: readonly string[],
  { yes }: CommonOptions,
): Promise<void> {
  if (yes === true) return;
  if (!input.isTerminal) throw new UsageError(`aid ${command.join(' ')} deletes or ends something; confirm with --yes`);
  const reply = await input.ask(`${oneLine([title, ...ids].join(' '))}? [y/N] `);
  if (!/^y(es)?$/i.test(reply.trim())) throw new UsageError('not confirmed; nothing was changed');
}

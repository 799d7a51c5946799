import type { Aid } from '../../typescript/src/index.ts';
import { previewRow } from './approval-preview.ts';
import type { CommonOptions, Context } from './context.ts';
import { Output } from './output/output.ts';
import { UsageError } from './usage-error.ts';

/**
 * Shows what will happen, and asks a person to approve it. A program approves only what someone has read: with `--yes`
 * and the hash of that. Returns the hash that is approved.
 */
export async function confirmApproval(
  { errors, input, signal }: Context,
  client: Aid,
  approvalId: string,
  parameters: Readonly<Record<string, unknown>>,
  { yes, dryRun }: CommonOptions & { readonly dryRun?: boolean },
): Promise<string> {
  const { content_hash: given, edits } = parameters as { readonly content_hash?: string; readonly edits?: object };
  if (yes === true || dryRun === true) {
    if (given !== undefined) return given;
    throw new UsageError('--hash is required: the content_hash of the approval that you have read');
  }
  if (!input.isTerminal) {
    throw new UsageError('aid approvals approve lets something happen; confirm with --yes and --hash');
  }
  const approval = await client.approvals.get(approvalId, { signal });
  if (given !== undefined && given !== approval.content_hash) {
    throw new UsageError('--hash: the approval has another content_hash; read it again');
  }
  const shown = new Output(errors, {});
  shown.record(previewRow(approval));
  if (edits !== undefined) {
    errors.write('With these edits:\n');
    shown.record(edits);
  }
  const reply = await input.ask(`Approve ${approval.id}? [y/N] `);
  if (!/^y(es)?$/i.test(reply.trim())) throw new UsageError('not confirmed; nothing was changed');
  return approval.content_hash;
}

import { type Approval, type Decided, endApproval } from '#shared/data/entities/approval/approval.ts';
import { findHeldAction, removeHeldAction } from '#shared/data/entities/approval/held-action.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import { checkUnchanged, findIdentity } from '#shared/data/entities/organization/identity.ts';
import type { Plan, TransactionBuilder } from '#shared/data/transaction-builder.ts';
import { type ApprovalStatus, statusAt } from '#shared/domain/approval/approval.ts';
import { contentHash } from '#shared/domain/approval/content-hash.ts';
import { AppError, invalid } from '#shared/domain/errors/errors.ts';
import { ACTION_KINDS } from './action-kinds.ts';
import { decidedEvent } from './approval-events.ts';
import type { DecisionContext, Edits, Effect, Ending, FinalContent } from './effect.ts';

/** A decision of a person. */
export type Decision =
  | { readonly kind: 'approve'; readonly contentHash: string; readonly edits: Edits | undefined }
  | { readonly kind: 'deny'; readonly reason: string | null };

/** The approval after a decision: as it is already, or what a commit makes of it. `message`: an edited email. */
export type DecisionResult =
  | { readonly kind: 'unchanged'; readonly approval: Approval }
  | ({ readonly kind: 'write'; readonly message?: Message | undefined } & Plan<Approval>);

/**
 * Decides about a pending approval: the decision and its effect are one transaction, and everything that the effect
 * depends on is read again for it. What refuses the effect now ends the approval as `failed`. The same decision again
 * changes nothing. Throws `approval.closed` if it was decided the other way or has ended, and `approval.changed` if
 * what would happen is not what the approver has seen.
 *
 * `by`: the id of the person or the org key. The approval must have been read strongly.
 *
 * See: docs/contract/approvals.md#deciding; docs/decisions/0087-one-gate.md.
 */
export async function decideApproval(
  context: DecisionContext,
  approval: Approval,
  { decision, by }: { readonly decision: Decision; readonly by: string },
): Promise<DecisionResult> {
  const { table, now } = context;
  const { organizationId, identityId, requestedHash } = approval;
  const identity = await findIdentity(table, organizationId, identityId);
  if (identity === undefined) throw new Error('the agent of an approval does not exist');
  const status = statusAt(approval, { now, generation: identity.tokenGeneration });
  if (status !== 'pending') return repeated(approval, status, decision);
  const kind = ACTION_KINDS[approval.kind];
  const held = await findHeldAction(table, identityId, requestedHash);
  const common = { approval, held, decidedBy: by };

  if (decision.kind === 'deny') {
    const ending: Ending = { status: 'denied', reason: decision.reason };
    const plan = endingPlan(common, ending, await kind.end(context, approval, ending));
    return { ...plan, build: withCheck(plan, checkUnchanged(identity)) };
  }
  if (decision.edits !== undefined && approval.kind !== 'mail') throw invalid('edits', 'only emails can be edited');
  if (decision.contentHash !== approval.contentHash) throw new AppError('approval.changed');
  const editsHash = hashOfEdits(decision.edits);
  // A suspension by release 0.3.0 begins no generation, so that the approval is pending still.
  const effect =
    identity.status === 'suspended'
      ? { refused: 'The agent is suspended.' }
      : await kind.approve(context, approval, { identity, edits: decision.edits });
  if ('refused' in effect) {
    const ending: Ending = { status: 'failed', reason: effect.refused };
    const plan = endingPlan({ ...common, editsHash }, ending, await kind.end(context, approval, ending));
    return { ...plan, build: withCheck(plan, checkUnchanged(identity)) };
  }
  const plan = effectPlan({ ...common, editsHash }, effect);
  return {
    ...plan,
    build: withCheck(plan, checkUnchanged(identity)),
    stored: effect.stored,
    message: effect.edited?.message,
  };
}

/** What the commit of a decision is made of, besides what its kind stages. */
export interface Deciding {
  readonly approval: Approval;
  /** The approval that the row of the same action names. */
  readonly held: string | undefined;
  readonly decidedBy: string | null;
  readonly editsHash?: string | undefined;
}

type WritePlan = Extract<DecisionResult, { kind: 'write' }>;

/** Ends an approval without its effect. */
export function endingPlan(
  deciding: Deciding,
  { status, reason }: Ending,
  stage: (tx: TransactionBuilder, at: number) => void,
): WritePlan {
  const { contentHash } = deciding.approval;
  return planOf(deciding, { status, reason, contentHash }, { stage });
}

function effectPlan(deciding: Deciding, { contentHash, edited, stage }: Effect): WritePlan {
  return planOf(deciding, { status: 'approved', reason: null, contentHash }, { content: edited?.content, stage });
}

function planOf(
  { approval, held, decidedBy, editsHash }: Deciding,
  outcome: Pick<Decided, 'status' | 'reason' | 'contentHash'>,
  { stage, content }: { stage: (tx: TransactionBuilder, at: number) => void; content?: FinalContent | undefined },
): WritePlan {
  return {
    kind: 'write',
    build: (tx) => {
      const decidedAt = tx.nextTimestamp(approval.organizationId);
      // A decision that waited for others until the approval had expired: readers have seen that.
      if (decidedBy !== null && decidedAt >= approval.expiresAt) throw closed('expired');
      const decided: Decided = { ...outcome, decidedAt, decidedBy, ...(editsHash !== undefined && { editsHash }) };
      tx.put(...endApproval(approval, decided), ...removeHeldAction(approval, held));
      tx.appendEvent(approval.organizationId, decidedEvent(approval, decided, content));
      stage(tx, decidedAt);
      return { ...approval, ...decided, version: approval.version + 1 };
    },
  };
}

/** The agent has not changed since it was read: it is not suspended, and has the mailboxes that it had. */
function withCheck({ build }: WritePlan, unchanged: ReturnType<typeof checkUnchanged>): WritePlan['build'] {
  return (tx) => {
    tx.put(unchanged);
    return build(tx);
  };
}

/**
 * A decision about an approval that has ended. An approval with other edits, or of other content, is not the same
 * decision: its approver would believe that theirs had taken effect.
 */
function repeated(approval: Approval, status: ApprovalStatus, decision: Decision): DecisionResult {
  const ended = { ...approval, status };
  if (decision.kind === 'deny') {
    if (status === 'denied') return { kind: 'unchanged', approval: ended };
    throw closed(status);
  }
  if (status !== 'approved' && status !== 'failed') throw closed(status);
  const { editsHash, requestedHash, contentHash: finalHash } = approval;
  const seen = decision.contentHash;
  const isSame =
    seen === requestedHash
      ? hashOfEdits(decision.edits) === editsHash
      : seen === finalHash && hashOfEdits(decision.edits) === undefined;
  if (!isSame) throw new AppError('approval.changed', 'The action was approved with other content: read it again.');
  return { kind: 'unchanged', approval: ended };
}

function closed(status: ApprovalStatus): AppError {
  return new AppError('approval.closed', `The approval has ended: it is ${status}.`);
}

function hashOfEdits(edits: Edits | undefined): string | undefined {
  return edits && contentHash(edits);
}

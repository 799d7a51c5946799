import type { Approval } from '#shared/data/entities/approval/approval.ts';
import type { Message } from '#shared/data/entities/mail/message.ts';
import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { Table } from '#shared/data/table-client.ts';
import type { TransactionBuilder } from '#shared/data/transaction-builder.ts';
import type { ApprovalEnd } from '#shared/domain/approval/approval.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';
import type { MailAddress } from '#shared/domain/mail/address.ts';

/** What decisions work with. */
export interface DecisionContext {
  readonly table: Table;
  readonly settings: { readonly limits: Limits };
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What an approver changes. Only emails can be edited. */
export interface Edits {
  readonly subject?: string | undefined;
  readonly text?: string | undefined;
  readonly html?: string | undefined;
  readonly to?: readonly MailAddress[] | undefined;
  readonly cc?: readonly MailAddress[] | undefined;
  readonly bcc?: readonly MailAddress[] | undefined;
}

/** What an email is after an edit, for its agent. */
export interface FinalContent {
  readonly subject: string;
  readonly text: string | null;
  readonly html: string | null;
  readonly to: string[];
  readonly cc: string[];
  readonly bcc: string[];
}

/** Why an approved action may not take effect now, for its agent and the approver. */
export interface Refusal {
  readonly refused: string;
}

/** What happens with an approval. */
export interface Effect {
  /** The hash of what will happen: that of the approval, unless edits have changed it. */
  readonly contentHash: string;
  /** What edits have made of an email: for its agent, and as it will be stored. */
  readonly edited?: { readonly content: FinalContent; readonly message: Message };
  /**
   * Stages the effect, in the transaction of the decision. What it depends on has to be among the conditions of its
   * changes, with `RETRY`, so that everything is read again if it has changed.
   */
  readonly stage: (tx: TransactionBuilder, at: number) => void;
  /** Ends when all files that the effect names are stored. */
  readonly stored?: Promise<unknown>;
}

/** How a held action ends without its effect. */
export interface Ending {
  readonly status: Exclude<ApprovalEnd, 'approved'>;
  readonly reason: string | null;
}

/**
 * A kind of held action. Both functions read strongly, because everything is checked again at the moment of effect;
 * the decision retries them when a condition of their changes fails.
 *
 * See: docs/contract/approvals.md#deciding.
 */
export interface ActionKind {
  /** Prepares the effect of an approved action, or says why it may not take effect. */
  readonly approve: (
    context: DecisionContext,
    approval: Approval,
    given: { readonly identity: Identity; readonly edits: Edits | undefined },
  ) => Promise<Effect | Refusal>;
  /** Prepares the changes that end the held action without its effect. */
  readonly end: (
    context: DecisionContext,
    approval: Approval,
    ending: Ending,
  ) => Promise<(tx: TransactionBuilder, at: number) => void>;
}

import type { AuditTarget } from '#shared/domain/organization/audit.ts';

/**
 * What an audited operation changes. Its commit has an entry of the audit.
 *
 * See: docs/contract/audit.md; docs/decisions/0090-the-audit.md.
 */
export interface Audited {
  readonly target: AuditTarget;
  /** The action, if it is not the name of the operation. */
  readonly action?: string;
  /**
   * The fields of the target's record that the entry shows, after the change and, where the operation has it, before.
   * None that is a secret, or that gives access to something.
   */
  readonly fields?: readonly string[];
  /** Whether only some of its requests are audited: those of which the operation says so, by `tx.audit`. */
  readonly whereStated?: true;
}

/** The end of a grant, by whichever operation. */
export const AUDITED_GRANT = {
  target: 'grant',
  action: 'revokeGrant',
  fields: ['client_id', 'agents', 'scopes', 'recipients', 'reason'],
} as const satisfies Audited;

/** A decision of a person about a held action. */
export const AUDITED_APPROVAL = {
  target: 'approval',
  fields: ['identity_id', 'kind', 'subject_id', 'status', 'reason'],
  whereStated: true,
} as const satisfies Audited;

/**
 * The lease that an agent has asked for. No lease exists before a person approves it.
 *
 * See: docs/contract/approvals.md#leases.
 */
export interface HeldLease {
  readonly secretId: string;
  readonly secretName: string;
  /** The version of the secret when it was asked for: another value is not what was approved. */
  readonly secretVersion: number;
  readonly purpose: string | null;
  /** The hosts that the value may be sent to; empty: not restricted. */
  readonly hosts: readonly string[];
  readonly maxUses: number;
  readonly ttlSeconds: number;
}

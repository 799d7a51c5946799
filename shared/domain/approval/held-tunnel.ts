/**
 * The tunnel that an agent has asked for. No tunnel exists before a person approves it.
 *
 * See: docs/contract/approvals.md#tunnels.
 */
export interface HeldTunnel {
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** The host of its public address, with `*` for a label that cannot be guessed. */
  readonly host: string;
  /** The part of its public address that cannot be guessed. It is the same after the approval. */
  readonly address: string;
}

import { AidError } from '../errors.ts';
import type { Client } from '../generated/resources.ts';
import type { NewTunnel, Tunnel } from '../generated/types.ts';
import { waitForDecision } from './wait-for-decision.ts';

/** What happens while a tunnel waits for a person. */
interface WhileHeld {
  readonly onHeld?: ((approvalId: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A tunnel that exists: one that is held exists once a person has approved it. Throws if that does not happen. */
export async function approvedTunnel(
  client: Client,
  tunnel: NewTunnel,
  { onHeld, signal }: WhileHeld,
): Promise<Tunnel> {
  const { id, status, approval_id: approvalId } = tunnel;
  if (status !== 'held' || approvalId === undefined) return tunnel;
  onHeld?.(approvalId);
  const { status: decision, reason } = await waitForDecision(client, approvalId, { signal });
  if (decision === 'approved') return client.tunnels.get(id, { signal });
  const why = reason === null ? '' : `: ${reason}`;
  throw new AidError(`The tunnel was not approved (${decision})${why}`, { code: 'approval.closed', retryable: false });
}

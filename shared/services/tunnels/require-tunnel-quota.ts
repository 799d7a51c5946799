import { type ActiveTunnels, withoutDeleted } from '#shared/data/entities/tunnel/active-tunnels.ts';
import type { Table } from '#shared/data/table-client.ts';
import { isOwnerVerified } from '#shared/data/verified-organizations.ts';
import { AppError } from '#shared/domain/errors/errors.ts';
import { tunnelLimitMessage } from '#shared/domain/limits/limit-messages.ts';
import type { Limits } from '#shared/domain/limits/limits.ts';

/**
 * Returns the tunnels that count against the limit of an organization; throws 409 if it has as many as it may have.
 * Only an organization with as many as an unverified one may have is read.
 *
 * See: docs/contract/limits.md#tunnels.
 */
export async function requireTunnelQuota(
  table: Table,
  { organizationId, active }: { organizationId: string; active: ActiveTunnels },
  limits: Limits,
): Promise<ActiveTunnels> {
  const least = Math.min(limits.unverifiedTunnels, limits.tunnelsPerOrganization);
  if (active.ids.length < least) return active;
  const isVerified = await isOwnerVerified(table, organizationId);
  const limit = isVerified ? limits.tunnelsPerOrganization : limits.unverifiedTunnels;
  if (active.ids.length < limit) return active;
  const left = await withoutDeleted(table, organizationId, active);
  if (left.ids.length < limit) return left;
  throw new AppError('usage.tunnel_limit', tunnelLimitMessage(isVerified, limits));
}

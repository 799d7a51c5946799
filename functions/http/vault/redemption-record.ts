import type { Redemption } from '#shared/data/entities/vault/redemption.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** A redemption in the form of the API. See: docs/contract/vault.md#redemptions. */
export function redemptionRecord(redemption: Redemption) {
  return {
    id: redemption.id,
    at: timestamp(redemption.at),
    actor: { actor_type: redemption.actorType, actor_id: redemption.actorId, key_id: redemption.keyId },
    address: redemption.address,
    version: redemption.version,
    outcome: redemption.outcome,
  };
}

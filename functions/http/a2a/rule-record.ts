import type { A2aRule } from '#shared/data/entities/a2a/a2a-rule.ts';
import { timestamp } from '#shared/domain/time/time.ts';

/** A rule in the form of the API. See: docs/contract/a2a.md#access-rules. */
export function ruleRecord({ id, identityId, handle, action, direction, via, createdAt, updatedAt }: A2aRule) {
  return {
    id,
    identity_id: identityId,
    handle,
    action,
    direction,
    via,
    created_at: timestamp(createdAt),
    updated_at: timestamp(updatedAt),
  };
}

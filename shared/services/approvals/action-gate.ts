import type { Identity } from '#shared/data/entities/organization/identity.ts';
import type { HoldReason } from '#shared/domain/approval/approval.ts';
import { type ApprovalSettings, isHeldAsNew } from '#shared/domain/approval/approval-settings.ts';

/** Why the setting of an action holds it; empty if it does not. `now` is in epoch milliseconds. */
export function reasonsToHold(
  kind: 'vault' | 'tunnel' | 'task',
  {
    identity,
    settings,
    now,
  }: { readonly identity: Identity; readonly settings: ApprovalSettings; readonly now: number },
): HoldReason[] {
  const reasons: HoldReason[] = [];
  if (isHeldAsNew(settings, identity.createdAt, now)) reasons.push({ code: 'hold_days' });
  if (settings[kind] === 'always') reasons.push({ code: 'always' });
  return reasons;
}

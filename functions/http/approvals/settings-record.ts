import type { z } from 'zod';
import type { ApprovalSettingsBody, approvalSettingsSchema } from '#shared/contract/schemas/approval-settings.ts';
import type { StoredApprovalSettings } from '#shared/data/entities/approval/approval-settings.ts';
import { type ApprovalSettings, DEFAULT_APPROVAL_SETTINGS } from '#shared/domain/approval/approval-settings.ts';
import { timestampOrNull } from '#shared/domain/time/time.ts';

/** The settings of an agent or the organization as they were set, or the defaults. */
export function settingsRecord(
  identityId: string | null,
  stored: StoredApprovalSettings | undefined,
): z.input<typeof approvalSettingsSchema> {
  const settings: ApprovalSettings = stored ?? DEFAULT_APPROVAL_SETTINGS;
  return {
    identity_id: identityId,
    mail: settings.mail,
    vault: settings.vault,
    tunnel: settings.tunnel,
    task: settings.task,
    hold_days: settings.holdDays,
    ttl_seconds: settings.ttlSeconds,
    approvers: [...settings.approvers],
    mail_per_day: settings.mailPerDay,
    new_recipients_per_day: settings.newRecipientsPerDay,
    leases_per_day: settings.leasesPerDay,
    updated_at: timestampOrNull(stored?.updatedAt),
  };
}

/** What a request sets: the defaults where it says nothing. */
export function requestedSettings(body: ApprovalSettingsBody): ApprovalSettings {
  const defaults = DEFAULT_APPROVAL_SETTINGS;
  return {
    mail: body.mail ?? defaults.mail,
    vault: body.vault ?? defaults.vault,
    tunnel: body.tunnel ?? defaults.tunnel,
    task: body.task ?? defaults.task,
    holdDays: body.hold_days ?? defaults.holdDays,
    ttlSeconds: body.ttl_seconds ?? defaults.ttlSeconds,
    approvers: [...new Set(body.approvers ?? defaults.approvers)],
    mailPerDay: body.mail_per_day ?? defaults.mailPerDay,
    newRecipientsPerDay: body.new_recipients_per_day ?? defaults.newRecipientsPerDay,
    leasesPerDay: body.leases_per_day ?? defaults.leasesPerDay,
  };
}

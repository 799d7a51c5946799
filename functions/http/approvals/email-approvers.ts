import { parseRequestedApprovals, type RequestedApprovalsEvent } from '#shared/contract/requested-approvals.ts';
import { ContentionError } from '#shared/data/contention-error.ts';
import {
  type Approval,
  findApprovals,
  findPending,
  type PendingApproval,
  updateEmailTime,
} from '#shared/data/entities/approval/approval.ts';
import { effectiveApprovalSettings } from '#shared/data/entities/approval/approval-settings.ts';
import { findIdentities } from '#shared/data/entities/organization/identity.ts';
import type { Row } from '#shared/data/table-client.ts';
import { commit, StaleReadError } from '#shared/data/unit-of-work.ts';
import { HOUR, windowEnd } from '#shared/domain/time/time.ts';
import { logger, publishMetrics } from '#shared/runtime/log.ts';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import { reportFailure } from '#shared/runtime/report-failure.ts';
import { isNamed } from '#shared/services/approvals/approver.ts';
import { type EmailedPerson, emailedPeople } from './emailed-people.ts';
import { present } from './present.ts';
import { requestEmail } from './request-email.ts';

/** Requests the emails about the approvals that an event of the sweep names; `undefined` for any other event. */
export function emailApprovers(event: unknown, services: Services): Promise<void> | undefined {
  const requested = parseRequestedApprovals(event);
  return requested === undefined ? undefined : emailAll(requested, services);
}

/**
 * Requests one email for each approver about all approvals of an organization that the person does not know of. Each
 * email is a commit on the condition that the person has none about any of them, so a repeated event requests none
 * twice. A person beyond the limit gets the email in the next hour.
 *
 * See: docs/contract/approvals.md#by-email; docs/decisions/0094-approvals-by-email.md.
 */
async function emailAll({ organizationId, approvalIds }: RequestedApprovalsEvent, services: Services): Promise<void> {
  const table = services.table();
  const now = services.now();
  const [rows, found] = await Promise.all([
    findPending(table, organizationId, approvalIds),
    findApprovals(table, organizationId, approvalIds),
  ]);
  const approvals = (await present(table, found, now)).filter(
    ({ id, status }) => status === 'pending' && rows.get(id)?.due_at !== undefined,
  );
  if (approvals.length > 0) {
    const [people, approvers, handles] = await Promise.all([
      emailedPeople(table, organizationId),
      approversOf(services, approvals),
      handlesOf(services, approvals),
    ]);
    const later = new Set<string>();
    for (const person of people) {
      const own = approvals.filter(({ identityId }) => isNamed(approvers.get(identityId) ?? [], person.user.email));
      for (const id of await emailOne(services, { organizationId, person, approvals: own, handles })) later.add(id);
    }
    await Promise.all(approvals.map(({ id }) => endOrPostpone(services, rows.get(id), later.has(id), now)));
  }
  publishMetrics();
}

/** Returns the ids of the approvals about which the person gets an email later. */
async function emailOne(
  services: Services,
  request: {
    organizationId: string;
    person: EmailedPerson;
    approvals: readonly Approval[];
    handles: ReadonlyMap<string, string>;
  },
): Promise<readonly string[]> {
  const ids = request.approvals.map(({ id }) => id);
  if (ids.length === 0) return [];
  try {
    return (await requestEmail(services, request)) ? [] : ids;
  } catch (error) {
    const fields = { organization_id: request.organizationId, user_id: request.person.user.id };
    // Users can cause contention, so it is no failure of the service.
    if (error instanceof ContentionError) logger.warn('email to an approver postponed', { ...fields, error });
    else reportFailure('approver not emailed', error, fields);
    return ids;
  }
}

/** Ends the work on an approval, or defers it to the next hour, in which people beyond their limit may get emails. */
async function endOrPostpone(
  services: Services,
  row: Row<PendingApproval> | undefined,
  isLater: boolean,
  now: number,
): Promise<void> {
  if (row?.due_at === undefined) return;
  const change = updateEmailTime(row, row.due_at, isLater ? windowEnd(now, HOUR) : undefined);
  try {
    await commit(services.table(), { build: (tx) => tx.put(change) }, { now: services.now });
  } catch (error) {
    // A person has decided meanwhile.
    if (!(error instanceof StaleReadError)) throw error;
  }
}

/** Whom the settings of each agent name. */
async function approversOf(
  services: Services,
  approvals: readonly Approval[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const agents = new Map(approvals.map(({ identityId, organizationId }) => [identityId, organizationId]));
  const named = [...agents].map(async ([id, organizationId]) => {
    const { approvers } = await effectiveApprovalSettings(services.table(), { id, organizationId });
    return [id, approvers] as const;
  });
  return new Map(await Promise.all(named));
}

async function handlesOf(services: Services, approvals: readonly Approval[]): Promise<ReadonlyMap<string, string>> {
  const agents = await findIdentities(services.table(), approvals);
  return new Map(agents.map(({ id, handle }) => [id, handle]));
}

import { type Approval, addEmailed, findPending } from '#shared/data/entities/approval/approval.ts';
import { approvalCodeContext, insertApprovalLink, LINK_KEPT_MS } from '#shared/data/entities/approval/approval-link.ts';
import { insertOutbox } from '#shared/data/entities/log/outbox.ts';
import { findApprovalMailBudget, incrementServiceMailCount } from '#shared/data/entities/stage/service-mail-budget.ts';
import { retryOnStaleRead } from '#shared/data/retry-on-stale-read.ts';
import { commit } from '#shared/data/unit-of-work.ts';
import {
  APPROVAL_CODE_MS,
  generateApprovalToken,
  hashApprovalToken,
  MAX_SHOWN_APPROVALS,
} from '#shared/domain/approval/approval-link.ts';
import { randomPart } from '#shared/domain/ids/ids.ts';
import { generateCode } from '#shared/domain/organization/code.ts';
import type { Services } from '#shared/runtime/pipeline/exchange.ts';
import { sealApprovalSecrets } from '#shared/services/codes/approval-secrets.ts';
import { emailedApproval } from './emailed-approval.ts';
import type { EmailedPerson } from './emailed-people.ts';
import { previews } from './preview.ts';

interface EmailRequest {
  readonly organizationId: string;
  readonly person: EmailedPerson;
  readonly approvals: readonly Approval[];
  /** The handles of agents, by their ids. */
  readonly handles: ReadonlyMap<string, string>;
}

/**
 * Requests the email to one approver, with a link and a code for each approval that it shows, in one commit. Does
 * nothing if the person has an email about all of them.
 *
 * @returns false if the person has had all emails of the hour
 */
export function requestEmail(services: Services, request: EmailRequest): Promise<boolean> {
  const { organizationId, person, handles } = request;
  const { user, organizationName } = person;
  const table = services.table();
  return retryOnStaleRead(async (isOver, uploads) => {
    const now = services.now();
    const rows = await findPending(
      table,
      organizationId,
      request.approvals.map(({ id }) => id),
    );
    const open = request.approvals.filter(({ id }) => {
      const row = rows.get(id);
      return row !== undefined && row.emailed?.has(user.id) !== true;
    });
    if (open.length === 0) return true;
    const budget = await findApprovalMailBudget(table, { organizationId, userId: user.id }, now);
    if (!budget.allowed) return false;

    const shown = open.slice(0, MAX_SHOWN_APPROVALS);
    const [keyring, shownPreviews] = await Promise.all([services.keyring(organizationId), previews(table, shown)]);
    const secrets = shown.map(() => ({
      token: generateApprovalToken(),
      code: person.hasToLogIn ? null : generateCode(),
    }));
    const links = shown.map((approval, index) => {
      const { token = '', code = null } = secrets[index] ?? {};
      const hash = hashApprovalToken(token);
      return insertApprovalLink(hash, {
        organizationId,
        approvalId: approval.id,
        userId: user.id,
        ...(code !== null && {
          code: {
            hmac: keyring.hmac('code', approvalCodeContext(hash), code),
            expiresAt: Math.min(approval.expiresAt, now + APPROVAL_CODE_MS),
            guesses: 0,
            used: false,
          },
        }),
        expiresAt: approval.expiresAt + LINK_KEPT_MS,
        version: 1,
      });
    });
    const approvals = shown.flatMap((approval, index) => {
      const preview = shownPreviews[index];
      const handle = handles.get(approval.identityId) ?? approval.identityId;
      const baseUrl = rows.get(approval.id)?.baseUrl ?? '';
      return preview === undefined ? [] : [emailedApproval(approval, preview, { handle, baseUrl })];
    });
    const entry = { id: randomPart(), organizationId, createdAt: now };
    const approvalNotice = { to: user.email, organizationName, approvals, more: open.length - shown.length };
    const sealedCode = sealApprovalSecrets(keyring, entry, secrets);
    const changes = [
      ...open.flatMap(({ id }) => rows.get(id) ?? []).map((row) => addEmailed(row, user.id)),
      ...links,
      incrementServiceMailCount(budget, now),
      insertOutbox({ ...entry, kind: 'noop', approvalNotice, sealedCode }),
    ];
    await commit(table, { build: (tx) => tx.put(...changes) }, { now: services.now, isOver, uploads });
    return true;
  });
}

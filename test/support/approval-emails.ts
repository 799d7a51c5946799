import { emailApprovers } from '#functions/http/approvals/email-approvers.ts';
import { approvalMailText } from '#functions/workers/outbound-mail/approval-mail-text.ts';
import { dueApprovals, parseDueApproval } from '#shared/data/entities/approval/approval.ts';
import type { Table } from '#shared/data/table-client.ts';
import { approvalPageUrl } from '#shared/domain/approval/approval-link.ts';
import { openApprovalSecrets } from '#shared/services/codes/approval-secrets.ts';
import type { InProcessApi } from './in-process-api.ts';
import { inProcessSend } from './in-process-send.ts';
import { outboxOf } from './outbox.ts';

/** What the sweep and the function of approvals do at a time about the new approvals of an organization. */
export async function emailDue(api: InProcessApi, table: Table, organizationId: string, now = Date.now()) {
  const due = (await Array.fromAsync(dueApprovals(table, now, 10_000))).map(parseDueApproval);
  const approvalIds = due.flatMap((one) =>
    one.kind === 'requested' && one.organizationId === organizationId ? [one.approvalId] : [],
  );
  if (approvalIds.length > 0) await sendRequested(api, organizationId, approvalIds, now);
  return approvalIds;
}

export async function sendRequested(
  api: InProcessApi,
  organizationId: string,
  approvalIds: string[],
  now = Date.now(),
) {
  const event = { kind: 'requested-approvals', organizationId, approvalIds };
  await emailApprovers(event, { ...api.services, now: () => now });
}

/** The emails to approvers of an organization, oldest first, as they are sent. */
export async function approvalEmails(api: InProcessApi, table: Table, organizationId: string) {
  const rows = (await outboxOf(table, organizationId)).sort((a, b) => a.createdAt - b.createdAt);
  const keyring = await api.services.keyring();
  const emails = rows.map(async (row) => {
    if (row.kind !== 'noop' || row.approvalNotice === undefined) return [];
    const secrets = await openApprovalSecrets(keyring, row, row.sealedCode ?? '');
    const { approvals, to, more } = row.approvalNotice;
    const shown = approvals.map(({ approvalId, baseUrl }, index) => ({
      approvalId,
      link: approvalPageUrl(baseUrl, secrets[index]?.token ?? ''),
      code: secrets[index]?.code ?? null,
    }));
    return [{ to, more, approvals: shown, text: approvalMailText(row.approvalNotice, secrets) }];
  });
  return (await Promise.all(emails)).flat();
}

const FORM = 'application/x-www-form-urlencoded';

/** Opens the page of a link, or submits its form. */
export async function openPage(api: InProcessApi, link: string, form?: Readonly<Record<string, string>>) {
  const init =
    form === undefined
      ? {}
      : { method: 'POST', headers: { 'content-type': FORM }, body: new URLSearchParams(form).toString() };
  const response = await inProcessSend(api.services)(new URL(link), init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

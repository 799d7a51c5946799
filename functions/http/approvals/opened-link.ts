import { type Approval, findApproval } from '#shared/data/entities/approval/approval.ts';
import { type ApprovalLink, findApprovalLink } from '#shared/data/entities/approval/approval-link.ts';
import { findIdentity } from '#shared/data/entities/organization/identity.ts';
import { findOrganization, type Organization } from '#shared/data/entities/organization/organization.ts';
import type { Row } from '#shared/data/table-client.ts';
import { hashApprovalToken, isApprovalToken, MAX_WRONG_APPROVAL_CODES } from '#shared/domain/approval/approval-link.ts';
import { isLiveCode } from '#shared/domain/organization/code.ts';
import type { RequestContext } from '#shared/runtime/pipeline/context.ts';
import { countFailedCredential } from '#shared/runtime/pipeline/failed-authentications.ts';
import { type Approver, findApprover } from '#shared/services/approvals/approver.ts';
import { pageReply } from './page-reply.ts';
import { endedPage, pendingPage } from './pages/approval-page.ts';
import { present } from './present.ts';
import { previewOf, previewWithTexts } from './preview.ts';

/** The limit of guesses in the form that codes have. */
const CODE_LIMITS = { codeGuesses: MAX_WRONG_APPROVAL_CODES } as const;

/** What the link of an email leads to, for a person who may decide. */
export interface OpenedLink {
  readonly hash: string;
  readonly link: Row<ApprovalLink>;
  /** With its present status. */
  readonly approval: Approval;
  /** The person of the email. */
  readonly approver: Approver;
  readonly organization: Organization;
}

/**
 * Finds what a token leads to. `undefined` for every token that leads nowhere, and for that of a person who may not
 * decide any more; one that no email has counts as a failed authentication of its network address.
 */
export async function openLink(
  { table, settings, address, now }: RequestContext,
  token: string,
): Promise<OpenedLink | undefined> {
  const hash = hashApprovalToken(token);
  const link = isApprovalToken(token) ? await findApprovalLink(table, hash, now) : undefined;
  if (link === undefined) {
    await countFailedCredential(table, address, settings.limits, now);
    return undefined;
  }
  const { organizationId, approvalId, userId } = link;
  const [stored, organization] = await Promise.all([
    findApproval(table, organizationId, approvalId),
    findOrganization(table, organizationId),
  ]);
  if (stored === undefined || organization === undefined) return undefined;
  const [[approval = stored], approver] = await Promise.all([
    present(table, [stored], now),
    findApprover(table, stored, userId),
  ]);
  return approver && { hash, link, approval, approver, organization };
}

/** Whether the code of the email would still be compared. */
export function takesCode({ link: { code }, approver }: OpenedLink, now: number): boolean {
  return code !== undefined && !approver.hasToLogIn && isLiveCode(code, CODE_LIMITS, now);
}

/** The page of a link: what will happen, with forms to decide, or what has become of it. */
export async function replyWithPage(
  { table, now }: Pick<RequestContext, 'table' | 'now'>,
  opened: OpenedLink,
  { status = 200, problem }: { readonly status?: number; readonly problem?: string } = {},
) {
  const { approval, organization } = opened;
  if (approval.status !== 'pending') {
    const { summary } = await previewOf(table, approval);
    return pageReply(status, endedPage(approval, summary));
  }
  const [preview, identity] = await Promise.all([
    previewWithTexts(table, approval),
    findIdentity(table, approval.organizationId, approval.identityId),
  ]);
  const text = pendingPage({
    approval,
    preview,
    handle: identity?.handle ?? approval.identityId,
    organizationName: organization.name,
    takesCode: takesCode(opened, now),
    problem,
  });
  return pageReply(status, text);
}

import * as endpoints from '#shared/contract/approval-endpoints.ts';
import * as routes from '#shared/contract/routes/approvals.ts';
import { serveStreamed } from '#shared/runtime/pipeline/serve.ts';
import { approveAction } from './approve-action.ts';
import { decideOnPage } from './decide-on-page.ts';
import { denyAction } from './deny-action.ts';
import { emailApprovers } from './email-approvers.ts';
import { endDueApprovals } from './end-due-approvals.ts';
import { getApproval } from './get-approval.ts';
import { getApprovalSettings } from './get-approval-settings.ts';
import { listApprovals } from './list-approvals.ts';
import { setApprovalSettings } from './set-approval-settings.ts';
import { showApprovalPage } from './show-approval-page.ts';

export const handler = serveStreamed(
  { ...routes, ...endpoints },
  {
    getApprovalSettings,
    setApprovalSettings,
    listApprovals,
    getApproval,
    approveAction,
    denyAction,
    showApprovalPage,
    decideOnPage,
  },
  { work: (event, services) => endDueApprovals(event, services) ?? emailApprovers(event, services) },
);

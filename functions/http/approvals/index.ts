import * as routes from '#shared/contract/routes/approvals.ts';
import { serveStreamed } from '#shared/runtime/pipeline/serve.ts';
import { approveAction } from './approve-action.ts';
import { denyAction } from './deny-action.ts';
import { endDueApprovals } from './end-due-approvals.ts';
import { getApproval } from './get-approval.ts';
import { getApprovalSettings } from './get-approval-settings.ts';
import { listApprovals } from './list-approvals.ts';
import { setApprovalSettings } from './set-approval-settings.ts';

export const handler = serveStreamed(
  routes,
  {
    getApprovalSettings,
    setApprovalSettings,
    listApprovals,
    getApproval,
    approveAction,
    denyAction,
  },
  { work: endDueApprovals },
);

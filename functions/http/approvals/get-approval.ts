import * as routes from '#shared/contract/routes/approvals.ts';
import { reply, resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { approvalRecord } from './approval-record.ts';
import { loadApproval } from './load-approval.ts';
import { present } from './present.ts';
import { previewWithTexts } from './preview.ts';

export const getApproval = resourceOperation(routes.getApproval, loadApproval, async ({ table, now }, approval) => {
  const [[shown = approval], preview] = await Promise.all([
    present(table, [approval], now),
    previewWithTexts(table, approval),
  ]);
  return reply(approvalRecord(shown, preview));
});

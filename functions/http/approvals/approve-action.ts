import * as routes from '#shared/contract/routes/approvals.ts';
import { resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { decide } from './decide.ts';
import { loadApproval } from './load-approval.ts';

/**
 * Approves a held action: the decision and the effect are one commit.
 *
 * See: docs/contract/approvals.md#deciding.
 */
export const approveAction = resourceOperation(routes.approveAction, loadApproval, (context, approval, { body }) =>
  decide(context, approval, { kind: 'approve', contentHash: body.content_hash, edits: body.edits }),
);

import * as routes from '#shared/contract/routes/approvals.ts';
import { resourceOperation } from '#shared/runtime/pipeline/operation.ts';
import { decide } from './decide.ts';
import { loadApproval } from './load-approval.ts';

/** See: docs/contract/approvals.md#deciding. */
export const denyAction = resourceOperation(routes.denyAction, loadApproval, (context, approval, { body }) =>
  decide(context, approval, { kind: 'deny', reason: body?.reason ?? null }),
);

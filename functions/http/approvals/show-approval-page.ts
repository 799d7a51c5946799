import * as endpoints from '#shared/contract/approval-endpoints.ts';
import { endpointOperation } from '#shared/runtime/pipeline/operation.ts';
import { openLink, replyWithPage } from './opened-link.ts';
import { invalidLink, refusalOf } from './page-reply.ts';

/**
 * Shows a held action to an approver who follows the link of an email. It changes nothing.
 *
 * See: docs/contract/approvals.md#by-email.
 */
export const showApprovalPage = endpointOperation(
  endpoints.showApprovalPage,
  async (context, { params }) => {
    const opened = await openLink(context, params.token ?? '');
    return opened === undefined ? invalidLink() : replyWithPage(context, opened);
  },
  refusalOf,
);

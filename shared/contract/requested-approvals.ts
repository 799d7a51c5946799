import { z } from 'zod';

/** How many approvals of one organization one invocation has emails sent for. */
export const MAX_REQUESTED_AT_ONCE = 40;

const requestedApprovalsSchema = z.object({
  kind: z.literal('requested-approvals'),
  organizationId: z.string(),
  approvalIds: z.array(z.string()).min(1).max(MAX_REQUESTED_AT_ONCE),
});

/**
 * The event by which the sweep has the function of approvals request the emails to approvers. The function has what
 * they need: the previews, the members and the key that seals codes.
 *
 * See: docs/decisions/0094-approvals-by-email.md.
 */
export type RequestedApprovalsEvent = z.output<typeof requestedApprovalsSchema>;

/** The event, if it is one. The events of API Gateway have no `kind`, whatever their callers send. */
export function parseRequestedApprovals(event: unknown): RequestedApprovalsEvent | undefined {
  return requestedApprovalsSchema.safeParse(event).data;
}

import { z } from 'zod';

/** How many approvals, or suspended agents, one invocation is about. */
export const MAX_APPROVALS_AT_ONCE = 25;

const dueApprovalsSchema = z.object({
  kind: z.literal('due-approvals'),
  /** Rows of the due index, by their keys and the time at which they are due. */
  rows: z.array(z.object({ pk: z.string(), sk: z.string(), due_at: z.string() })).max(MAX_APPROVALS_AT_ONCE),
});

/**
 * The event by which the sweep has the function of approvals end what has expired or was canceled. The function has
 * the rights that this needs; the sweep writes no events of customers.
 *
 * See: docs/decisions/0087-one-gate.md.
 */
export type DueApprovalsEvent = z.output<typeof dueApprovalsSchema>;

/** The event, if it is one. The events of API Gateway have no `kind`, whatever their callers send. */
export function parseDueApprovals(event: unknown): DueApprovalsEvent | undefined {
  return dueApprovalsSchema.safeParse(event).data;
}

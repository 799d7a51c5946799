import { z } from 'zod';

/** How many search indexes one invocation brings up to date, one after the other. */
export const MAX_INDEXES_AT_ONCE = 5;

const dueIndexesSchema = z.object({
  kind: z.literal('due-indexes'),
  identityIds: z.array(z.string()).max(MAX_INDEXES_AT_ONCE),
});

/**
 * The event by which the sweep has the function of mail bring search indexes up to date. The function has what that
 * needs: the emails, the readers of files and the keyring.
 *
 * See: docs/decisions/0097-a-search-index.md.
 */
export type DueIndexesEvent = z.output<typeof dueIndexesSchema>;

/** The event, if it is one. The events of API Gateway have no `kind`, whatever their callers send. */
export function parseDueIndexes(event: unknown): DueIndexesEvent | undefined {
  return dueIndexesSchema.safeParse(event).data;
}

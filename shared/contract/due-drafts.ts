import { z } from 'zod';

/** How many drafts one invocation sends, one after the other: far fewer than it has time for. */
export const MAX_DRAFTS_AT_ONCE = 10;

const dueDraftsSchema = z.object({
  kind: z.literal('due-drafts'),
  drafts: z.array(z.object({ identityId: z.string(), draftId: z.string() })).max(MAX_DRAFTS_AT_ONCE),
});

/**
 * The event by which the sweep has the function of mail send drafts at their time. The function has what sending needs:
 * the checks, and the reader of HTML.
 *
 * See: docs/decisions/0091-drafts-and-sending-later.md.
 */
export type DueDraftsEvent = z.output<typeof dueDraftsSchema>;

export type DueDraft = DueDraftsEvent['drafts'][number];

/** The event, if it is one. The events of API Gateway have no `kind`, whatever their callers send. */
export function parseDueDrafts(event: unknown): DueDraftsEvent | undefined {
  return dueDraftsSchema.safeParse(event).data;
}

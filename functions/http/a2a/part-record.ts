import type { z } from 'zod';
import type { createTaskBody } from '#shared/contract/schemas/a2a-task.ts';
import type { taskSchema } from '#shared/contract/schemas/a2a-task-record.ts';
import { type Content, contentOf, contentOfText, type Part } from '#shared/domain/a2a/content.ts';

/**
 * Parts in the form of this API, with names in snake case. Everywhere else they have the names of the protocol. See:
 * docs/contract/conventions.md#json-and-names.
 */
type PartInput = NonNullable<z.output<typeof createTaskBody>['parts']>[number];
type PartRecord = z.input<typeof taskSchema>['messages'][number]['parts'][number];

/** Converts a part of a request. The schema ensures that it has exactly one kind of content. */
export function partOf({ media_type: mediaType, ...rest }: PartInput): Part {
  return (mediaType === undefined ? rest : { ...rest, mediaType }) as Part;
}

export function partRecord({ mediaType, ...rest }: Part): PartRecord {
  return mediaType === undefined ? rest : { ...rest, media_type: mediaType };
}

/** The content of a message in a request: one text, or parts. `undefined` if it has neither. */
export function requestContent({ message, parts }: { message?: string; parts?: PartInput[] }): Content | undefined {
  if (message !== undefined) return contentOfText(message);
  return parts && contentOf(parts.map(partOf));
}

import type { z } from 'zod';
import type { createTaskBody, taskSchema } from '../../../shared/contract/schemas/a2a-task.ts';
import { type Content, contentOf, contentOfText, type Part } from '../../../shared/domain/a2a/content.ts';

/** Parts on this face are in snake case; everywhere else they are in the protocol's words. See: docs/contract/conventions.md#json-and-names. */
type PartInput = NonNullable<z.output<typeof createTaskBody>['parts']>[number];
type PartRecord = z.input<typeof taskSchema>['messages'][number]['parts'][number];

/** A part as it was given; the schema has seen to it that it has exactly one kind of content. */
export function partOf({ media_type: mediaType, ...rest }: PartInput): Part {
  return (mediaType === undefined ? rest : { ...rest, mediaType }) as Part;
}

export function partRecord({ mediaType, ...rest }: Part): PartRecord {
  return mediaType === undefined ? rest : { ...rest, media_type: mediaType };
}

/** What a message says, given as one text or as parts; undefined where it is neither. */
export function givenContent({ message, parts }: { message?: string; parts?: PartInput[] }): Content | undefined {
  if (message !== undefined) return contentOfText(message);
  return parts && contentOf(parts.map(partOf));
}

import { invalid } from '../errors.ts';

/**
 * What agents say to each other, in the words of the A2A protocol (camelCase): rows, event payloads and the protocol's
 * bindings share this form, and the REST face renames `mediaType` at its edge.
 *
 * See: docs/contract/a2a.md#parts; A2A v1.0, a2a.proto (`Part`, `Artifact`).
 */
export type Part = ({ text: string } | { raw: string } | { url: string } | { data: unknown }) & {
  mediaType?: string;
  filename?: string;
  metadata?: Record<string, unknown>;
};

/** What the protocol lets a message carry beside its parts. Kept as it came; the REST face has no word for it. */
export interface MessageExtras {
  metadata?: Record<string, unknown>;
  extensions?: string[];
  referenceTaskIds?: string[];
}

export interface Artifact {
  /** Unique in its task; a later one with the same id takes its place. */
  artifactId: string;
  name?: string;
  description?: string;
  parts: Part[];
  metadata?: Record<string, unknown>;
  extensions?: string[];
}

/** Parts of a message or an artifact. See: docs/contract/a2a.md#parts. */
export const MAX_PARTS = 64;
/** UTF-8 bytes that the parts of a message say together, base64 as it stands. See: docs/contract/a2a.md#parts. */
export const MAX_PARTS_BYTES = 256 * 1024;
/** The same as JSON, with what a message carries beside its parts: an event's row has to hold it (400 KB). */
export const MAX_PARTS_JSON_BYTES = 280 * 1024;
/** Messages of a task; more is refused, and the task can still be ended by a reply without one (decision 0010). */
export const MAX_MESSAGES = 1000;
/** Artifacts of a task, and their JSON together: they share one row. Larger outputs belong behind a `url`. */
export const MAX_ARTIFACTS = 64;
export const MAX_ARTIFACTS_BYTES = 256 * 1024;
/** JSON of a task's result and of its metadata. */
export const MAX_RESULT_BYTES = 64 * 1024;
export const MAX_METADATA_BYTES = 32 * 1024;
/** A text that an event tells in `message` as well as in `parts`: both have to fit into its row of 400 KB. */
export const MAX_INLINE_TEXT_BYTES = 64 * 1024;

/** UTF-8 bytes of a value's JSON. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/** What a message says. `text` is set where it was given as one text instead of as parts. */
export interface Content {
  parts: Part[];
  text: string | null;
  extras: MessageExtras | null;
}

/** Content of parts; refuses what is more than a message holds. `field` is what the caller calls them. */
export function contentOf(parts: Part[], extras: MessageExtras | null = null, field = 'parts'): Content {
  if (parts.length === 0) throw invalid(field, 'at least one part');
  if (parts.length > MAX_PARTS) throw invalid(field, `at most ${MAX_PARTS} parts`);
  const content = parts.reduce((bytes, part) => bytes + contentBytes(part), 0);
  if (content > MAX_PARTS_BYTES) throw invalid(field, `at most ${MAX_PARTS_BYTES / 1024} KB together`);
  requireBytes({ parts, extras }, MAX_PARTS_JSON_BYTES, field);
  return { parts, text: null, extras };
}

/** What a part says, without the syntax of JSON around it. */
function contentBytes(part: Part): number {
  const { mediaType = '', filename = '', metadata, ...content } = part;
  const [value] = Object.values(content);
  const bytes = typeof value === 'string' ? Buffer.byteLength(value) : jsonBytes(value);
  return bytes + Buffer.byteLength(mediaType + filename) + (metadata === undefined ? 0 : jsonBytes(metadata));
}

/** Content of one text. */
export function contentOfText(text: string, field = 'message'): Content {
  return { ...contentOf([{ text }], null, field), text };
}

/** Refuses a value whose JSON is longer than `most`. */
export function requireBytes(value: unknown, most: number, field: string): void {
  if (jsonBytes(value) > most) throw invalid(field, `at most ${most / 1024} KB of JSON`);
}

/** What an event tells in `message`: the text, unless it was given as parts or is too long to be told twice. */
export function inlineText({ text }: Content): string | null {
  return text === null || jsonBytes(text) > MAX_INLINE_TEXT_BYTES ? null : text;
}

/**
 * A task's artifacts after a reply brought `added`: those with a known id take the place of the older one, the others
 * follow.
 */
export function withArtifacts(known: readonly Artifact[], added: readonly Artifact[]): Artifact[] {
  const byId = new Map([...known, ...added].map((artifact) => [artifact.artifactId, artifact]));
  const artifacts = [...byId.values()];
  if (artifacts.length > MAX_ARTIFACTS)
    throw invalid('artifacts', `at most ${MAX_ARTIFACTS} in a task: send one again under its id to replace it`);
  requireBytes(artifacts, MAX_ARTIFACTS_BYTES, 'artifacts');
  return artifacts;
}

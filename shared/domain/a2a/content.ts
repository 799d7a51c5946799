import { invalid } from '../errors/errors.ts';

/**
 * A part of a message between agents, in the form of the A2A protocol (camelCase). Rows, event payloads and the
 * bindings of the protocol have this form; the REST API has another name for `mediaType`.
 *
 * See: docs/contract/a2a.md#parts; A2A v1.0, a2a.proto (`Part`, `Artifact`).
 */
export type Part = ({ text: string } | { raw: string } | { url: string } | { data: unknown }) & {
  mediaType?: string;
  filename?: string;
  metadata?: Record<string, unknown>;
};

/**
 * What a message of the protocol may have in addition to its parts. It is stored unchanged; the REST API does not show
 * it.
 */
export interface MessageExtras {
  metadata?: Record<string, unknown>;
  extensions?: string[];
  referenceTaskIds?: string[];
}

export interface Artifact {
  /** Unique in the task. A later artifact with the same id replaces it. */
  artifactId: string;
  name?: string;
  description?: string;
  parts: Part[];
  metadata?: Record<string, unknown>;
  extensions?: string[];
}

/** The maximum number of parts of a message or an artifact. See: docs/contract/a2a.md#parts. */
export const MAX_PARTS = 64;
/**
 * The maximum size of all parts of a message, in UTF-8 bytes; base64 counts as it is. See: docs/contract/a2a.md#parts.
 */
export const MAX_PARTS_BYTES = 256 * 1024;
/**
 * The maximum size of parts and extras as JSON: they have to fit into the row of an event, which has at most 400 KB.
 */
export const MAX_PARTS_JSON_BYTES = 280 * 1024;
/**
 * The maximum number of messages of a task. A reply without a message can still end it. See:
 * docs/decisions/0010-a2a.md.
 */
export const MAX_MESSAGES = 1000;
/**
 * The maximum number of artifacts of a task, and of their JSON, which is in one row. A `url` can refer to larger
 * outputs.
 */
export const MAX_ARTIFACTS = 64;
const MAX_ARTIFACTS_BYTES = 256 * 1024;
/** The maximum sizes of the JSON of a task's result and of its metadata. */
export const MAX_RESULT_BYTES = 64 * 1024;
export const MAX_METADATA_BYTES = 32 * 1024;
/**
 * The maximum size of a text that an event contains in `message` as well as in `parts`. Both have to fit into its row.
 */
export const MAX_INLINE_TEXT_BYTES = 64 * 1024;

/** The size of a value as JSON, in UTF-8 bytes. */
export function jsonBytes(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value) ?? '');
}

/** The content of a message. `text` is set if the client sent one text instead of parts. */
export interface Content {
  parts: Part[];
  text: string | null;
  extras: MessageExtras | null;
}

/**
 * The content of a message with these parts. Throws if they are too many or too large; `field` is the name in the
 * error.
 */
export function contentOf(parts: Part[], extras: MessageExtras | null = null, field = 'parts'): Content {
  if (parts.length === 0) throw invalid(field, 'at least one part');
  if (parts.length > MAX_PARTS) throw invalid(field, `at most ${MAX_PARTS} parts`);
  const total = parts.reduce((bytes, part) => bytes + contentBytes(part), 0);
  if (total > MAX_PARTS_BYTES) throw invalid(field, `at most ${MAX_PARTS_BYTES / 1024} KB in total`);
  requireBytes({ parts, extras }, MAX_PARTS_JSON_BYTES, field);
  return { parts, text: null, extras };
}

/** The size of a part's content, without the syntax of JSON. */
function contentBytes(part: Part): number {
  const { mediaType = '', filename = '', metadata, ...content } = part;
  const [value] = Object.values(content);
  const bytes = typeof value === 'string' ? Buffer.byteLength(value) : jsonBytes(value);
  return bytes + Buffer.byteLength(mediaType + filename) + (metadata === undefined ? 0 : jsonBytes(metadata));
}

/** The content of a message with one text. */
export function contentOfText(text: string, field = 'message'): Content {
  return { ...contentOf([{ text }], null, field), text };
}

/** Throws if the JSON of a value is larger than `maxBytes`. */
export function requireBytes(value: unknown, maxBytes: number, field: string): void {
  if (jsonBytes(value) > maxBytes) throw invalid(field, `at most ${maxBytes / 1024} KB of JSON`);
}

/**
 * The text for `message` of an event; null if the client sent parts, or if the text is too long to be in the event
 * twice.
 */
export function inlineText({ text }: Content): string | null {
  return text === null || jsonBytes(text) > MAX_INLINE_TEXT_BYTES ? null : text;
}

/** A task's artifacts after a reply has added some. Those with a known id replace the older one, the others follow. */
export function withArtifacts(known: readonly Artifact[], added: readonly Artifact[]): Artifact[] {
  const byId = new Map([...known, ...added].map((artifact) => [artifact.artifactId, artifact]));
  const artifacts = [...byId.values()];
  if (artifacts.length > MAX_ARTIFACTS)
    throw invalid(
      'artifacts',
      `at most ${MAX_ARTIFACTS} in a task: send an existing artifact_id to replace that artifact`,
    );
  requireBytes(artifacts, MAX_ARTIFACTS_BYTES, 'artifacts');
  return artifacts;
}

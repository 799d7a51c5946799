import { withEscapedMarks } from '#shared/domain/safe-reading/escaped-marks.ts';
import { renderText } from './render-text.ts';
import { UntrustedContent } from './untrusted.ts';

export type ResultValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | UntrustedContent
  | readonly ResultValue[]
  | ResultRecord;

/** What a result says. Members that are null or empty are left out. Texts of others are `UntrustedContent`. */
export interface ResultRecord {
  readonly [name: string]: ResultValue;
}

/** A result of a tool: structured, and as text for a model. Clients show models one of the two. */
export interface ToolResult {
  readonly structured: Record<string, unknown>;
  readonly text: string;
  /** What a model sees in addition to either. */
  readonly image?: ResultImage;
}

/** An image for a model. */
export interface ResultImage {
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/** Both forms of a record, with each text of others as `wrap` returns it. */
export function formsOf(record: ResultRecord, wrap: (text: string) => string): ToolResult {
  const structured = (withoutEmpty(wrapped(record, wrap)) ?? {}) as Record<string, unknown>;
  return { structured, text: renderText(structured) };
}

/** The texts of others in a value. */
export function untrustedIn(value: ResultValue): string[] {
  if (value instanceof UntrustedContent) return value.text === '' ? [] : [value.text];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(untrustedIn) : [];
}

function wrapped(value: ResultValue, wrap: (text: string) => string): unknown {
  if (value instanceof UntrustedContent) return value.text === '' ? '' : wrap(value.text);
  // The agent's own text may repeat a text of others.
  if (typeof value === 'string') return withEscapedMarks(value.toWellFormed());
  if (Array.isArray(value)) return value.map((item: ResultValue) => wrapped(item, wrap));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, wrapped(member, wrap)]));
}

/** The value without members that say nothing; undefined if nothing is left. */
function withoutEmpty(value: unknown): unknown {
  if (value === null || value === '') return undefined;
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  const members = Object.entries(value as object).flatMap(([name, member]) => {
    const left = withoutEmpty(member);
    return left === undefined ? [] : [[name, left] as const];
  });
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

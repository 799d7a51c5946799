import type { Part } from '../../../typescript/src/index.ts';
import { countOf } from '../widgets/count-of.ts';

/** The content of a message as text: its text parts, and a description of each other part. */
export function textOf(parts: readonly Part[]): string {
  return parts.map(partText).join('\n');
}

function partText({ text, url, data, raw, filename, media_type: type }: Part): string {
  if (text !== undefined) return text;
  if (data !== undefined) return JSON.stringify(data);
  return (
    url ??
    `[${filename ?? 'file'}, ${type ?? 'unknown type'}, ${countOf(Math.floor(((raw ?? '').length * 3) / 4), 'byte')}]`
  );
}

import type { z } from 'zod';
import type { partSchema } from '#shared/contract/schemas/a2a-part.ts';
import { base64Bytes } from '#shared/domain/text/base64.ts';

type Part = z.output<typeof partSchema>;

/** The parts of a message as one text. Bytes are named and not shown. */
export function partsText(parts: readonly Part[]): string {
  return parts.map(partText).join('\n');
}

function partText({ text, data, url, raw, filename, media_type: type }: Part): string {
  if (text !== undefined) return text;
  const named = [filename, type].filter((one) => one !== undefined).join(', ');
  if (url !== undefined) return `[file ${[named, url].filter((one) => one !== '').join(': ')}]`;
  if (raw !== undefined) return `[file ${named === '' ? '' : `${named}, `}${base64Bytes(raw)} bytes]`;
  return JSON.stringify(data);
}

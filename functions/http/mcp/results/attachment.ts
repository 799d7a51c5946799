import type { z } from 'zod';
import type { attachmentLinkSchema } from '#shared/contract/schemas/mail-download.ts';
import { roomNextTo } from './fit.ts';
import { fitText } from './fit-text.ts';
import type { ToolResult } from './result-record.ts';
import { toolResult } from './tool-result.ts';
import { oneLine, UntrustedContent, withLineFeeds } from './untrusted.ts';

/** A link to an attachment, with what the service knows about it. */
export type AttachmentLink = z.output<typeof attachmentLinkSchema>;

/** Larger files are shown as a link, because they are in memory whole. */
export const MAX_SHOWN_FILE_BYTES = 5 * 1024 * 1024;

/** Types of text, and names of files with texts that a program sent as bytes. */
const TEXT_TYPE = /^(?:text\/.+|application\/(?:.+\+)?(?:json|xml|yaml|x-yaml|toml|sql|javascript|x-ndjson|csv|x-sh))$/;
const TEXT_NAME = /\.(?:txt|text|md|csv|tsv|json|jsonl|xml|ya?ml|toml|ini|log|ics|vcf|html?|sql|js|ts|py|sh)$/i;
const HTML_TYPE = /^(?:text\/html|application\/xhtml\+xml)$/;
const UNKNOWN_TYPE = 'application/octet-stream';

/** Whether an attachment may be read as text, so that its bytes are worth loading. */
export function isTextAttachment({
  content_type,
  filename,
}: Pick<AttachmentLink, 'content_type' | 'filename'>): boolean {
  const type = typeOf(content_type);
  return TEXT_TYPE.test(type) || (type === UNKNOWN_TYPE && TEXT_NAME.test(filename ?? ''));
}

/**
 * The result of an attachment: its text from an offset, if it is one, otherwise the link. HTML is the text that a
 * person would see of it. The link works without a key, so a result with the text has none.
 */
export function attachmentResult(
  link: AttachmentLink,
  text: string | undefined,
  { offset = 0 }: { readonly offset?: number | undefined } = {},
): ToolResult {
  const head = `File: ${oneLine(link.filename ?? '') || 'without a name'}, ${oneLine(link.content_type)}`;
  const fields = { attachment_id: link.id, size: link.size };
  if (text === undefined) {
    const { download_url, expires_at } = link;
    return toolResult({ ...fields, download_url, expires_at, content: new UntrustedContent(head) });
  }
  const { record, nextOffset } = fitText(withLineFeeds(text), offset, roomNextTo(fields), (part) => ({
    content: new UntrustedContent(`${head}\n\n${part}`),
  }));
  return toolResult({
    ...fields,
    text_note: text === '' ? 'The file is empty.' : '',
    next_offset: nextOffset,
    ...record,
  });
}

function typeOf(contentType: string): string {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** The text of a file, or its HTML. */
interface FileText {
  readonly text: string;
  readonly isHtml: boolean;
}

/** The text of a file; undefined if it is none, whatever its type says. */
export function textOfFile(link: AttachmentLink, bytes: Uint8Array): FileText | undefined {
  const { content_type: type } = link;
  if (!isTextAttachment(link)) return undefined;
  const text = decode(bytes, /;\s*charset="?([\w.:-]+)/i.exec(type)?.[1]);
  if (text === undefined || text.includes('\0')) return undefined;
  return { text, isHtml: HTML_TYPE.test(typeOf(type)) };
}

function decode(bytes: Uint8Array, charset: string | undefined): string | undefined {
  const byMark =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : undefined;
  for (const label of [byMark ?? charset ?? 'utf-8', 'windows-1252']) {
    try {
      return new TextDecoder(label, { fatal: true }).decode(bytes);
    } catch {
      // Not of this charset, or of one that no decoder knows.
    }
  }
  return undefined;
}

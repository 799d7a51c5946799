import type { z } from 'zod';
import type { attachmentLinkSchema } from '#shared/contract/schemas/mail-download.ts';
import type { KnownImage } from '../image-kind.ts';
import { roomNextTo } from './fit.ts';
import { fitText } from './fit-text.ts';
import type { ResultImage, ResultRecord, ToolResult } from './result-record.ts';
import { toolResult } from './tool-result.ts';
import { oneLine, UntrustedContent, withLineFeeds } from './untrusted.ts';

/** A link to an attachment, with what the service knows about it. */
export type AttachmentLink = z.output<typeof attachmentLinkSchema>;

/** A small image, with its bytes. */
export type SmallImage = KnownImage & ResultImage;

/**
 * The result of a small image: the image, and what a file without a text has. Hosts that pass on only the structured
 * content show no image, so the link stays.
 */
export function imageResult(link: AttachmentLink, { width, height, mediaType, bytes }: SmallImage): ToolResult {
  const { structured, text } = attachmentResult(link, undefined, { image: { media_type: mediaType, width, height } });
  return { structured, text, image: { mediaType, bytes } };
}

/**
 * The result of an attachment: its text from an offset, if it has one, otherwise the link. The link works without a
 * key, so a result with the text has none.
 */
export function attachmentResult(
  link: AttachmentLink,
  text: string | undefined,
  { offset = 0, image }: { readonly offset?: number | undefined; readonly image?: ResultRecord } = {},
): ToolResult {
  const head = `File: ${oneLine(link.filename ?? '') || 'without a name'}, ${oneLine(link.content_type)}`;
  const fields = { attachment_id: link.id, size: link.size };
  if (text === undefined) {
    const { download_url, expires_at } = link;
    return toolResult({ ...fields, image, download_url, expires_at, content: new UntrustedContent(head) });
  }
  const { record, nextOffset } = fitText(withLineFeeds(text), offset, roomNextTo(fields), (part) => ({
    content: new UntrustedContent(`${head}\n\n${part}`),
  }));
  return toolResult({ ...fields, next_offset: nextOffset, ...record });
}

import type { Attachment, FullMessage } from '../../../typescript/src/index.ts';
import { bytesLocally } from '../shell/local-login.ts';
import { aidOfSession, isLocal } from '../shell/session.ts';

/** Images that browsers decode without running or loading anything. SVG is left out, because it is a document. */
const TYPES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

const MAX_IMAGES = 30;
const MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** Images by content id, as data URLs. */
export type InlineImages = ReadonlyMap<string, string>;

export const NO_IMAGES: InlineImages = new Map();

/** The attachments of a message that its HTML may show. */
function imagesOf({ attachments }: Pick<FullMessage, 'attachments'>): readonly Attachment[] {
  return attachments
    .filter(({ content_id: id, content_type: type, size }) => id && TYPES.has(typeOf(type)) && size <= MAX_IMAGE_BYTES)
    .slice(0, MAX_IMAGES);
}

/** Reads the images of a message. Works only with the local profile: a stage stores files on another origin. */
export async function readInlineImages(message: FullMessage, signal: AbortSignal): Promise<InlineImages> {
  const files = isLocal ? imagesOf(message) : [];
  if (files.length === 0) return NO_IMAGES;
  const { messages } = aidOfSession().identity(message.identity_id).mail;
  const read = files.map(async (file): Promise<[string, string]> => {
    const { download_url } = await messages.attachment(message.id, file.id, { signal });
    const bytes = await bytesLocally('/_local/file', { download_url });
    return [contentIdOf(file.content_id ?? ''), await dataAddress(bytes, typeOf(file.content_type))];
  });
  return new Map(await Promise.all(read));
}

/** The content id in a `cid:` URL; `undefined` for other URLs. See: RFC 2392. */
export function namedContentId(address: string): string | undefined {
  const [, named] = /^cid:(.+)$/i.exec(address.trim()) ?? [];
  if (named === undefined) return undefined;
  try {
    return contentIdOf(decodeURIComponent(named));
  } catch {
    return contentIdOf(named);
  }
}

const contentIdOf = (text: string): string => text.replace(/^<|>$/g, '');

const typeOf = (contentType: string): string => (contentType.split(';')[0] ?? '').trim().toLowerCase();

function dataAddress(bytes: ArrayBuffer, type: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(new Blob([bytes], { type }));
  });
}

import { imageKind } from './image-kind.ts';
import type { AttachmentLink, SmallImage } from './results/attachment.ts';
import type { ServiceApi } from './service-api.ts';

/**
 * The bytes of an image that a result may have. Models scale larger pictures down to fewer than two megapixels, which
 * have about this many bytes. As base64 it is below the 5 MB of model APIs, and the 6 MB of a response of Lambda.
 */
const MAX_IMAGE_BYTES = 1024 * 1024;

/**
 * The pixels of a side. A model API that refuses an image refuses every later request with it, so one email could end a
 * conversation. Anthropic's API has this limit; that of OpenAI scales.
 */
const MAX_IMAGE_SIDE = 8000;

/** An attachment that is a small image by its bytes; undefined for any other. */
export async function smallImage(api: ServiceApi, link: AttachmentLink): Promise<SmallImage | undefined> {
  if (link.size > MAX_IMAGE_BYTES) return undefined;
  const bytes = await api.download(link);
  const image = imageKind(bytes);
  const isSmall = image !== undefined && Math.max(image.width, image.height) <= MAX_IMAGE_SIDE;
  return isSmall && bytes.length <= MAX_IMAGE_BYTES ? { ...image, bytes } : undefined;
}

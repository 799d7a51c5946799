import type { FullMessage } from '../../../typescript/src/index.ts';
import { useLoad } from '../widgets/use-load.ts';
import { type InlineImages, NO_IMAGES, readInlineImages } from './inline-images.ts';

/** The images of a message, as far as they are read. */
export interface ReadImages {
  readonly images: InlineImages;
  /** Whether they have been read, or could not be. */
  readonly isRead: boolean;
}

/** Reads the images that came with a message. */
export function useInlineImages(message: FullMessage): ReadImages {
  const { data, error } = useLoad((signal) => readInlineImages(message, signal), [message.id]);
  return { images: data ?? NO_IMAGES, isRead: (data ?? error) !== undefined };
}

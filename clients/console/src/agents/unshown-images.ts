import { countOf } from '../widgets/count-of.ts';
import { type InlineImages, namedContentId } from './inline-images.ts';
import { trusted } from './trusted-markup.ts';

/** Describes the images of an email that its frame does not show; `undefined` if it shows all. */
export function unshownImages(markup: string, images: InlineImages): string | undefined {
  // Parsed like this, a document loads nothing and runs nothing.
  const inert = new DOMParser().parseFromString(trusted(markup), 'text/html');
  let brought = 0;
  let remote = 0;
  for (const element of inert.querySelectorAll('img[src]')) {
    const address = element.getAttribute('src') ?? '';
    const id = namedContentId(address);
    if (id !== undefined && !images.has(id)) brought += 1;
    else if (/^\s*(?:https?:)?\/\//i.test(address)) remote += 1;
  }
  const parts = [
    ...(brought === 0 ? [] : [`${counted(brought)} attached to it (see its attachments)`]),
    ...(remote === 0 ? [] : [`${counted(remote)} from other hosts, which would learn that it was opened`]),
  ];
  return parts.length === 0 ? undefined : `Not shown: ${parts.join(', and ')}.`;
}

const counted = (count: number): string => countOf(count, 'image');

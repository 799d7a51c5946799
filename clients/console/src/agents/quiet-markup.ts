import { type InlineImages, namedContentId } from './inline-images.ts';
import { trusted } from './trusted-markup.ts';

/**
 * Elements that can load other documents or replace this one. The policy of the frame refuses their requests, but
 * Chromium opens the connection before it asks the policy, and a sender would see that the email was opened. A template
 * may become part of the page without being found here.
 */
const LOUD =
  'iframe, frame, frameset, object, embed, portal, fencedframe, link, base, meta, script, template, noscript';

/** Serializing and reparsing can change the meaning of markup; a few rounds are enough for any real email. */
const MAX_ROUNDS = 4;

/**
 * The HTML of an email without anything that could connect to other hosts, and with the images attached to the email;
 * empty if that cannot be guaranteed.
 */
export function quietMarkup(markup: string, images: InlineImages): string {
  let current = markup;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    // Parsed like this, a document loads nothing and runs nothing.
    const inert = new DOMParser().parseFromString(trusted(current) as string, 'text/html');
    const loud = inert.querySelectorAll(LOUD);
    if (loud.length === 0 && round > 0) return current;
    for (const element of loud) element.remove();
    if (round === 0) showImages(inert, images);
    current = inert.documentElement.outerHTML;
  }
  return '';
}

function showImages(inert: Document, images: InlineImages): void {
  for (const element of inert.querySelectorAll('img[src]')) {
    const image = images.get(namedContentId(element.getAttribute('src') ?? '') ?? '');
    if (image !== undefined) element.setAttribute('src', image);
  }
}

/** What the address of a link is listed by. */
export interface NumberedLink {
  readonly id: number;
  readonly text: string;
  readonly url: string;
}

/** A text with the addresses of its numbered links below, for where a text has no other place for them. */
export function withLinkAddresses(text: string, links: readonly NumberedLink[]): string {
  const numbers = new Set(Array.from(text.matchAll(/\[(\d{1,3})\]/g), ([, number]) => Number(number)));
  const numbered = links.filter((link) => !isItsAddress(link) && numbers.has(link.id));
  const addresses = numbered.map(({ id, url }) => `[${id}] ${url}`);
  return addresses.length === 0 ? text : `${text.trimEnd()}\n\n${addresses.join('\n')}`;
}

/** Whether the text of a link is its address, so that it needs no number. */
export function isItsAddress({ text, url }: Pick<NumberedLink, 'text' | 'url'>): boolean {
  const bare = (one: string) =>
    one
      .trim()
      .replace(/^(?:https?:\/\/|mailto:|tel:)/i, '')
      .replace(/\/$/, '')
      .toLowerCase();
  return bare(text) === bare(url) || bare(text) === bare(decoded(url));
}

function decoded(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    return url;
  }
}

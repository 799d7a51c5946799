/** A text that names a site, as a person reads it: with a scheme or `www`, or a bare domain name. */
const NAMED_SITE =
  /^\W*(?:https?:\/\/|www\.)?((?:[a-z0-9\u00a1-\uffff-]{1,63}\.){1,8}[a-z\u00a1-\uffff]{2,63})(?:[/:?#]\S*)?\W*$/iu;

/** Whether the text of a link names another site than the link leads to. */
export function namesAnotherSite({ text, href }: { readonly text: string; readonly href: string }): boolean {
  const named = NAMED_SITE.exec(text.trim().slice(0, 500).normalize('NFKC'))?.[1];
  if (named === undefined) return false;
  const target = hostOf(href.trim());
  const shown = hostOf(`https://${named}`);
  return target !== undefined && shown !== undefined && !isWithin(target, shown) && !isWithin(shown, target);
}

function hostOf(url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return undefined;
  return parsed.hostname.replace(/^www\./, '');
}

/** Whether a name is another one or below it. */
function isWithin(name: string, other: string): boolean {
  return name === other || name.endsWith(`.${other}`);
}

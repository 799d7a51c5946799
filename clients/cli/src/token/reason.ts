/** The most characters of a provider's own words in a message. */
const MAX_REASON = 300;

/**
 * Why a provider refused an exchange, in its own words: `invalid_grant: …`. All of them respond with the JSON of RFC
 * 6749, section 5.2, or with an object that has a type or code and a message; AWS responds with XML.
 *
 * @param secret is replaced where the provider repeats it.
 */
export function reasonOf(text: string, secret: string): string {
  const words = wordsOf(text).replaceAll(secret, '[identity token]').trim();
  if (words === '') return 'no reason given';
  return words.length > MAX_REASON ? `${words.slice(0, MAX_REASON)}…` : words;
}

function wordsOf(text: string): string {
  const code = between(text, 'Code');
  if (code !== undefined) return joined(code, between(text, 'Message'));
  let body: Readonly<Record<string, unknown>> | null;
  try {
    body = JSON.parse(text);
  } catch {
    return text;
  }
  const error = body?.error;
  if (typeof error === 'string') return joined(error, body?.error_description);
  if (typeof error !== 'object' || error === null) return text;
  const { type, code: number, message } = error as Readonly<Record<string, unknown>>;
  return joined(type ?? number, message);
}

function joined(...parts: readonly unknown[]): string {
  return parts.filter((part) => typeof part === 'string' && part !== '').join(': ');
}

/** The text of the first XML element with this name. The element has no attributes and no children. */
export function between(xml: string, name: string): string | undefined {
  const start = xml.indexOf(`<${name}>`);
  const end = xml.indexOf(`</${name}>`, start);
  if (start < 0 || end < 0) return undefined;
  return xml
    .slice(start + name.length + 2, end)
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

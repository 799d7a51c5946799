/** A place in the console: the part of the URL after `#/`. */
export interface Route {
  /** The short name of the organization; empty where no organization is chosen. */
  readonly slug: string;
  /** The parts of the path after the organization. */
  readonly path: readonly string[];
  /** The filters. */
  readonly query: URLSearchParams;
}

/** The place that a URL fragment names. */
export function routeOf(fragment: string): Route {
  const [before = '', after = ''] = splitOnce(fragment.replace(/^#?\/?/, ''), '?');
  const [slug = '', ...path] = before
    .split('/')
    .filter((part) => part !== '')
    .map(decoded);
  return { slug, path, query: new URLSearchParams(after) };
}

/** The fragment of a place. Filters without a value are left out. */
export function fragmentOf(
  slug: string,
  path: readonly string[],
  query: Readonly<Record<string, string | undefined>> = {},
): string {
  const set = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined && pair[1] !== '');
  const text = new URLSearchParams(set).toString();
  return `#/${[slug, ...path].map(encodeURIComponent).join('/')}${text === '' ? '' : `?${text}`}`;
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** A decoded part of a path; unchanged if its encoding is broken. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

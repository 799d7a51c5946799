import { formsIn, type PageForm } from './page-forms.ts';

/** What a browser shows: the last page, or the address of another site that it was sent to. */
export interface Page {
  readonly url: URL;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly forms: readonly PageForm[];
  /** Where the service has sent the browser, if that is not a page of the service. Nothing is fetched there. */
  readonly leftTo?: URL;
}

/** What a form is sent with: fields by name, in place of those that the page has. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>;

const MAX_REDIRECTS = 10;

/**
 * A browser without scripts, for one site: it keeps cookies, follows redirects within the site, and sends forms as they
 * are. A test so sees what a page would let any browser do.
 *
 * See: RFC 6265, section 5; WHATWG HTML, form submission.
 */
export class HttpBrowser {
  /** The cookies with their attributes, as the service has set them. */
  readonly cookies = new Map<string, { readonly value: string; readonly attributes: string }>();
  readonly #origin: string;

  constructor(site: string) {
    this.#origin = new URL(site).origin;
  }

  /** Opens an address of the site. */
  open(url: string | URL, init: RequestInit = {}): Promise<Page> {
    return this.#follow(new URL(url, this.#origin), init);
  }

  /** Sends a form of a page, with the values given and those that the page has for the other fields. */
  submit(page: Page, form: PageForm, values: FormValues = {}, headers: Record<string, string> = {}): Promise<Page> {
    const sent = new URLSearchParams();
    const own = form.fields.filter(({ name, isSent }) => isSent && !Object.hasOwn(values, name));
    for (const { name, value } of own) sent.append(name, value);
    for (const [name, value] of Object.entries(values)) for (const one of [value].flat()) sent.append(name, one);
    const url = new URL(form.action, page.url);
    if (form.method === 'get') return this.open(new URL(`?${sent}`, url));
    return this.open(url, {
      method: 'POST',
      body: sent.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: this.#origin, ...headers },
    });
  }

  async #follow(url: URL, init: RequestInit, redirects = 0): Promise<Page> {
    const response = await this.#fetch(url, init);
    const location = response.headers.get('location');
    const { status, headers } = response;
    const text = await response.text();
    if (status < 300 || status >= 400 || location === null) return { url, status, headers, text, forms: formsIn(text) };
    const next = new URL(location, url);
    if (next.origin !== this.#origin) return { url, status, headers, text, forms: [], leftTo: next };
    if (redirects === MAX_REDIRECTS) throw new Error(`more than ${MAX_REDIRECTS} redirects, at last to ${next}`);
    // See: WHATWG Fetch, HTTP-redirect fetch (303, and 302 of a POST, become GET).
    const repeats = status === 307 || status === 308;
    return this.#follow(next, repeats ? init : {}, redirects + 1);
  }

  async #fetch(url: URL, init: RequestInit): Promise<Response> {
    const cookie = [...this.cookies]
      .filter(([, { attributes }]) => url.pathname.startsWith(pathIn(attributes)))
      .map(([name, { value }]) => `${name}=${value}`)
      .join('; ');
    const headers = new Headers(init.headers);
    if (cookie !== '') headers.set('cookie', cookie);
    const accept = headers.get('accept') ?? 'text/html';
    headers.set('accept', accept);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.#keep(line);
    return response;
  }

  #keep(line: string): void {
    const [, name = '', value = '', attributes = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
    const isOver =
      /;\s*max-age=0\b/i.test(attributes) || Date.parse(/expires=([^;]+)/i.exec(attributes)?.[1] ?? '') < Date.now();
    if (isOver) this.cookies.delete(name);
    else this.cookies.set(name, { value, attributes });
  }
}

function pathIn(attributes: string): string {
  return /;\s*path=([^;]+)/i.exec(attributes)?.[1] ?? '/';
}

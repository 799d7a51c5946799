import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';

/** What a scanner has done with the page of one link. */
export interface Scan {
  /** How many buttons it has pressed, and forms it has submitted. */
  readonly submitted: number;
  /** The statuses of the responses to forms that it has sent itself. */
  readonly statuses: readonly number[];
}

/** What a scanner types into fields, by their types. */
const TYPED: Readonly<Record<string, string>> = { text: '123456', email: 'ada@example.com', password: 'password' };

/** Whatever a person can press. */
const BUTTONS = 'button, input[type=submit], a, [onclick]';

/** The guesses that a scanner sends for one page: everything in it and in its address that could be a code. */
const MAX_GUESSES = 8;

/** A button in the browser, as far as the scanner uses it. */
interface FormButton {
  readonly form: {
    target: string;
    noValidate: boolean;
    checkValidity(): boolean;
    requestSubmit(button: unknown): void;
    querySelectorAll(selector: string): Iterable<{ readonly type: string; value: string }>;
  } | null;
}

/** The tab that shows the responses to forms, so that the page of the link can be used further. */
const TAB = 'responses';

/** The most eager of scanners. It has not read the text of the emails. */
export class LinkScanner {
  readonly #context: BrowserContext;
  readonly #page: Page;
  #tab: Page | undefined;

  private constructor(context: BrowserContext, page: Page) {
    this.#context = context;
    this.#page = page;
  }

  static async start(browser: Browser): Promise<LinkScanner> {
    const context = await browser.newContext();
    return new LinkScanner(context, await context.newPage());
  }

  /**
   * Scans a link of an email: fetches it in advance, opens it in a browser with scripts, fills every field, presses
   * every button, submits every form by a script that overrules its validation, and sends the form with everything
   * visible in the page and the address as the code.
   */
  async scan(link: string): Promise<Scan> {
    const { request } = this.#context;
    const page = this.#page;
    await request.fetch(link, { method: 'HEAD' });
    await request.get(link, { headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' } });
    await page.goto(link);
    const visible = `${link} ${await page.content()} ${await page.locator('body').innerText()}`;
    let submitted = 0;
    for (const button of await page.locator(BUTTONS).all()) {
      submitted += Number(await this.#click(button));
      await this.#submitByScript(button);
      submitted += 1;
    }
    const statuses = [];
    const hash = /name="content_hash" value="([0-9a-f]{64})"/.exec(visible)?.[1] ?? '';
    for (const code of guessesIn(visible)) {
      const form = { content_hash: hash, decision: 'approve', code };
      statuses.push((await request.post(link, { form, maxRedirects: 0 })).status());
    }
    for (const decision of ['approve', 'deny']) {
      statuses.push((await request.post(link, { form: { content_hash: hash, decision } })).status());
    }
    return { submitted, statuses };
  }

  /** Fills every field and presses a button, as a person would. Returns whether the browser has sent the form. */
  async #click(button: Locator): Promise<boolean> {
    for (const field of await this.#page.locator('input:not([type=hidden]), textarea').all()) {
      await field.fill(TYPED[(await field.getAttribute('type')) ?? 'text'] ?? '');
    }
    const isSent = await button.evaluate((element, tab) => {
      const { form } = element as unknown as FormButton;
      if (form !== null) form.target = tab;
      return form?.checkValidity() ?? false;
    }, TAB);
    await Promise.all([isSent ? this.#response() : undefined, button.click()]);
    return isSent;
  }

  /** Submits the form of a button with empty fields, as a script does that overrules its validation. */
  async #submitByScript(button: Locator): Promise<void> {
    const submit = button.evaluate((element, tab) => {
      const { form } = element as unknown as FormButton;
      if (form === null) throw new Error('a button without a form');
      form.target = tab;
      form.noValidate = true;
      for (const field of form.querySelectorAll('input')) if (field.type !== 'hidden') field.value = '';
      form.requestSubmit(element);
      form.noValidate = false;
    }, TAB);
    await Promise.all([this.#response(), submit]);
  }

  /** Waits until the tab of the responses shows the next one. */
  async #response(): Promise<void> {
    if (this.#tab === undefined) this.#tab = await this.#page.waitForEvent('popup');
    else await this.#tab.waitForEvent('framenavigated');
    await this.#tab.waitForLoadState();
  }
}

/** Everything of six digits in a text, also in parts of longer numbers. */
function guessesIn(text: string): string[] {
  const runs = text.match(/\d{6,}/g) ?? [];
  const found = runs.flatMap((run) => Array.from({ length: run.length - 5 }, (_, at) => run.slice(at, at + 6)));
  return [...new Set([...found, '000000', '123456'])].slice(0, MAX_GUESSES);
}

import type { Browser, Page } from 'playwright-core';

/** What a scanner has done with the page of one link. */
export interface Scan {
  /** How many buttons it has pressed, and forms it has submitted. */
  readonly submitted: number;
  /** The statuses of the responses to forms that it has sent itself. */
  readonly statuses: readonly number[];
}

/** What a scanner types into fields, by their types: as a person might, and nothing. */
const TYPED: readonly Readonly<Record<string, string>>[] = [
  { text: '123456', email: 'ada@example.com', password: 'password' },
  { text: 'approve', email: 'approve', password: 'approve' },
  {},
];

/** What the scanner uses of a button in a page; the types of browsers are not those of the tests. */
interface PressedButton {
  readonly form: {
    noValidate: boolean;
    checkValidity(): boolean;
    querySelectorAll(selector: string): Iterable<{ readonly type: string; value: string }>;
    requestSubmit(button: unknown): void;
  } | null;
}

/** Whatever a person can press. */
const BUTTONS = 'button, input[type=submit], a, [onclick]';

/** The guesses that a scanner sends for one page: everything in it and in its address that could be a code. */
const MAX_GUESSES = 12;

/**
 * Scans a link of an email as the most eager of scanners: fetches it in advance, opens it in a browser with scripts,
 * fills every field, presses every button, submits every form without its validation and by scripts, and sends each
 * form with everything visible in the page and the address as the code. It has not read the text of the email.
 */
export async function scanLink(browser: Browser, link: string): Promise<Scan> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const { request } = context;
    await request.fetch(link, { method: 'HEAD' });
    await request.get(link, { headers: { purpose: 'prefetch', 'sec-purpose': 'prefetch;prerender' } });
    await page.goto(link);
    const visible = `${link} ${await page.content()} ${await page.locator('body').innerText()}`;
    let submitted = 0;
    const buttons = await page.locator(BUTTONS).count();
    for (let index = 0; index < buttons; index++) {
      submitted += Number(await click(page, link, index));
      for (const typed of TYPED) submitted += Number(await submitByScript(page, link, { index, typed }));
    }
    const statuses = [];
    for (const guess of guessesIn(visible)) {
      for (const decision of ['approve', 'deny']) {
        const hash = /name="content_hash" value="([0-9a-f]{64})"/.exec(visible)?.[1] ?? '';
        const form = { content_hash: hash, decision, code: guess };
        statuses.push((await request.post(link, { form, maxRedirects: 0 })).status());
      }
    }
    return { submitted, statuses };
  } finally {
    await context.close();
  }
}

/** Fills every field and presses one button, as a person would. Returns whether the browser has sent the form. */
async function click(page: Page, link: string, index: number): Promise<boolean> {
  await page.goto(link);
  const button = page.locator(BUTTONS).nth(index);
  if ((await button.count()) === 0) return false;
  for (const field of await page.locator('input:not([type=hidden]), textarea').all()) {
    await field.fill(TYPED[0]?.[(await field.getAttribute('type')) ?? 'text'] ?? '');
  }
  const isSent = await button.evaluate((element: PressedButton) => element.form?.checkValidity() ?? true);
  await Promise.all([isSent ? page.waitForEvent('framenavigated') : undefined, button.click()]);
  await page.waitForLoadState();
  return isSent;
}

/** Submits the form of a button as a script does that overrules its validation. */
async function submitByScript(
  page: Page,
  link: string,
  { index, typed }: { index: number; typed: Readonly<Record<string, string>> },
): Promise<boolean> {
  await page.goto(link);
  const button = page.locator(BUTTONS).nth(index);
  if ((await button.count()) === 0) return false;
  const submit = button.evaluate((element: PressedButton, values) => {
    const { form } = element;
    if (form === null) return;
    form.noValidate = true;
    for (const field of form.querySelectorAll('input')) {
      if (field.type !== 'hidden') field.value = values[field.type] ?? '';
    }
    setTimeout(() => form.requestSubmit(element));
  }, typed);
  await Promise.all([page.waitForEvent('framenavigated'), submit]);
  await page.waitForLoadState();
  return true;
}

/** Everything of six digits in a text, also in parts of longer numbers. */
function guessesIn(text: string): string[] {
  const runs = text.match(/\d{6,}/g) ?? [];
  const found = runs.flatMap((run) => Array.from({ length: run.length - 5 }, (_, at) => run.slice(at, at + 6)));
  return [...new Set([...found, '000000', '123456'])].slice(0, MAX_GUESSES);
}

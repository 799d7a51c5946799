import type { Browser, Page } from 'playwright-core';

/** What a scanner has done with the page of one link. */
export interface Scan {
  /** How many buttons it has pressed, and forms it has submitted. */
  readonly submitted: number;
  /** The statuses of the responses to forms that it has sent itself. */
  readonly statuses: readonly number[];
}

/** What a scanner types into fields: as a person might, and what is on the page. */
const TYPED = ['approve', '123456', '000000', 'ada@example.com', 'password'];

/** The guesses that a scanner sends for one page: everything in it and in its address that could be a code. */
const MAX_GUESSES = 40;

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
    const buttons = await page.locator('button, input[type=submit], a, [onclick]').count();
    for (let index = 0; index < buttons; index++) {
      for (const typed of ['', ...TYPED]) {
        submitted += 1;
        await press(page, link, { index, typed });
      }
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

/** Fills every field and presses one button, as a person would, and then as only a script can. */
async function press(page: Page, link: string, { index, typed }: { index: number; typed: string }): Promise<void> {
  await page.goto(link);
  const button = page.locator('button, input[type=submit], a, [onclick]').nth(index);
  if ((await button.count()) === 0) return;
  if (typed !== '') {
    for (const field of await page.locator('input:not([type=hidden]), textarea').all()) await field.fill(typed);
  }
  await button.click();
  await page.waitForLoadState();
  await page.goto(link);
  await page.evaluate(
    ({ at, value }) => {
      const found = document.querySelectorAll<HTMLButtonElement>('button, input[type=submit], a, [onclick]')[at];
      const form = found?.form;
      if (!form) return;
      form.noValidate = true;
      for (const field of form.querySelectorAll('input')) if (field.type !== 'hidden') field.value = value;
      form.requestSubmit(found);
    },
    { at: index, value: typed },
  );
  await page.waitForLoadState();
}

/** Everything of six digits in a text, also in parts of longer numbers. */
function guessesIn(text: string): string[] {
  const runs = text.match(/\d{6,}/g) ?? [];
  const found = runs.flatMap((run) => Array.from({ length: run.length - 5 }, (_, at) => run.slice(at, at + 6)));
  return [...new Set([...found, '000000', '123456'])].slice(0, MAX_GUESSES);
}

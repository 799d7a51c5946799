import type { Browser, Page } from 'playwright-core';
import type { Demo } from './demo.ts';
import type { View } from './views.ts';

/** A width of the page, and the height that a person sees at first. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The console with the demo in it. */
export interface Shown {
  readonly browser: Browser;
  readonly baseUrl: string;
  readonly demo: Demo;
}

/** How long a step to a view may take, in milliseconds. */
const WAIT_MS = 20_000;

/** Opens the console for who looks at a view. Without a key, it logs in by the address of an organization. */
export async function openConsole({ browser, baseUrl, demo }: Shown, who: View['as'], viewport: Size): Promise<Page> {
  const context = await browser.newContext({ viewport, baseURL: baseUrl });
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  await page.goto('/');
  if (who === 'owner') {
    await page.getByLabel('Key').fill(demo.token);
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.locator('main.area').waitFor();
  }
  return page;
}

/** Shows a view as high as it is, up to a height. What is over the page is shown as a person sees it. */
export async function show(page: Page, view: View, demo: Demo, size: Size, maxHeight: number): Promise<void> {
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'light' });
  // Ends the dialogs and menus of the view before it.
  for (let open = 0; open < 2; open += 1) await page.keyboard.press('Escape');
  await page.evaluate(`location.hash = ${JSON.stringify(`#/${view.at(demo)}`)}`);
  await settle(page);
  await view.after?.(page);
  await settle(page);
  const height = (await page.evaluate('document.documentElement.scrollHeight')) as number;
  if ((await page.locator('dialog[open], [popover]:popover-open').count()) === 0) {
    await page.setViewportSize({ ...size, height: Math.min(Math.max(height, size.height), maxHeight) });
  }
  await page.mouse.move(0, 0);
  await settle(page);
}

/** Waits until nothing is loading any more, and what is shown has been painted. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(300);
  await page
    .getByText(/^Loading /)
    .first()
    .waitFor({ state: 'hidden' });
  await page.waitForTimeout(300);
  await page.evaluate('new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))');
}

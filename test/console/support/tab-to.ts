import type { Locator, Page } from 'playwright-core';

/** More elements than any page has on the way to what a test looks for. */
const MAX_PRESSES = 80;

/** Moves the focus to an element by the Tab key, as a person without a mouse does. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let pressed = 0; pressed < MAX_PRESSES; pressed += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not lead to ${target}`);
}

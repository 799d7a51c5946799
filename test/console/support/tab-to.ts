import type { Locator, Page } from 'playwright-core';

/** More elements than any page has on the way to what a test looks for. */
const MAX_PRESSES = 80;

/** Moves the focus to an element by the Tab key, as a person without a mouse does. */
export function tabTo(page: Page, target: Locator): Promise<void> {
  return focusBy(page, 'Tab', target);
}

/** Moves the focus to the row of a list that has a text, by the shortcut for the next row. */
export function moveToRow(page: Page, hasText: string): Promise<void> {
  return focusBy(page, 'j', page.locator('main [data-row]', { hasText }));
}

/** Presses a key until an element has the focus. A list that is loaded again may take it away once. */
async function focusBy(page: Page, key: string, target: Locator): Promise<void> {
  await target.waitFor();
  const focused = target.and(page.locator(':focus'));
  for (let pressed = 0; pressed < MAX_PRESSES; pressed += 1) {
    if ((await focused.count()) > 0) return;
    await page.keyboard.press(key);
  }
  throw new Error(`the key ${key} does not lead to ${target}`);
}

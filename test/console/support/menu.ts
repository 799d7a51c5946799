import type { Locator, Page } from 'playwright-core';

/** The button that opens the sidebar where it is a menu. It also says how many approvals wait. */
const menuButton = (page: Page) => page.getByRole('button', { name: /^Menu/ });

/** Opens the menu that the sidebar is on a phone. On a wide page the sidebar is always there. */
export async function openMenu(page: Page): Promise<void> {
  const areas = page.getByRole('navigation', { name: 'Areas' });
  const button = menuButton(page);
  await areas.or(button).first().waitFor();
  if (!(await areas.isVisible())) await button.click();
  await areas.waitFor();
}

/** A link to an area, after the menu is open. */
export async function areaLink(page: Page, name: string): Promise<Locator> {
  await openMenu(page);
  return page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name, exact: true });
}

/** Closes the menu where it is one. */
export async function closeMenu(page: Page): Promise<void> {
  if (!(await menuButton(page).isVisible())) return;
  await page.keyboard.press('Escape');
  await page.getByRole('navigation', { name: 'Areas' }).waitFor({ state: 'hidden' });
}

/** Opens the menu of the person, at the foot of the sidebar. */
export async function openPersonMenu(page: Page): Promise<void> {
  await openMenu(page);
  await page.locator('[popovertarget="person-menu"]').first().click();
}

/** Chooses the theme, and closes the menus in which it is. */
export async function chooseTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await openPersonMenu(page);
  await page.getByLabel('Theme').selectOption(theme);
  await page.keyboard.press('Escape');
  await page.getByLabel('Theme').waitFor({ state: 'hidden' });
  await closeMenu(page);
}

export async function logOut(page: Page): Promise<void> {
  await openPersonMenu(page);
  await page.getByRole('link', { name: 'Log out' }).click();
}

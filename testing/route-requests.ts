import type { Page, Route } from 'playwright-core';

/** A status that no server responds with: a request with it has taken a route. */
const ROUTED = 299;

/**
 * Handles the requests of a page to the addresses that match, from now on. Chromium confirms a route before the page
 * itself has learned of it, and what the page requests meanwhile is neither routed nor reported. So this waits until a
 * request of the page takes the route.
 */
export async function routeRequests(
  page: Page,
  address: string | RegExp,
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  await page.route(address, handle);
  await page.route('**/?routed', (route) => route.fulfill({ status: ROUTED }));
  await page.evaluate(async (routed) => {
    while ((await fetch('/?routed')).status !== routed) await new Promise((resolve) => setTimeout(resolve, 10));
  }, ROUTED);
}

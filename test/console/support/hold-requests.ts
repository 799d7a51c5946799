import type { Page } from 'playwright-core';
import { routeRequests } from '#testing/route-requests.ts';

/** Holds the requests of a page with one method to the addresses that match, from now on until they are released. */
export async function holdRequests(page: Page, method: string, address: RegExp) {
  const released = Promise.withResolvers<void>();
  await routeRequests(page, address, async (route) => {
    if (route.request().method() === method) await released.promise;
    await route.fallback();
  });
  const arrived = page.waitForRequest((request) => request.method() === method && address.test(request.url()));
  return { arrived, release: () => released.resolve() };
}

import { signal } from '@preact/signals';
import { enterEntry, replaceNext, restoreScrollPositions } from './history-entries.ts';
import { fragmentOf, type Route, routeOf } from './route-text.ts';

/** The current place in the console. */
export const route = signal<Route>(routeOf(location.hash));

/** From this width on, an event is shown next to the log. The style of lists says the same. */
const WIDE = '(width >= 1100px)';

/** Keeps the place in sync with the URL. */
export function followLocation(): void {
  restoreScrollPositions();
  addEventListener('hashchange', () => {
    const next = routeOf(location.hash);
    enterEntry({ isSamePage: isSamePage(route.value, next) });
    route.value = next;
  });
}

/** Whether two places are the same page with other filters, or with another event next to the log. */
function isSamePage(one: Route, other: Route): boolean {
  if (one.slug !== other.slug) return false;
  if (one.path[0] === 'log' && other.path[0] === 'log' && matchMedia(WIDE).matches) return true;
  return one.path.join('/') === other.path.join('/');
}

/** The link to a place in the current organization. */
export function href(path: readonly string[], query?: Readonly<Record<string, string | undefined>>): string {
  return fragmentOf(route.value.slug, path, query);
}

/** The current place with other filters. */
export function hrefWith(changes: Readonly<Record<string, string | undefined>>): string {
  return href(route.value.path, { ...Object.fromEntries(route.value.query), ...changes });
}

export function goTo(address: string): void {
  location.hash = address;
}

/** Replaces the current place, so that going back skips it. */
export function replaceWith(address: string): void {
  if (location.hash !== address) replaceNext();
  location.replace(address);
}

/** Leaves the organization at once: until the browser reports the new address, the present one would log in again. */
export function leave(): void {
  route.value = routeOf('');
  goTo('#/');
}

/** Opens the organization after a login: at the place in it that the URL names, or else at its log. */
export function enter(slug: string): void {
  if (route.value.slug !== slug) goTo(fragmentOf(slug, ['log']));
}

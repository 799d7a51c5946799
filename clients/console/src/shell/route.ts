import { signal } from '@preact/signals';
import { fragmentOf, type Route, routeOf } from './route-text.ts';

/** The current place in the console. */
export const route = signal<Route>(routeOf(location.hash));

/** Keeps the place in sync with the URL. */
export function followLocation(): void {
  addEventListener('hashchange', () => {
    route.value = routeOf(location.hash);
  });
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
  location.replace(address);
}

/** Opens the organization after a login: at the place in it that the URL names, or else at its log. */
export function enter(slug: string): void {
  if (route.value.slug !== slug) goTo(fragmentOf(slug, ['log']));
}
